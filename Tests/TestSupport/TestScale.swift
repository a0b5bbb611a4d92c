import Foundation

/// The scale of tests with many inputs or long playback: small by default, complete if `PLAYHEAD_LONG_TESTS` is set (`./test --long`).
package enum TestScale {
    /// Whether the tests run completely.
    package static let isLong = ProcessInfo.processInfo.environment["PLAYHEAD_LONG_TESTS"].map { !$0.isEmpty && $0 != "0" } ?? false

    /// Returns the number of rounds of a long run; otherwise an eighth of it, at least one.
    package static func rounds(_ long: Int) -> Int { isLong ? long : max(1, long / 8) }

    /// Returns the seeds of a random test: one for each of ``rounds(_:)``, or `FIRST-LAST` as in `PLAYHEAD_SEEDS`.
    package static func seeds(_ long: Int) -> ClosedRange<UInt64> {
        let wanted = ProcessInfo.processInfo.environment["PLAYHEAD_SEEDS"]?.split(separator: "-").compactMap { UInt64($0) } ?? []
        guard wanted.count == 2, wanted[0] <= wanted[1] else { return 0...UInt64(rounds(long) - 1) }
        return wanted[0]...wanted[1]
    }

    /// Returns one value for a long run, and another one otherwise.
    package static func pick<Value>(long: Value, short: Value) -> Value { isLong ? long : short }
}
