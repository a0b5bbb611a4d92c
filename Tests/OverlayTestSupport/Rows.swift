import Foundation
import PlayheadOverlay

/// One message of each kind with its encoding.
package enum Rows {
    /// A message of the catalogue.
    package struct Row: Sendable {
        /// The message.
        package let message: OverlayMessage
        /// The encoding; messages of pages have the nonce `NONCE`.
        package let text: String
        /// Whether pages send the message.
        package let isFromPage: Bool

        /// Returns whether a page received exactly this message, which it echoes as `{"event", "payload"}`.
        package func isSame(as json: String) -> Bool {
            let received = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
            guard let expected = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary else { return false }
            // A listener gets an empty object for a message without attributes.
            return received?["event"] as? String == expected["event"] as? String
                && received?["payload"] as? NSDictionary == expected["payload"] as? NSDictionary ?? [:]
        }
    }

    /// The messages of the catalogue.
    package static let all: [Row] = OverlayCatalogue.messages.compactMap { definition in
        let payloads = definition.attributes.map { "\"\($0.key)\":\(value($0))" }
        let isFromPage = definition.source == .page
        let payload = payloads.isEmpty ? "" : ",\"payload\":{\(payloads.joined(separator: ","))}"
        let text = "{\"event\":\"\(definition.name)\"\(payload)\(isFromPage ? ",\"nonce\":\"NONCE\"" : "")}"
        return OverlayMessage(text: text).map { Row(message: $0, text: text, isFromPage: isFromPage) }
    }

    /// The script of a page that echoes messages as `bridgeMessage`, and sends what an `appMessage` requests: `{"say", "payload"}`. Other
    /// contents of an `appMessage` are passed to `other`.
    package static let script = script(repeating: OverlayCatalogue.messages.filter { $0.source != .page }.map(\.name))

    /// Returns the script of a page that echoes only some messages.
    package static func script(repeating names: [String]) -> String {
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

    /// Returns the message that makes the page of ``script`` send a message.
    package static func order(_ row: Row) -> OverlayMessage {
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
