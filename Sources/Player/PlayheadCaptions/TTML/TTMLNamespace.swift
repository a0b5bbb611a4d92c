import PlayheadXML

/// The namespace of the elements of TTML in a document (W3C TTML2 §5.1), which several prefixes may have.
struct TTMLNamespace {
    private static let attribute = "xmlns"
    /// The names of the attributes that declare the namespace.
    private let declarations: Set<String>

    /// Reads the declarations of the outermost element, whose prefix has the namespace in any case.
    init(_ root: XMLElement) {
        let declared = root.attributes.filter { $0.name.hasPrefix(Self.attribute) && Self.isTTML($0.value) }.map(\.name)
        declarations = Set(declared + [Self.declaration(of: root)])
    }

    /// Whether an element is in the namespace, by its own declaration or by that of the outermost element.
    func contains(_ element: XMLElement) -> Bool {
        let name = Self.declaration(of: element)
        let own = element.attributes.first { $0.name == name }
        return own.map { Self.isTTML($0.value) } ?? declarations.contains(name)
    }

    /// Returns the name of the attribute that declares the namespace of an element.
    private static func declaration(of element: XMLElement) -> String {
        let prefix = element.name.dropLast(element.localName.count + 1)
        return prefix.isEmpty ? attribute : "\(attribute):\(prefix)"
    }

    /// Whether a namespace is that of elements, of any edition; those of attributes and of metadata have a fragment.
    private static func isTTML(_ namespace: String) -> Bool {
        (namespace.contains("/ns/ttml") || namespace.contains("/ttaf1")) && !namespace.contains("#")
    }
}
