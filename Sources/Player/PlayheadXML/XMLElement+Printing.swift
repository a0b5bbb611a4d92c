extension XMLElement {
    /// The element as XML; read again it is the same element, but for its line.
    package var xml: String {
        var text = "<" + name
        for attribute in attributes { text += " \(attribute.name)=\"\(Self.escaped(attribute.value, inAttribute: true))\"" }
        guard !nodes.isEmpty else { return text + "/>" }
        text += ">"
        for node in nodes {
            switch node {
            case .element(let element): text += element.xml
            case .text(let characters): text += Self.escaped(characters, inAttribute: false)
            }
        }
        return text + "</\(name)>"
    }

    /// Returns the characters as content of an element, or of an attribute in double quotes, with references for what is reserved there.
    package static func escaped(_ text: String, inAttribute: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"" where inAttribute: escaped += "&quot;"
            // A reader makes these a line feed or a space.
            case "\r": escaped += "&#13;"
            case "\n" where inAttribute: escaped += "&#10;"
            case "\t" where inAttribute: escaped += "&#9;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
