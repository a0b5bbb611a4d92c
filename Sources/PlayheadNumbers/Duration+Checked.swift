extension Duration {
    /// The most seconds that `init(saturating:)` gives, some 136 years: timers count nanoseconds in 64 bits.
    private static let maximumSeconds = 4_294_967_296.0

    /// The duration of `seconds`, limited to some 136 years in either direction. NaN becomes zero.
    package init(saturating seconds: Double) {
        let kept = seconds.isNaN ? 0 : min(max(seconds, -Self.maximumSeconds), Self.maximumSeconds)
        let whole = kept.rounded(.towardZero)
        self.init(
            secondsComponent: Int64(saturating: whole), attosecondsComponent: Int64(saturating: (kept - whole) * 1e18))
    }
}
