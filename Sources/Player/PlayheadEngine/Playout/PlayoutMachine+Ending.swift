import PlayheadCore

/// The end of playback: its time, whether it is reached, and whether it is regular.
extension PlayoutMachine {
    /// The end of pictures and sound, in seconds, once both are decoded completely; with or without the effect of the sound's delay.
    func mediaEnd(_ facts: PlayoutFacts, isDelayed: Bool = true) -> Double? {
        let sound = facts.sound
        guard let pictures = facts.pictures else {
            guard let sound else { return 0 }
            return sound.isDecoded ? max(0, sound.hasSound ? sound.end : position) : nil
        }
        guard sound?.isDecoded != false else { return nil }
        // A delay does not make the item longer: what would be heard after its end is not played.
        let soundEnd = sound.map { $0.hasSound ? $0.end - (isDelayed ? max(0, $0.delay) : 0) : 0 } ?? 0
        if pictures.areLeftOut { return pictures.trackEnd.map { max($0, soundEnd) } }
        guard pictures.supply == .ended, pictures.queue.isEmpty else { return nil }
        return max(pictures.end, soundEnd)
    }

    /// The end that the playhead does not pass, in seconds: that of the packets, or of what was decoded of them, as long as they are not all decoded;
    /// infinity if it is unknown. So a process that was stopped for a while does not leave the media behind.
    func endAhead(_ facts: PlayoutFacts) -> Double {
        if let end = mediaEnd(facts) { return end }
        guard let loaded = facts.loaded.end else { return .infinity }
        return max(loaded, facts.pictures?.queue.last?.time ?? loaded, facts.sound.map { $0.end - max(0, $0.delay) } ?? loaded)
    }

    /// Whether everything was shown and heard.
    func isAtEnd(_ facts: PlayoutFacts) -> Bool {
        guard let end = mediaEnd(facts) else { return false }
        let isHeard = facts.sound.map { $0.isDrained || $0.delay > 0 } ?? true
        return position >= end - PlayoutLimits.endTolerance && isHeard
    }

    /// Ends playback, regularly or with an error.
    mutating func finish(_ facts: PlayoutFacts) {
        let media = mediaEnd(facts) ?? position
        // The playhead does not go back to an end that damaged timestamps place before it; only to that of sound whose delay grew.
        let last = mediaEnd(facts, isDelayed: false) ?? position
        let isBehind = position > last + PlayoutLimits.endDistance
        hold(at: facts.now)
        wantsToMove = false
        isFirstFrameReported = false
        if let error = endError(at: media, facts) {
            fail(error, at: facts.now)
        } else {
            if isBehind { length.estimate(position) }
            length.settle(at: isBehind ? position : media)
            position = length.duration
            clock.set(position, at: facts.now)
            emit(.end(duration: length.duration))
        }
        emit(.wait(until: .infinity))
    }

    /// Returns the error if an end at `end` (seconds) is not regular.
    private func endError(at end: Double, _ facts: PlayoutFacts) -> PlaybackError? {
        if let error = facts.loaded.error ?? facts.loaded.endError { return error }
        // A truncated file ends before the time in its header; a duration that the media outlasted comes from what was loaded.
        // Pictures alone that are left out, or of which none was loaded, were not tried.
        let isUntried = facts.pictures.map { $0.areLeftOut || facts.loaded.end == nil } ?? true
        let hasDecoded = facts.pictures?.hasDecoded == true || facts.sound.map { $0.hasDecoded || $0.handedFrames > 0 } ?? isUntried
        // What was loaded is longer than what was decoded if nothing of it could be.
        let last = hasDecoded ? end : max(end, facts.loaded.end ?? end)
        if let tolerance = item.announcedTolerance, !length.isOutlasted, length.duration < .infinity, last < length.duration - tolerance {
            return PlaybackError(.truncated, url: item.url, underlying: "It ends at \(end) s of \(length.duration) s.")
        }
        if !hasDecoded {
            return PlaybackError(.decoding, url: item.url, underlying: "None of it could be decoded.")
        }
        return nil
    }
}
