import Foundation
import Testing

@testable import PlayheadOverlay

/// Tests every message of the catalogue, generated from its definition.
@Suite("Every message of the catalogue")
struct CatalogueTests {
    @Test("Every message is encoded and decoded with every valid value of its attributes", arguments: OverlayCatalogue.messages)
    func wire(definition: MessageDefinition) throws {
        #expect(!definition.samples.isEmpty)
        for message in definition.samples {
            let text = MessageCodec.text(of: message, nonce: "n")
            #expect(!text.contains("<") && !text.contains("\u{2028}"))
            let received = try MessageCodec.message(of: text)
            #expect(received.message == message)
            #expect(received.nonce == "n")
            #expect(message.name.rawValue == definition.name)
        }
    }

    @Test("Every message is converted to a notification and back, with the keys of its attributes", arguments: OverlayCatalogue.messages)
    func notification(definition: MessageDefinition) throws {
        for message in definition.samples {
            #expect(Set(message.userInfo.keys).isSubset(of: Set(definition.attributes.map(\.key))))
            #expect(try OverlayNotifications.message(message.name, message.userInfo).get() == message)
        }
    }

    @Test("A message without a required attribute is refused", arguments: OverlayCatalogue.messages)
    func missing(definition: MessageDefinition) {
        for attribute in definition.attributes where attribute.isRequired {
            let rest = definition.attributes.filter { $0 != attribute }.map { "\"\($0.key)\":\(Self.json($0))" }
            let text = "{\"event\":\"\(definition.name)\",\"payload\":{\(rest.joined(separator: ","))}}"
            #expect(throws: MessageFault.missing(attribute.key)) { try MessageCodec.message(of: text) }
        }
    }

    @Test("A message with an attribute of another type or out of range is refused", arguments: OverlayCatalogue.messages)
    func wrong(definition: MessageDefinition) {
        for attribute in definition.attributes {
            for wrong in attribute.wrongTexts {
                let values = definition.attributes.map { "\"\($0.key)\":\($0 == attribute ? wrong : Self.json($0))" }
                let text = "{\"event\":\"\(definition.name)\",\"payload\":{\(values.joined(separator: ","))}}"
                #expect(throws: MessageFault.self, "\(definition.name).\(attribute.key) = \(wrong.prefix(40))") {
                    try MessageCodec.message(of: text)
                }
            }
        }
    }

    @Test("A message with an unknown attribute is refused", arguments: OverlayCatalogue.messages)
    func unknown(definition: MessageDefinition) {
        let values = definition.attributes.map { "\"\($0.key)\":\(Self.json($0))" } + ["\"extra\":1"]
        let text = "{\"event\":\"\(definition.name)\",\"payload\":{\(values.joined(separator: ","))}}"
        #expect(throws: MessageFault.unknownAttribute("extra")) { try MessageCodec.message(of: text) }
    }

    private static func json(_ attribute: AttributeDefinition) -> String { JSONTextOf.value(attribute.sample.eventValue) }
}
