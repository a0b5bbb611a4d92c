/// Where the playhead is as a function of the monotonic time: an anchor and a rate.
struct MediaClock: Sendable, Equatable {
    private var anchorMedia = 0.0
    private var anchorHost = 0.0
    /// Seconds of media a second of monotonic time while it runs.
    private(set) var rate = 1.0
    private(set) var isRunning = false

    /// The playhead at monotonic time `host`, in seconds.
    func time(at host: Double) -> Double {
        isRunning ? anchorMedia + (host - anchorHost) * rate : anchorMedia
    }

    /// The monotonic time at which the playhead gets to `media`; infinity while it stands.
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

    /// Follows a master (the audio device) that is at `media` now: small deviations are worked off, large ones taken at once.
    mutating func follow(_ media: Double, at host: Double) {
        let deviation = media - time(at: host)
        let jump = 0.25
        let share = 0.1
        set(time(at: host) + (abs(deviation) > jump ? deviation : deviation * share), at: host)
    }
}
