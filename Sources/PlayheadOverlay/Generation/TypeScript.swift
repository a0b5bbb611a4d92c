/// The TypeScript declarations of the messages, for authors of pages.
public enum TypeScript {
    /// The declarations: one interface for each message that carries something, and which messages go where.
    public static let text: String = {
        var text = "// Made from Playhead's table of messages, version \(OverlayCatalogue.version).\n\n"
        for choice in OverlayCatalogue.choices {
            text +=
                "/** \(choice.summary) */\nexport type \(choice.name) = \(choice.values.map { "\"\($0)\"" }.joined(separator: " | "));\n\n"
        }
        text += "/** What went wrong, and how bad it is. */\nexport interface OverlayError {\n"
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
        text += "/** What a page is told. */\nexport interface IncomingEvents {\n"
        for message in OverlayCatalogue.messages where message.source != .page { text += member(message) }
        text += "}\n\n/** What a page says. */\nexport interface OutgoingEvents {\n"
        for message in OverlayCatalogue.messages where message.source == .page { text += member(message) }
        text += "}\n\n/** What an app may grant. */\nexport type OverlayPermission = "
        text += OverlayPermission.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " | ") + ";\n\n"
        return text + module
    }()

    /// What the module `overlay.js` exports.
    private static let module = """
        /** What the page is told first. */
        export interface Session {
          version: number;
          permissions: OverlayPermission[];
          parameters: Record<string, string>;
          /** Whether there is a player, rather than the module's own imitation of one. */
          isConnected: boolean;
        }

        export interface ConnectOptions {
          /** Without a player: an imitation of one, with so many milliseconds to seek in. By default 600,000; false waits for a player for ever. */
          development?: false | { duration?: number; start?: number };
        }

        /** How the page is connected: not yet; with a player; not any more, so that it is tried again; not any more, for good; with an imitation of a player. */
        export type ConnectionState = "connecting" | "connected" | "lost" | "closed" | "development";

        export interface Overlay {
          /** How the page is connected now. */
          readonly connection: ConnectionState;
          /** Says bridgeReady once it is connected, and resolves with the session. Call it after on(). */
          ready(): Promise<Session>;
          /** Calls the listener with each such event, until the function that it returns is called. "session" comes with each connection. */
          on<Event extends keyof IncomingEvents>(event: Event, listener: (payload: IncomingEvents[Event]) => void): () => void;
          on(event: "session", listener: (session: Session) => void): () => void;
          /** Calls the listener with each change of the connection; "lost" comes within three seconds after the player or the network is gone. */
          on(event: "connection", listener: (connection: { state: ConnectionState }) => void): () => void;
          off(event: keyof IncomingEvents | "session" | "connection", listener: (payload: never) => void): void;
          /** Says something to the player and the app. Before the connection it is kept. */
          send<Event extends keyof OutgoingEvents>(event: Event, payload?: OutgoingEvents[Event]): void;
          /** The time code now, between the player's reports, in milliseconds since 1970 UTC; undefined before the first. */
          timecode(): number | undefined;
          /** Reports clicks and swipes on an element's empty parts as bridgeStage and bridgeStageSwipe; the returned function ends it. */
          stage(element: Element): () => void;
          /** Ends the connection for good. */
          close(): void;
        }

        export function connect(options?: ConnectOptions): Overlay;

        """

    private static func member(_ message: MessageDefinition) -> String {
        "  /** \(message.summary) */\n  \(message.name): \(message.attributes.isEmpty ? "Record<string, never>" : typeName(message));\n"
    }

    private static func typeName(_ message: MessageDefinition) -> String { message.name.prefix(1).uppercased() + message.name.dropFirst() }

    private static func type(_ type: AttributeType) -> String {
        switch type {
        case .string, .json: "string"
        case .strings: "string[]"
        case .boolean: "boolean"
        case .int, .int64, .float: "number"
        case .choice(let choice): choice.name
        case .error: "OverlayError"
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
