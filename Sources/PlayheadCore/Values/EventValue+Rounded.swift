extension EventValue {
    /// The value with all numbers rounded to a millionth, so that sums of times are written without the error of their representation.
    package var rounded: EventValue {
        switch self {
        case .double(let number): .double(Self.rounded(number))
        case .array(let values): .array(values.map(\.rounded))
        case .object(let fields): .object(fields.fields.reduce(into: [:] as EventFields) { $0[$1.key] = $1.value.rounded })
        case .null, .bool, .int, .string: self
        }
    }

    private static func rounded(_ number: Double) -> Double {
        let (million, limit) = (1_000_000.0, 1e9)
        guard abs(number) < limit else { return number }
        return (number * million).rounded() / million
    }
}
