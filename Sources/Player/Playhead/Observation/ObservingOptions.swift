/// The values that an observer of a property receives, and when; as in `NSKeyValueObservingOptions`.
public struct ObservingOptions: OptionSet, Sendable, Hashable {
    /// The bits of the options.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Includes the new value in changes.
    public static let new = ObservingOptions(rawValue: 1)
    /// Includes the old value in changes.
    public static let old = ObservingOptions(rawValue: 2)
    /// Calls the observer once before the registration returns.
    public static let initial = ObservingOptions(rawValue: 4)
    /// Calls the observer before each change too, without a new value.
    public static let prior = ObservingOptions(rawValue: 8)
}

/// A call of an observer.
public struct ObservedChange<Value: Sendable>: Sendable {
    /// The value after the change, with `.new`; `nil` in calls before a change.
    public let newValue: Value?
    /// The value before the change, with `.old`; `nil` in the initial call.
    public let oldValue: Value?
    /// Whether the call precedes the change.
    public let isPrior: Bool
}
