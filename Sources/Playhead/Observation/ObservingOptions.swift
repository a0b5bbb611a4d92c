/// What an observer of a property is told, and when; as `NSKeyValueObservingOptions`.
public struct ObservingOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Changes carry the new value.
    public static let new = ObservingOptions(rawValue: 1)
    /// Changes carry the old value.
    public static let old = ObservingOptions(rawValue: 2)
    /// The observer is called once before the registration returns.
    public static let initial = ObservingOptions(rawValue: 4)
    /// The observer is called before each change, too; that call has no new value.
    public static let prior = ObservingOptions(rawValue: 8)
}

/// One call of an observer.
public struct ObservedChange<Value: Sendable>: Sendable {
    /// The value after the change, with `.new`; `nil` in calls before a change.
    public let newValue: Value?
    /// The value before the change, with `.old`; `nil` in the initial call.
    public let oldValue: Value?
    /// Whether the change is still to come.
    public let isPrior: Bool
}
