/// A value of a key, as a structured field has it (RFC 9651 §3).
package enum CMCDValue: Sendable, Hashable {
    /// One value.
    case item(CMCDItem)
    /// An inner list of values.
    case list([CMCDItem])

    static func integer(_ value: Int) -> CMCDValue { .item(CMCDItem(.integer(value))) }
    static func string(_ value: String) -> CMCDValue { .item(CMCDItem(.string(value))) }
    static func token(_ value: String) -> CMCDValue { .item(CMCDItem(.token(value))) }
    static func boolean(_ value: Bool) -> CMCDValue { .item(CMCDItem(.boolean(value))) }

    /// The values: those of the list, or the only one.
    package var items: [CMCDItem] {
        switch self {
        case .item(let item): [item]
        case .list(let items): items
        }
    }
}

/// A value with its parameters.
package struct CMCDItem: Sendable, Hashable {
    /// A value without parameters.
    package enum Bare: Sendable, Hashable {
        /// An integer of at most 15 digits.
        case integer(Int)
        /// A number with at most three decimals.
        case decimal(Double)
        /// A Boolean.
        case boolean(Bool)
        /// Printable ASCII characters.
        case string(String)
        /// A token.
        case token(String)
        /// A value of a type that no key uses: bytes, a date or a text in Unicode; its text on the wire.
        case other(String)
    }

    /// A parameter.
    package struct Parameter: Sendable, Hashable {
        /// The name.
        package var name: String
        /// The value.
        package var value: Bare

        init(_ name: String, _ value: Bare) {
            self.name = name
            self.value = value
        }
    }

    /// The value.
    package var value: Bare
    /// The parameters, in order.
    package var parameters: [Parameter]

    init(_ value: Bare, _ parameters: [Parameter] = []) {
        self.value = value
        self.parameters = parameters
    }

    /// An integer for a kind of object; `nil` for all kinds.
    init(_ value: Int, for object: CMCDObjectType?) {
        self.init(.integer(value), object.map { [Parameter($0.rawValue, .boolean(true))] } ?? [])
    }

    /// The kind of object that the value is for; `nil` without one.
    package var object: CMCDObjectType? { parameters.lazy.compactMap { CMCDObjectType(rawValue: $0.name) }.first }
}
