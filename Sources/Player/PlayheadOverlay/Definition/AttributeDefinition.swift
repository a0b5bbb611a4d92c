/// The type of an attribute.
package enum AttributeType: Sendable, Hashable {
    /// A text with a maximum number of characters.
    case string(maximumLength: Int)
    /// A text that contains JSON.
    case json
    /// An array of texts, with a maximum number of texts and of characters for each text.
    case strings(maximumCount: Int, maximumLength: Int)
    /// A Boolean.
    case boolean
    /// An integer.
    case int(ClosedRange<Int>)
    /// A 64-bit integer.
    case int64(ClosedRange<Int64>)
    /// A finite number.
    case float(ClosedRange<Float>)
    /// One of several strings.
    case choice(ChoiceDefinition)
    /// An ``OverlayError``.
    case error
}

/// The set of values of a choice.
package struct ChoiceDefinition: Sendable, Hashable {
    /// The name of the type.
    package var name: String
    /// The description.
    package var summary: String
    /// The values.
    package var values: [String]
}

/// An attribute of a message.
package struct AttributeDefinition: Sendable, Hashable {
    /// The key in notifications (`…UserInfoKey`) and in encoded messages.
    package var key: String
    /// The type.
    package var type: AttributeType
    /// Whether the attribute is required.
    package var isRequired: Bool
    /// The description, with the unit.
    package var summary: String

    init(_ key: String, _ type: AttributeType, isRequired: Bool = true, summary: String) {
        self.key = key
        self.type = type
        self.isRequired = isRequired
        self.summary = summary
    }
}
