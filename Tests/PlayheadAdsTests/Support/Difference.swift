import Foundation

/// Compares two JSON values.
enum Difference {
    /// Returns the differences with their paths; empty if the values are equal.
    static func between(_ expected: Any, _ found: Any, at place: String = "") -> [String] {
        switch (expected, found) {
        case (let expected as [String: Any], let found as [String: Any]):
            return Set(expected.keys).union(found.keys).sorted().flatMap { key -> [String] in
                guard let left = expected[key] else { return ["\(place).\(key): nothing is expected, \(found[key] ?? "") found"] }
                guard let right = found[key] else { return ["\(place).\(key): \(left) is expected, nothing found"] }
                return between(left, right, at: "\(place).\(key)")
            }
        case (let expected as [Any], let found as [Any]):
            guard expected.count == found.count else { return ["\(place): \(expected.count) are expected, \(found.count) found"] }
            return zip(expected, found).enumerated().flatMap { between($1.0, $1.1, at: "\(place)[\($0)]") }
        case (let expected as String, let found as String):
            return expected == found ? [] : ["\(place): \(expected) is expected, \(found) found"]
        default:
            guard let left = number(expected), let right = number(found) else {
                return ["\(place): \(expected) is expected, \(found) found"]
            }
            return left == right ? [] : ["\(place): \(left) is expected, \(right) found"]
        }
    }

    private static func number(_ value: Any) -> Double? {
        (value as? NSNumber)?.doubleValue ?? (value as? Int).map(Double.init) ?? (value as? Double)
    }
}
