extension Optional where Wrapped == Int {
    /// The value; null if it is absent.
    package var eventValue: EventValue { map { .int($0) } ?? .null }
}

extension Optional where Wrapped == Double {
    /// The value; null if it is absent.
    package var eventValue: EventValue { map { .double($0) } ?? .null }
}

extension Optional where Wrapped == String {
    /// The value; null if it is absent.
    package var eventValue: EventValue { map { .string($0) } ?? .null }
}
