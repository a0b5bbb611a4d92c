import PlayheadCore

/// The throttle for decoding warnings: damaged data causes an error for every packet, but one warning per second is enough.
///
/// Confined to the executor of the engine.
final class DecodingWarnings {
    private let url: String
    private let clock: any PlaybackClock
    private let report: @Sendable (EngineReport) -> Void
    private var last = -Double.infinity

    /// Creates the throttle for the media at `url`, a URL without credentials.
    init(url: String, clock: any PlaybackClock, report: @escaping @Sendable (EngineReport) -> Void) {
        self.url = url
        self.clock = clock
        self.report = report
    }

    /// Returns the warning for a reason.
    func warning(_ reason: String) -> PlaybackError { PlaybackError(.decoding, severity: .warning, url: url, underlying: reason) }

    /// Reports a warning, at most one per second.
    func warn(_ reason: String) {
        let now = clock.now
        guard now - last >= 1 else { return }
        last = now
        report(.warning(warning(reason)))
    }
}
