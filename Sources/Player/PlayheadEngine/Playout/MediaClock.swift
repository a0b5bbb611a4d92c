/// The playhead as a function of monotonic time: an anchor and a rate.
struct MediaClock: Sendable, Equatable {
    private var anchorMedia = 0.0
    private var anchorHost = 0.0
    /// The seconds of media per second of monotonic time while the clock runs.
    private(set) var rate = 1.0
    private(set) var isRunning = false

    /// Returns the playhead at monotonic time `host`, in seconds.
    func time(at host: Double) -> Double {
        isRunning ? anchorMedia + (host - anchorHost) * rate : anchorMedia
    }

    /// Returns the monotonic time at which the playhead reaches `media`; infinity while the clock is stopped.
    func host(of media: Double) -> Double {
        isRunning ? anchorHost + (media - anchorMedia) / rate : .infinity
    }

    mutating func set(_ media: Double, at host: Double) {
        anchorMedia = media
        anchorHost = host
    }

    mutating func start(at host: Double) {
        anchorHost = host
        isRunning = true
    }

    mutating func stop(at host: Double) {
        set(time(at: host), at: host)
        isRunning = false
    }

    mutating func setRate(_ rate: Double, at host: Double) {
        set(time(at: host), at: host)
        self.rate = rate
    }

    /// Follows a master (the audio device) that is at `media`: small deviations are reduced gradually, large ones corrected at once.
    mutating func follow(_ media: Double, at host: Double) {
        let deviation = media - time(at: host)
        let jump = 0.25
        let share = 0.1
        set(time(at: host) + (abs(deviation) > jump ? deviation : deviation * share), at: host)
    }
}
