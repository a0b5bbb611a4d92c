/// Generates the TypeScript declarations of the messages, for authors of pages.
package enum TypeScript {
    /// The declarations: an interface for each message with attributes, and the maps of incoming and outgoing messages.
    package static let text: String = {
        var text = "// Generated from Playhead's message catalogue, version \(OverlayCatalogue.version).\n\n"
        for choice in OverlayCatalogue.choices {
            text +=
                "/** \(choice.summary) */\nexport type \(choice.name) = \(choice.values.map { "\"\($0)\"" }.joined(separator: " | "));\n\n"
        }
        text += "/** An error with its severity. */\nexport interface \(errorName) {\n"
        text +=
            "  level: \(OverlayError.Level.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " | "));\n  code: number;\n  message: string;\n}\n\n"
        for message in OverlayCatalogue.messages where !message.attributes.isEmpty {
            text += "/** \(message.summary) */\nexport interface \(typeName(message)) {\n"
            for attribute in message.attributes {
                text += "  /** \(attribute.summary)\(range(attribute.type)) */\n"
                text += "  \(attribute.key)\(attribute.isRequired ? "" : "?"): \(type(attribute.type));\n"
            }
            text += "}\n\n"
        }
        text += "/** The messages to a page. */\nexport interface IncomingEvents {\n"
        for message in OverlayCatalogue.messages where message.source != .page { text += member(message) }
        text += "}\n\n/** The messages of a page. */\nexport interface OutgoingEvents {\n"
        for message in OverlayCatalogue.messages where message.source == .page { text += member(message) }
        text += "}\n\n/** The permissions that an app can grant. */\nexport type OverlayPermission = "
        text += OverlayPermission.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " | ") + ";\n\n"
        return text + module
    }()

    /// The declarations of the module `overlay.js`.
    private static let module = """
        /** The data of a session. */
        export interface Session {
          version: number;
          permissions: OverlayPermission[];
          parameters: Record<string, string>;
          /** Whether a real player is connected, rather than the module's simulated one. */
          isConnected: boolean;
        }

        export interface ConnectOptions {
          /** The simulated player that is used without a real one; `duration` is the seekable window in milliseconds, 600,000 by default. With false, the page waits for a player. */
          development?: false | { duration?: number; start?: number };
        }

        /** The state of the connection. After "lost" the module reconnects; "closed" is final; "development" uses the simulated player. */
        export type ConnectionState = "connecting" | "connected" | "lost" | "closed" | "development";

        export interface Overlay {
          /** The current state of the connection. */
          readonly connection: ConnectionState;
          /** Sends bridgeReady when connected, and resolves with the session. Call it after on(). */
          ready(): Promise<Session>;
          /** Calls the listener for each event until the returned function is called. "session" is emitted for each connection. */
          on<Event extends keyof IncomingEvents>(event: Event, listener: (payload: IncomingEvents[Event]) => void): () => void;
          on(event: "session", listener: (session: Session) => void): () => void;
          /** Calls the listener for each change of the connection; "lost" is emitted within three seconds after the player or the network has gone. */
          on(event: "connection", listener: (connection: { state: ConnectionState }) => void): () => void;
          off(event: keyof IncomingEvents | "session" | "connection", listener: (payload: never) => void): void;
          /** Sends a message to the player and the app. Messages before the connection are queued. */
          send<Event extends keyof OutgoingEvents>(event: Event, payload?: OutgoingEvents[Event]): void;
          /** The current time code, interpolated between the player's reports, in milliseconds since 1970 UTC; undefined before the first report. */
          timecode(): number | undefined;
          /** Reports clicks and swipes on an element's empty parts as bridgeStage and bridgeStageSwipe, until the returned function is called. */
          stage(element: Element): () => void;
          /** Closes the connection permanently. */
          close(): void;
        }

        export function connect(options?: ConnectOptions): Overlay;

        """

    private static func member(_ message: MessageDefinition) -> String {
        "  /** \(message.summary) */\n  \(message.name): \(message.attributes.isEmpty ? "Record<string, never>" : typeName(message));\n"
    }

    /// The name of the interface of an error.
    private static let errorName = "OverlayError"

    /// Returns the name of the interface of a message's payload. The suffix is necessary because TypeScript merges interfaces of the same name.
    private static func typeName(_ message: MessageDefinition) -> String {
        let name: String = message.name.prefix(1).uppercased() + message.name.dropFirst()
        return name == errorName ? name + "Payload" : name
    }

    private static func type(_ type: AttributeType) -> String {
        switch type {
        case .string, .json: "string"
        case .strings: "string[]"
        case .boolean: "boolean"
        case .int, .int64, .float: "number"
        case .choice(let choice): choice.name
        case .error: errorName
        }
    }

    private static func range(_ type: AttributeType) -> String {
        switch type {
        case .int(let range): " From \(range.lowerBound) to \(range.upperBound)."
        case .float(let range): " From \(range.lowerBound.description) to \(range.upperBound.description)."
        default: ""
        }
    }
}
