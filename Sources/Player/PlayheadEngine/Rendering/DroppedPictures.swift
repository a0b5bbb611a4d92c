import PlayheadCore

/// Detects a level that the machine cannot decode in time, from the pictures that are dropped.
struct DroppedPictures: Sendable {
    /// The duration of the pictures that are judged together, in seconds of media.
    static let period = 3.0
    /// The share of dropped pictures above which a period counts.
    static let maximumShare = 0.2
    /// The number of such periods in a row after which a level is too much: one may be a short disturbance.
    static let periods = 2

    private var level: QualityLevel?
    private var duration = 0.0
    private var shown = 0
    private var dropped = 0
    private var badPeriods = 0

    /// Starts again, because pictures are missing for another reason.
    mutating func reset() { self = DroppedPictures() }

    /// Counts a picture of `level` that lasts `duration` seconds.
    /// - Returns: Whether the level is too much for the machine.
    mutating func count(_ level: QualityLevel?, duration: Double, isShown: Bool) -> Bool {
        if level != self.level {
            reset()
            self.level = level
        }
        if isShown { shown += 1 } else { dropped += 1 }
        self.duration += max(0, duration)
        guard self.duration >= Self.period else { return false }
        let share = Double(dropped) / Double(shown + dropped)
        let bad = share > Self.maximumShare ? badPeriods + 1 : 0
        reset()
        self.level = level
        guard bad < Self.periods else { return true }
        badPeriods = bad
        return false
    }
}
