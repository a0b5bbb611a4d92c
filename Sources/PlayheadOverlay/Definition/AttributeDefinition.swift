/// The type of an attribute.
public enum AttributeType: Sendable, Hashable {
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
public struct ChoiceDefinition: Sendable, Hashable {
    /// The name of the type.
    public var name: String
    /// The description.
    public var summary: String
    /// The values.
    public var values: [String]
}

/// An attribute of a message.
public struct AttributeDefinition: Sendable, Hashable {
    /// The key in notifications (`…UserInfoKey`) and in encoded messages.
    public var key: String
    /// The type.
    public var type: AttributeType
    /// Whether the attribute is required.
    public var isRequired: Bool
    /// The description, with the unit.
    public var summary: String

    init(_ key: String, _ type: AttributeType, isRequired: Bool = true, summary: String) {
        self.key = key
        self.type = type
        self.isRequired = isRequired
        self.summary = summary
    }
}
