import PlayheadCore

/// The sleep that playback prevents.
struct SleepInhibition: OptionSet, Sendable, Hashable {
    let rawValue: UInt32

    /// The suspension of the machine (the portal's flag).
    static let suspend = SleepInhibition(rawValue: 4)
    /// The idle session: the screen stays on (the portal's flag).
    static let idle = SleepInhibition(rawValue: 8)

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Returns what a player prevents: nothing unless it plays or waits for data; the screen stays on only for pictures that are shown.
    init(isPlaying: Bool, hasPictures: Bool, isHidden: Bool) {
        guard isPlaying else {
            self = []
            return
        }
        self = hasPictures && !isHidden ? [.suspend, .idle] : .suspend
    }

    /// The names of the lock in logind's `Inhibit`.
    var logindNames: String {
        [contains(.suspend) ? "sleep" : nil, contains(.idle) ? "idle" : nil].compactMap { $0 }.joined(separator: ":")
    }
}
