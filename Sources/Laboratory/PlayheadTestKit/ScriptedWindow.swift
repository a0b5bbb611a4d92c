import PlayheadCore

/// The window of a scripted live stream, which advances in real time from the opening on.
struct ScriptedWindow {
    private let first: LiveWindow
    private let openedAt: Double
    private let grows: Bool

    init(_ first: LiveWindow, openedAt: Double, grows: Bool) {
        self.first = first
        self.openedAt = openedAt
        self.grows = grows
    }

    /// Returns the window at a time on the clock.
    func at(_ now: Double) -> LiveWindow {
        let passed = now - openedAt
        var window = first
        window.seekable = TimeRange(start: first.seekable.start + (grows ? 0 : passed), end: first.seekable.end + passed)
        window.edge += passed
        window.measuredAt = now
        return window
    }
}
