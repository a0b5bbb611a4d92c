import Foundation
import PlayheadOverlay

/// One message of each kind with its text on the wire, from the table.
public enum Rows {
    /// A message of the table.
    public struct Row: Sendable {
        /// The message.
        public let message: OverlayMessage
        /// Its text on the wire; what a page says has the nonce `NONCE`.
        public let text: String
        /// Whether pages say it.
        public let isFromPage: Bool

        /// Whether a page heard just this, which it says as `{"event", "payload"}`.
        public func isSame(as json: String) -> Bool {
            let heard = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
            guard let said = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary else { return false }
            // Without attributes a listener is given an empty object.
            return heard?["event"] as? String == said["event"] as? String
                && heard?["payload"] as? NSDictionary == said["payload"] as? NSDictionary ?? [:]
        }
    }

    /// All of the table.
    public static let all: [Row] = OverlayCatalogue.messages.compactMap { definition in
        let payloads = definition.attributes.map { "\"\($0.key)\":\(value($0))" }
        let isFromPage = definition.source == .page
        let payload = payloads.isEmpty ? "" : ",\"payload\":{\(payloads.joined(separator: ","))}"
        let text = "{\"event\":\"\(definition.name)\"\(payload)\(isFromPage ? ",\"nonce\":\"NONCE\"" : "")}"
        return OverlayMessage(text: text).map { Row(message: $0, text: text, isFromPage: isFromPage) }
    }

    /// The script of a page that says back what it hears, as texts of `bridgeMessage`, and says what an `appMessage` tells it to: `{"say", "payload"}`. What
    /// else is in an `appMessage` goes to `other`.
    public static let script = script(repeating: OverlayCatalogue.messages.filter { $0.source != .page }.map(\.name))

    /// The same that says back only some.
    public static func script(repeating names: [String]) -> String {
        let names = names.filter { $0 != "appMessage" }.map { "\"\($0)\"" }
        return """
            import { connect } from "/playhead/overlay.js";
            export const overlay = connect({ development: false });
            const repeat = (heard) => overlay.send("bridgeMessage", { jsonString: JSON.stringify(heard) });
            for (const event of [\(names.joined(separator: ", "))]) overlay.on(event, (payload) => repeat({ event, payload }));
            overlay.on("appMessage", ({ jsonString }) => {
              const { say, payload, other } = JSON.parse(jsonString);
              if (say) overlay.send(say, payload);
              else if (other) globalThis.other(other);
              else repeat({ event: "appMessage", payload: { jsonString } });
            });
            globalThis.session = await overlay.ready();

            """
    }

    /// What lets the page of ``script`` say a page's message.
    public static func order(_ row: Row) -> OverlayMessage {
        .appMessage(jsonString: row.text.replacingOccurrences(of: "\"event\"", with: "\"say\""))
    }

    private static func value(_ attribute: AttributeDefinition) -> String {
        switch attribute.type {
        case .string: "\"x\""
        case .json: #""{\"a\":1}""#
        case .strings: #"["en","de"]"#
        case .boolean: "true"
        case .int: "7"
        case .int64: "1795222800123"
        case .float: "0.5"
        case .choice(let choice): "\"\(choice.values[0])\""
        case .error: #"{"level":"warning","code":1,"message":"m"}"#
        }
    }
}
