/// An element of an XML document, with all that is in it.
package struct XMLElement: Sendable, Hashable {
    /// A part of the content of an element.
    package enum Node: Sendable, Hashable {
        /// An element inside it.
        case element(XMLElement)
        /// Characters; references are resolved, CDATA sections are as they are.
        case text(String)
    }

    /// One attribute.
    package struct Attribute: Sendable, Hashable {
        /// The name as written, with its prefix.
        package var name: String
        /// The value, references resolved.
        package var value: String

        /// Makes an attribute.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The name as written, with its prefix.
    package var name: String
    /// The attributes, in the document's order.
    package var attributes: [Attribute]
    /// The content, in the document's order.
    package var nodes: [Node]
    /// The line that its start tag is in, from 1; 0 for one that was not read.
    package var line: Int

    /// Makes an element.
    package init(name: String, attributes: [Attribute] = [], nodes: [Node] = [], line: Int = 0) {
        self.name = name
        self.attributes = attributes
        self.nodes = nodes
        self.line = line
    }

    /// The name without a prefix.
    package var localName: String { Self.localName(of: name) }

    /// The elements right inside it.
    package var children: [XMLElement] {
        nodes.compactMap { node in
            if case .element(let element) = node { element } else { nil }
        }
    }

    /// The characters right inside it, without white space around them.
    package var text: String {
        var text = ""
        for case .text(let part) in nodes { text += part }
        return text.trimmed
    }

    /// The elements right inside it of a name, which is compared without prefixes and without regard to case: both are often wrong in the field.
    package func children(named name: String) -> [XMLElement] {
        children.filter { $0.isNamed(name) }
    }

    /// The first element right inside it of a name; see ``children(named:)``.
    package func first(_ name: String) -> XMLElement? {
        for case .element(let element) in nodes where element.isNamed(name) { return element }
        return nil
    }

    /// The value of an attribute, without white space around it; `nil` where it is absent or empty. Names are compared as those of elements,
    /// and a name without a prefix goes before one with.
    package subscript(attribute name: String) -> String? {
        let attribute =
            attributes.first { $0.name.equalsIgnoringCase(name) }
            ?? attributes.first { Self.localName(of: $0.name).equalsIgnoringCase(name) }
        let value = attribute?.value.trimmed
        return value?.isEmpty == false ? value : nil
    }

    /// Whether it has this name, prefixes and case aside.
    package func isNamed(_ name: String) -> Bool { Self.localName(of: self.name).equalsIgnoringCase(name) }

    private static func localName(of name: String) -> String {
        guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
        return String(name[name.utf8.index(after: colon)...])
    }
}
