import Foundation

/// How much the tests that try many inputs, or play for long, do: little on every run, all of it where `PLAYHEAD_LONG_TESTS` is set (`./test --long`).
public enum TestScale {
    /// Whether everything is to be done, however long it takes.
    public static let isLong = ProcessInfo.processInfo.environment["PLAYHEAD_LONG_TESTS"].map { !$0.isEmpty && $0 != "0" } ?? false

    /// So many rounds on a long run, otherwise an eighth of them, and at least one.
    public static func rounds(_ long: Int) -> Int { isLong ? long : max(1, long / 8) }

    /// One value for a long run, another one for every run.
    public static func pick<Value>(long: Value, short: Value) -> Value { isLong ? long : short }
}
