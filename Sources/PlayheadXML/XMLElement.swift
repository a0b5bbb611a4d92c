/// An element of an XML document, with all that is in it.
public struct XMLElement: Sendable, Hashable {
    /// A part of the content of an element.
    public enum Node: Sendable, Hashable {
        /// An element inside it.
        case element(XMLElement)
        /// Characters; references are resolved, CDATA sections are as they are.
        case text(String)
    }

    /// One attribute.
    public struct Attribute: Sendable, Hashable {
        /// The name as written, with its prefix.
        public var name: String
        /// The value, references resolved.
        public var value: String

        /// Makes an attribute.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The name as written, with its prefix.
    public var name: String
    /// The attributes, in the document's order.
    public var attributes: [Attribute]
    /// The content, in the document's order.
    public var nodes: [Node]
    /// The line that its start tag is in, from 1; 0 for one that was not read.
    public var line: Int

    /// Makes an element.
    public init(name: String, attributes: [Attribute] = [], nodes: [Node] = [], line: Int = 0) {
        self.name = name
        self.attributes = attributes
        self.nodes = nodes
        self.line = line
    }

    /// The name without a prefix.
    public var localName: String { Self.localName(of: name) }

    /// The elements right inside it.
    public var children: [XMLElement] {
        nodes.compactMap { node in
            if case .element(let element) = node { element } else { nil }
        }
    }

    /// The characters right inside it, without white space around them.
    public var text: String {
        var text = ""
        for case .text(let part) in nodes { text += part }
        return text.trimmed
    }

    /// The elements right inside it of a name, which is compared without prefixes and without regard to case: both are often wrong in the field.
    public func children(named name: String) -> [XMLElement] {
        children.filter { $0.isNamed(name) }
    }

    /// The first element right inside it of a name; see ``children(named:)``.
    public func first(_ name: String) -> XMLElement? {
        for case .element(let element) in nodes where element.isNamed(name) { return element }
        return nil
    }

    /// The value of an attribute, without white space around it; `nil` where it is absent or empty. Names are compared as those of elements,
    /// and a name without a prefix goes before one with.
    public subscript(attribute name: String) -> String? {
        let attribute =
            attributes.first { $0.name.equalsIgnoringCase(name) }
            ?? attributes.first { Self.localName(of: $0.name).equalsIgnoringCase(name) }
        let value = attribute?.value.trimmed
        return value?.isEmpty == false ? value : nil
    }

    /// Whether it has this name, prefixes and case aside.
    public func isNamed(_ name: String) -> Bool { Self.localName(of: self.name).equalsIgnoringCase(name) }

    private static func localName(of name: String) -> String {
        guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
        return String(name[name.utf8.index(after: colon)...])
    }
}
