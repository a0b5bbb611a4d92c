/// What an attribute of a message may hold.
public enum AttributeType: Sendable, Hashable {
    /// A text of at most so many characters.
    case string(maximumLength: Int)
    /// A text that is JSON itself.
    case json
    /// A list of texts: at most so many, each of at most so many characters.
    case strings(maximumCount: Int, maximumLength: Int)
    /// A yes or no.
    case boolean
    /// A whole number.
    case int(ClosedRange<Int>)
    /// A whole number of 64 bits.
    case int64(ClosedRange<Int64>)
    /// A finite number.
    case float(ClosedRange<Float>)
    /// One of some words.
    case choice(ChoiceDefinition)
    /// An ``OverlayError``.
    case error
}

/// Words of which an attribute has one.
public struct ChoiceDefinition: Sendable, Hashable {
    /// What the words are called together, as a type.
    public var name: String
    /// What they say.
    public var summary: String
    /// The words.
    public var values: [String]
}

/// An attribute of a message.
public struct AttributeDefinition: Sendable, Hashable {
    /// Its key, in notifications (`…UserInfoKey`) and on the wire.
    public var key: String
    /// What it may hold.
    public var type: AttributeType
    /// Whether each such message has it.
    public var isRequired: Bool
    /// What it says, with its unit.
    public var summary: String

    init(_ key: String, _ type: AttributeType, isRequired: Bool = true, _ summary: String) {
        self.key = key
        self.type = type
        self.isRequired = isRequired
        self.summary = summary
    }
}
