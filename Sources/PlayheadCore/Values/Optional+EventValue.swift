extension Optional where Wrapped == Int {
    var eventValue: EventValue { map { .int($0) } ?? .null }
}

extension Optional where Wrapped == String {
    var eventValue: EventValue { map { .string($0) } ?? .null }
}
