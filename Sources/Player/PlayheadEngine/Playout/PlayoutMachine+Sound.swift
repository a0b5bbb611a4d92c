import PlayheadCore

/// Sound: silence in gaps, gaps common to all tracks, and switching to other sound.
extension PlayoutMachine {
    /// A gap in all tracks.
    struct Gap: Sendable, Hashable {
        /// The end of what is presented before the gap, in seconds.
        var start: Double
        /// The time at which the tracks continue, in seconds.
        var end: Double
    }

    /// The next gap common to all tracks, such as segments that are marked as missing, whether or not its end is loaded; otherwise `nil`.
    func commonGap(_ facts: PlayoutFacts) -> Gap? {
        var gap = Gap(start: position, end: .infinity)
        if let pictures = facts.pictures, pictures.supply != .ended || !pictures.queue.isEmpty {
            guard let picture = pictures.queue.first else { return nil }
            gap.start = max(gap.start, pictures.end)
            // Inside a run a picture may be intended to stay, but not for hours.
            guard picture.time - gap.start > (picture.isSameRun ? PlayoutLimits.maximumStillDuration : PlayoutLimits.commonGap) else {
                return nil
            }
            gap.end = picture.time
        }
        if let sound = facts.sound {
            // All decoded sound is heard.
            gap.start = max(gap.start, sound.end)
            if !sound.isDecoded {
                guard let next = sound.gapEnd else { return nil }
                // Audio segments start some samples before video segments; the picture has to be available.
                if next < gap.end - PlayoutLimits.preroll { gap.end = next }
            }
        }
        return gap.end < .infinity && gap.end - gap.start > PlayoutLimits.commonGap ? gap : nil
    }

    /// Whether a common gap follows whose end is loaded.
    func isBeforeGap(_ facts: PlayoutFacts) -> Bool { facts.loaded.isGapEnd && commonGap(facts) != nil }

    /// Skips a gap common to all tracks once everything before it was presented.
    /// - Returns: Whether a gap was skipped.
    mutating func skipGap(_ facts: PlayoutFacts) -> Bool {
        guard facts.loaded.isGapEnd, let gap = commonGap(facts), position >= gap.start - PlayoutLimits.soundTolerance else { return false }
        // The clock may be ahead of the device.
        if let sound = facts.sound, let audibleTime = sound.audibleTime, audibleTime < sound.end - PlayoutLimits.soundTolerance,
            position < sound.end + PlayoutLimits.clockLead
        {
            return false
        }
        let wasMoving = motion == .moving
        hold(at: facts.now)
        emit(.skipGap(from: position, to: gap.end))
        position = gap.end
        clock.set(position, at: facts.now)
        waitToMove(amount: 0, reason: .loading, reportsStart: !wasMoving, at: facts.now)
        return true
    }

    /// The time up to which silence is played, in seconds, if the sound has a gap that other tracks do not have; otherwise `nil`.
    ///
    /// Sound that was not read yet may begin where reading has stopped: silence beyond would replace it.
    func silenceEnd(_ facts: PlayoutFacts) -> Double? {
        guard motion != .held, let sound = facts.sound, !isBeforeGap(facts) else { return nil }
        var end = position + PlayoutLimits.silenceLead
        switch sound.supply {
        case .hole: break
        case .absent(let known) where sound.hasOutput: end = min(end, known)
        case .absent, .full, .starved, .ended: return nil
        }
        return sound.end < end ? end : nil
    }

    /// The supply of sound for the playhead.
    func soundReach(_ facts: PlayoutFacts) -> PlayheadReach.Supply {
        guard let sound = facts.sound else { return .ready }
        switch sound.supply {
        case .full, .ended: return .ready
        case .starved:
            // After an error no more sound follows, and the last pictures may outlast it.
            let tail = facts.loaded.error != nil && facts.pictures?.queue.isEmpty == false ? PlayoutLimits.commonGap : 0
            return .awaited(from: max(sound.end, sound.firstTimeInside ?? sound.end) + tail)
        // Silence is added as the playhead moves, because it has to be played in sync.
        case .absent, .hole: return sound.end > position ? .awaited(from: sound.end) : .ready
        }
    }

    /// Returns an attempt to switch to the selected sound if some of it is loaded: during playback at the end of the decoded old sound,
    /// which is heard until then.
    mutating func attemptTakeover(_ facts: PlayoutFacts) -> SoundTakeover.Attempt? {
        guard seek == nil, !isOver, let sound = facts.sound, facts.stagedSound != nil else { return nil }
        guard motion == .moving, sound.hasSound || sound.isDecoded else {
            return SoundTakeover.Attempt(time: position, isUrgent: motion != .held, joins: false)
        }
        let isDry = !sound.isDecoded && position >= sound.end - PlayoutLimits.soundTolerance
        return SoundTakeover.Attempt(time: max(sound.end, position), isUrgent: isDry, joins: true)
    }
}

/// Detects an audio device that has stopped, such as a suspended sink: it has sound to play, and its position stands still.
struct DeviceWatch: Sendable, Equatable {
    /// The position of the device, in seconds; `nil` if it need not move.
    private var position: Double?
    /// The monotonic time of the last change, in seconds.
    private var changeTime = 0.0

    /// Records the position of a device that was started, or the absence of one.
    mutating func note(_ sound: PlayoutFacts.Sound?, isRunning: Bool, at now: Double) {
        let new = sound.flatMap { isRunning && $0.isMaster && !$0.isDrained ? $0.audibleTime : nil }
        guard new == nil || new != position else { return }
        (position, changeTime) = (new, now)
    }

    /// Whether the device has stopped.
    func isStopped(at now: Double) -> Bool { position != nil && now - changeTime >= PlayoutLimits.deviceStop }
}
