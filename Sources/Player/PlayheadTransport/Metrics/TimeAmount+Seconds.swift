import NIOCore

extension TimeAmount {
    /// The amount in seconds.
    var inSeconds: Double { Double(nanoseconds) / 1e9 }
}

extension Double {
    /// The amount of time for a number of seconds, limited to the range from 0 to a year; NaN is 0.
    var timeAmount: TimeAmount {
        guard self > 0 else { return .zero }
        let year = 31_536_000.0
        return .nanoseconds(Int64(saturating: Swift.min(self, year) * 1e9, rounding: .down))
    }
}
