import PlayheadCore

/// The warnings about data that cannot be decoded: damaged data gives an error for every packet, and one a second is enough.
///
/// Lives on the engine's executor.
final class DecodingWarnings {
    private let url: String
    private let clock: any PlaybackClock
    private let report: @Sendable (EngineReport) -> Void
    private var last = -Double.infinity

    /// Creates warnings about the media at `url`, which is without credentials.
    init(url: String, clock: any PlaybackClock, report: @escaping @Sendable (EngineReport) -> Void) {
        self.url = url
        self.clock = clock
        self.report = report
    }

    /// The warning for a reason.
    func warning(_ reason: String) -> PlaybackError { PlaybackError(.decoding, severity: .warning, url: url, underlying: reason) }

    /// Reports a warning, at most one a second.
    func warn(_ reason: String) {
        let now = clock.now
        guard now - last >= 1 else { return }
        last = now
        report(.warning(warning(reason)))
    }
}
