import PlayheadOverlay

/// Generates Swift sources from the catalogue.
enum SwiftGenerator {
    private static let head = """
        // swift-format-ignore-file
        // Generated from OverlayCatalogue by `PLAYHEAD_WRITE_GENERATED=1 ./test --filter GeneratedTests`.


        """

    // MARK: The enumeration of messages

    static var messages: String {
        var text = head
        text +=
            "/// The names of all messages, as in encoded messages.\npackage enum OverlayMessageName: String, Sendable, Hashable, CaseIterable {\n"
        for message in OverlayCatalogue.messages { text += "    /// \(message.summary)\n    case \(message.name)\n" }
        text += "}\n\n"
        for choice in OverlayCatalogue.choices {
            text += "/// \(choice.summary)\npublic enum \(choice.name): String, Sendable, Hashable, CaseIterable {\n"
            for value in choice.values { text += "    /// `\(value)`.\n    case \(value)\n" }
            text += "}\n\n"
        }
        text += "/// A message between page, player, app and overlay.\npublic enum OverlayMessage: Sendable, Hashable {\n"
        for message in OverlayCatalogue.messages {
            text += "    /// \(message.summary)\n    case \(message.name)"
            if !message.attributes.isEmpty { text += "(" + message.attributes.map(parameter).joined(separator: ", ") + ")" }
            text += "\n"
        }
        text += "}\n\n"
        text +=
            "extension OverlayMessage {\n    /// The name of the message.\n    package var name: OverlayMessageName {\n        switch self {\n"
        for message in OverlayCatalogue.messages { text += "        case .\(message.name): .\(message.name)\n" }
        text += "        }\n    }\n\n"
        text += reading + "\n" + writing + "}\n"
        return text
    }

    private static var reading: String {
        var text = "    /// Creates a message from validated attributes; `nil` if a required one is missing.\n"
        text += "    init?(_ name: OverlayMessageName, _ values: AttributeValues) {\n        switch name {\n"
        for message in OverlayCatalogue.messages {
            text += "        case .\(message.name):\n"
            let required = message.attributes.filter(\.isRequired)
            if !required.isEmpty {
                let bindings = required.map { "let \($0.key)\(annotation($0)) = \(reader($0))" }
                let oneLine = "            guard " + bindings.joined(separator: ", ") + " else { return nil }\n"
                let lineLength = 141
                text +=
                    oneLine.count <= lineLength
                    ? oneLine
                    : "            guard " + bindings.joined(separator: ",\n                ") + "\n            else { return nil }\n"
            }
            let arguments = message.attributes.map { "\($0.key): \($0.isRequired ? $0.key : reader($0))" }
            let call = arguments.isEmpty ? "" : "(" + arguments.joined(separator: ", ") + ")"
            let line = "            self = .\(message.name)\(call)\n"
            text +=
                line.count <= 141
                ? line
                : "            self = .\(message.name)(\n                " + arguments.joined(separator: ", ") + ")\n"
        }
        return text + "        }\n    }\n"
    }

    private static var writing: String {
        var text =
            "    /// The attributes by key.\n    var values: AttributeValues {\n        var values = AttributeValues()\n        switch self {\n"
        let bare = OverlayCatalogue.messages.filter(\.attributes.isEmpty).map { ".\($0.name)" }
        text += "        case \(bare.joined(separator: ", ")): break\n"
        for message in OverlayCatalogue.messages where !message.attributes.isEmpty {
            let bindings = message.attributes.map { "let \($0.key)" }.joined(separator: ", ")
            text += "        case .\(message.name)(\(bindings)):\n"
            for attribute in message.attributes { text += "            values[\"\(attribute.key)\"] = \(writer(attribute))\n" }
        }
        return text + "        }\n        return values\n    }\n"
    }

    private static func parameter(_ attribute: AttributeDefinition) -> String {
        "\(attribute.key): \(type(attribute))\(attribute.isRequired ? "" : "? = nil")"
    }

    private static func annotation(_ attribute: AttributeDefinition) -> String {
        if case .choice = attribute.type { ": " + type(attribute) } else { "" }
    }

    private static func type(_ attribute: AttributeDefinition) -> String {
        switch attribute.type {
        case .string, .json: "String"
        case .strings: "[String]"
        case .boolean: "Bool"
        case .int: "Int"
        case .int64: "Int64"
        case .float: "Float"
        case .choice(let choice): choice.name
        case .error: "OverlayError"
        }
    }

    private static func accessor(_ type: AttributeType) -> String {
        switch type {
        case .string, .json: "string"
        case .strings: "strings"
        case .boolean: "boolean"
        case .int: "int"
        case .int64: "int64"
        case .float: "float"
        case .choice: "choice"
        case .error: "error"
        }
    }

    private static func reader(_ attribute: AttributeDefinition) -> String { "values.\(accessor(attribute.type))(\"\(attribute.key)\")" }

    private static func writer(_ attribute: AttributeDefinition) -> String {
        if case .choice = attribute.type { return ".string(\(attribute.key).rawValue)" }
        let name = accessor(attribute.type)
        return attribute.isRequired ? ".\(name)(\(attribute.key))" : "\(attribute.key).map { .\(name)($0) }"
    }

    // MARK: The names of notifications

    static var notificationKeys: String {
        var text = head + "import Foundation\n\n"
        text += "/// The notifications between page, player, app and overlay, and the keys of their attributes.\n///\n"
        text +=
            "/// The overlay posts them with itself as `object`. It observes the notifications of all objects except overlays, on any thread.\n"
        text += "public enum OverlayNotificationKeys {\n"
        for (index, source) in MessageDefinition.Source.allCases.enumerated() {
            text += (index == 0 ? "" : "\n") + "    // MARK: \(title(source))\n\n"
            for message in OverlayCatalogue.messages where message.source == source {
                text += "    /// \(message.summary)\n"
                text += "    public static let \(message.name) = Notification.Name(\"PlayheadOverlay.\(message.name)\")\n"
            }
        }
        text += "\n    // MARK: Keys\n\n"
        var seen: Set<String> = []
        for attribute in OverlayCatalogue.messages.flatMap(\.attributes) where seen.insert(attribute.key).inserted {
            text += "    /// \(attribute.summary) The type is `\(userInfoType(attribute))`.\n"
            text += "    public static let \(attribute.key)UserInfoKey = \"\(attribute.key)\"\n"
        }
        text +=
            "\n    /// Returns the notification of a message.\n    package static func notification(of name: OverlayMessageName) -> Notification.Name {\n"
        text += "        switch name {\n"
        for message in OverlayCatalogue.messages { text += "        case .\(message.name): \(message.name)\n" }
        return text + "        }\n    }\n}\n"
    }

    private static func title(_ source: MessageDefinition.Source) -> String {
        switch source {
        case .sdk: "From the overlay itself"
        case .app: "From the app"
        case .page: "From the page"
        case .player: "From the player's plugin"
        }
    }

    private static func userInfoType(_ attribute: AttributeDefinition) -> String {
        if case .choice = attribute.type { return "String" }
        return type(attribute)
    }
}
