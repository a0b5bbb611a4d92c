import PlayheadCore

/// Counts the pictures that are dropped, including those that the decoder skips, and finds a level that the machine cannot decode in time.
struct PictureCounter {
    private let statistics: StatisticsChange
    private var dropped = DroppedPictures()
    /// Whether the decoder skips pictures that no other refers to, and the time up to which it did, in seconds.
    private var skipping = (isOn: false, until: -Double.infinity)
    /// The last picture that was counted, without its content.
    private var last: DecodedFrame?
    /// The level that was found to be too much for the machine.
    private var overloading: QualityLevel?

    /// Makes a counter that changes `statistics`.
    init(_ statistics: @escaping StatisticsChange) { self.statistics = statistics }

    /// Judges levels from now on, because a seek or a gap interrupts the pictures.
    mutating func restart() {
        dropped.reset()
        last = nil
    }

    /// Counts a picture that follows another one with the end `end`, in seconds.
    mutating func count(_ frame: DecodedFrame, after end: Double, isShown: Bool) {
        countSkipped(before: frame.time, after: end, like: frame)
        last = DecodedFrame(frame: nil, format: frame.format, time: frame.time, duration: frame.duration)
        if !isShown { statistics { $0.framesDropped += 1 } }
        judge(frame, isShown: isShown)
    }

    /// Notes that the decoder starts or stops skipping pictures; `end` is the time of the last picture that it may have skipped, in seconds.
    /// - Returns: Whether this is a change.
    mutating func skip(_ isOn: Bool, until end: Double) -> Bool {
        guard isOn != skipping.isOn else { return false }
        skipping = (isOn, isOn ? .infinity : end)
        return true
    }

    /// Returns the level that was found to be too much for the machine since the last call.
    mutating func takeOverload() -> QualityLevel? {
        defer { overloading = nil }
        return overloading
    }

    /// Counts the pictures that the decoder skipped at the end of the track, from `end` to `trackEnd` (seconds), as dropped.
    mutating func countSkipped(until trackEnd: Double, after end: Double) {
        if let last { countSkipped(before: trackEnd, after: end, like: last) }
    }

    /// Counts the pictures that the decoder skipped between `end` and `time` (seconds) as dropped; `frame` is another one of them.
    private mutating func countSkipped(before time: Double, after end: Double, like frame: DecodedFrame) {
        guard time <= skipping.until, frame.duration > 0 else { return }
        let missing = ((time - end) / frame.duration).rounded()
        let limit = 1000.0
        guard missing >= 1, missing < limit else { return }
        statistics { $0.framesDropped += Int(saturating: missing) }
        for _ in 0..<Int(saturating: missing) { judge(frame, isShown: false) }
    }

    private mutating func judge(_ frame: DecodedFrame, isShown: Bool) {
        guard let level = frame.format.level, dropped.count(level, duration: frame.duration, isShown: isShown) else { return }
        overloading = level
    }
}
