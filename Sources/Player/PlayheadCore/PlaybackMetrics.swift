/// The quality of experience of a player's playbacks: a pure function of the emitted events.
///
/// Times are those of the monotonic clock, in seconds unless noted otherwise. Seeks, and waiting for their data, do not count as
/// rebuffering.
public struct PlaybackMetrics: Sendable, Hashable {
    // It has more than 20 stored properties: one for each metric, and the times from which they are computed.

    /// The time that a level was on the screen while the playhead moved.
    public struct LevelTime: Sendable, Hashable {
        /// The level.
        public var level: QualityLevel
        /// The time, in seconds.
        public var time: Double
    }

    /// The number of items for which playback was requested.
    public private(set) var attempts = 0
    /// The number of items of which a first frame was shown.
    public private(set) var starts = 0
    /// The number of items that the viewer left after requesting playback and before a first frame, without an error.
    public private(set) var exitsBeforeStart = 0
    /// The number of items that were played to their end.
    public private(set) var completions = 0
    /// The duration of the first start in milliseconds: from the request to play, or with autoplay from opening, to the first frame,
    /// without the ads before it.
    public private(set) var startupTime: Double?
    /// The time in which the playhead moved, in seconds.
    public private(set) var playTime = 0.0
    /// The number of stalls.
    public private(set) var rebufferCount = 0
    /// The time spent waiting after stalls, in seconds.
    public private(set) var rebufferTime = 0.0
    /// The number of requested seeks.
    public private(set) var seeks = 0
    /// The time in each level, in the order of first appearance.
    public private(set) var levels: [LevelTime] = []
    /// The number of changes of the level on the screen to a higher one.
    public private(set) var switchesUp = 0
    /// The number of changes of the level on the screen to a lower one, or to one that cannot be compared.
    public private(set) var switchesDown = 0
    /// The number of pictures that were too late to be shown, according to the access log or the counters of the engines; `nil` before the
    /// first picture.
    public private(set) var droppedFrames: Int?
    /// The fatal errors.
    public private(set) var errors: [PlaybackError] = []
    /// The number of warnings.
    public private(set) var warnings = 0

    private var openedAt: Double?
    /// The start of the current ads, and the total time of ads before the first frame, in seconds.
    private var adsSince: Double?
    private var adTime = 0.0
    private var wishedAt: Double?
    /// The time from which ``startupTime`` counts: that of the request, later by the duration of the ads.
    private var startOrigin: Double?
    private var isAttempted = false
    private var isStarted = false
    private var playingSince: Double?
    private var stalledSince: Double?
    private var shown: QualityLevel?
    private var shownSince: Double?

    /// Makes empty metrics.
    public init() {}

    /// Makes the metrics of a player's events, from the first one on.
    public init(of events: some Sequence<any PlayerEvent>) {
        for event in events { take(event) }
    }

    /// The share of stall time in the time of playback and stalls, 0 to 1; `nil` if nothing was played.
    public var rebufferRatio: Double? {
        let whole = playTime + rebufferTime
        return whole > 0 ? rebufferTime / whole : nil
    }

    /// The number of changes of the level on the screen.
    public var switches: Int { switchesUp + switchesDown }

    /// The mean of the levels' peak bit rates, weighted by their time on the screen, in bits per second; `nil` if none is known.
    public var meanBitrate: Double? {
        var (bits, time) = (0.0, 0.0)
        for entry in levels {
            guard let bitrate = entry.level.bitrate else { continue }
            bits += Double(bitrate) * entry.time
            time += entry.time
        }
        return time > 0 ? bits / time : nil
    }

    /// Returns the same metrics with ongoing periods counted up to a time.
    /// - Parameters:
    ///   - time: The time, in seconds on the clock of the events' `monotonicTime`.
    ///   - framesDropped: The count of the engines, including the current period; `nil` uses the access log for ``droppedFrames``.
    /// - Returns: The metrics at the time.
    public func standing(at time: Double, framesDropped: Int? = nil) -> PlaybackMetrics {
        var copy = self
        copy.settlePlaying(at: time)
        copy.settleStall(at: time)
        if let framesDropped, starts > 0 || droppedFrames != nil { copy.droppedFrames = framesDropped }
        return copy
    }

    /// Adds the next event.
    public mutating func take(_ event: any PlayerEvent) {
        let now = event.context.monotonicTime
        switch event.name {
        case .onStateChange: if let change = event as? StateChangeEvent { take(change, now) }
        case .onPlaylistItem: open(at: now)
        case .onPlayAttempt: if let attempt = event as? PlayAttemptEvent { take(attempt, now) }
        case .onFirstFrame: start(at: now)
        case .onAdBreakStart: adsSince = now
        case .onAdBreakEnd:
            adTime += now - (adsSince ?? now)
            adsSince = nil
        case .onBuffer:
            if let buffer = event as? BufferEvent, buffer.reason == .stalled {
                rebufferCount += 1
                stalledSince = now
            }
        case .onSeek: seeks += 1
        case .onVisualQuality: if let quality = event as? VisualQualityEvent { show(quality.level, now) }
        case .onComplete:
            completions += 1
            isAttempted = false
        case .onIdle: leave()
        case .onError: if let problem = event as? ErrorEvent { fail(problem.error) }
        case .onSetupError: if let problem = event as? SetupErrorEvent { fail(problem.error) }
        case .onWarning: warnings += 1
        case .onAccessLog:
            if let log = event as? AccessLogEvent, log.entry.numberOfDroppedVideoFrames >= 0 {
                droppedFrames = (droppedFrames ?? 0) + log.entry.numberOfDroppedVideoFrames
            }
        default: break
        }
    }

    private mutating func take(_ change: StateChangeEvent, _ now: Double) {
        if change.oldState == .playing {
            settlePlaying(at: now)
            playingSince = nil
            shownSince = nil
        }
        if change.newState == .playing {
            playingSince = now
            if shown != nil { shownSince = now }
        }
        if change.oldState == .buffering {
            settleStall(at: now)
            stalledSince = nil
        }
    }

    private mutating func open(at now: Double) {
        leave()
        openedAt = now
        (adsSince, adTime) = (nil, 0)
        (isAttempted, isStarted, shown, shownSince) = (false, false, nil, nil)
    }

    private mutating func take(_ attempt: PlayAttemptEvent, _ now: Double) {
        attempts += 1
        settlePlaying(at: now)
        (isAttempted, isStarted, shown, shownSince) = (true, false, nil, nil)
        switch attempt.reason {
        case .external, .interaction, .interruption: wishedAt = now
        case .autostart, .playlist, .repeat: wishedAt = openedAt
        }
    }

    private mutating func start(at now: Double) {
        starts += 1
        isStarted = true
        guard startupTime == nil else { return }
        let milliseconds = 1000.0
        let origin = (wishedAt ?? now) + adTime
        startOrigin = origin
        startupTime = max(0, now - origin) * milliseconds
    }

    /// Returns the duration from the request to play to the first picture, which precedes the first frame event.
    /// - Parameter time: The time of the picture, in seconds on the clock of the events' `monotonicTime`.
    /// - Returns: The duration in milliseconds, counted as ``startupTime``, and 0 for a picture before the request; `nil` if playback was not
    ///   requested.
    package func startupTime(toPictureAt time: Double) -> Double? {
        let milliseconds = 1000.0
        return (startOrigin ?? wishedAt.map { $0 + adTime }).map { max(0, time - $0) * milliseconds }
    }

    private mutating func leave() {
        if isAttempted, !isStarted { exitsBeforeStart += 1 }
        isAttempted = false
    }

    private mutating func fail(_ error: PlaybackError) {
        errors.append(error)
        isAttempted = false
    }

    private mutating func show(_ level: QualityLevel, _ now: Double) {
        settlePlaying(at: now)
        if let shown, shown != level {
            if let before = shown.bitrate, let after = level.bitrate, after > before { switchesUp += 1 } else { switchesDown += 1 }
        }
        shown = level
        shownSince = playingSince
    }

    private mutating func settlePlaying(at now: Double) {
        if let since = playingSince {
            playTime += now - since
            playingSince = now
        }
        guard let level = shown, let since = shownSince else { return }
        shownSince = now
        if let index = levels.firstIndex(where: { $0.level == level }) {
            levels[index].time += now - since
        } else {
            levels.append(LevelTime(level: level, time: now - since))
        }
    }

    private mutating func settleStall(at now: Double) {
        guard let since = stalledSince else { return }
        rebufferTime += now - since
        stalledSince = now
    }
}

extension PlaybackMetrics {
    /// The metrics as the program's summary shows them; unknown values are null.
    public var fields: EventFields {
        [
            "attempts": .int(attempts), "starts": .int(starts), "exitsBeforeStart": .int(exitsBeforeStart),
            "completions": .int(completions), "startupTime": startupTime.map { .double($0) } ?? .null, "playTime": .double(playTime),
            "rebufferCount": .int(rebufferCount), "rebufferTime": .double(rebufferTime),
            "rebufferRatio": rebufferRatio.map { .double($0) } ?? .null, "seeks": .int(seeks),
            "levels": .array(
                levels.map {
                    .object(["level": $0.level.eventValue, "time": .double($0.time)])
                }),
            "meanBitrate": meanBitrate.map { .double($0) } ?? .null, "switchesUp": .int(switchesUp), "switchesDown": .int(switchesDown),
            "droppedFrames": droppedFrames.eventValue, "errors": .array(errors.map { .int($0.code) }), "warnings": .int(warnings),
        ]
    }
}
