/// Returns the differences between two JSON values, as paths like `segments.3.duration`. Numbers are equal within a microsecond, and as
/// their texts.
func differences(_ expected: Any?, _ actual: Any?, at path: String = "") -> Set<String> {
    func below(_ key: String) -> String { path.isEmpty ? key : path + "." + key }
    switch (expected, actual) {
    case (nil, nil): return []
    case (let expected as [String: Any], let actual as [String: Any]):
        return Set(expected.keys).union(actual.keys).reduce(into: []) { $0.formUnion(differences(expected[$1], actual[$1], at: below($1))) }
    case (let expected as [Any], let actual as [Any]):
        return (0..<max(expected.count, actual.count)).reduce(into: []) { found, index in
            let one = index < expected.count ? expected[index] : nil
            let other = index < actual.count ? actual[index] : nil
            found.formUnion(differences(one, other, at: below(String(index))))
        }
    default:
        if let one = number(expected), let other = number(actual), abs(one - other) < 1e-3 { return [] }
        if let one = expected as? String, let other = actual as? String, one == other { return [] }
        return [path]
    }
}

private func number(_ value: Any?) -> Double? {
    switch value {
    case let value as Double: value
    case let value as Int: Double(value)
    case let value as Bool: value ? 1 : 0
    case let value as String: Double(value)
    default: nil
    }
}
