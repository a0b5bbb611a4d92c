import PlayheadCore

/// Playback as fast as data arrives: the data moves the playhead, no picture is dropped, and no sound is played.
extension PlayoutMachine {
    mutating func playUnpaced(_ facts: PlayoutFacts) {
        let now = facts.now
        let stop = arrival ?? stopAhead(facts)
        if presentDue(before: stop ?? .infinity, facts) { return }
        reportFirstFrame(facts)
        if let arrival { return stand(at: arrival, facts) }
        if position >= nextTick - PlayoutLimits.stepRounding {
            reportProgress(facts)
            nextTick = position + item.tick * rate
        }
        if isAtEnd(facts) {
            advance(to: mediaEnd(facts) ?? position, facts)
            return finish(facts)
        }
        if skipGap(facts) { return }
        guard let next = nextMoment(before: stop ?? .infinity, facts) else { return waitForData(facts) }
        waits.data = nil
        let target = min(next, stop ?? .infinity)
        if let end = captionsWait(before: target, facts) { return emit(.wait(until: end)) }
        if target <= position, stop.map({ position < $0 }) ?? true {
            // Only the end of the queued sound is left here.
            return emit(.wait(until: now))
        }
        advance(to: target, facts)
        if let stop, position >= stop { arrival = stop }
    }

    /// Returns the time of the next event, in seconds, or `nil` if data is missing before it. Playback stops at position `stop`; pictures
    /// from there on are not shown.
    private func nextMoment(before stop: Double, _ facts: PlayoutFacts) -> Double? {
        // The selected sound is pending.
        if facts.stagedSound != nil { return nil }
        var next = min(nextTick, facts.nextTimed)
        if let picture = facts.pictures?.queue.first, isShown(picture, before: stop) { next = min(next, max(position, picture.time)) }
        if isBeforeGap(facts), let gap = commonGap(facts) {
            next = min(next, gap.start)
        } else {
            let reach = PlayheadReach([pictureReach(facts), soundReach(facts)])
            if reach.isReached(at: position, tolerance: 0) { return nil }
            next = min(next, reach.end)
            // Whether more follows what is decoded is known only once the playhead is there: it must not pass an end.
            if let sound = facts.sound, sound.supply == .full, sound.end > position { next = min(next, sound.end) }
        }
        return min(next, max(position, endAhead(facts)))
    }

    /// The monotonic time up to which captions at position `target` are awaited, in seconds; `nil` if they are loaded or the timeout has
    /// passed. A cue that ends with the loaded captions may continue.
    private mutating func captionsWait(before target: Double, _ facts: PlayoutFacts) -> Double? {
        guard facts.captionsReached <= target + PlayoutLimits.captionsRounding else {
            waits.captions = nil
            return nil
        }
        let since = waits.captions ?? facts.now
        waits.captions = since
        let end = since + PlayoutLimits.unpacedTimeout
        return facts.now < end ? end : nil
    }

    /// Waits for data. Playback that is faster than the network is not a stall; no data for the timeout is one.
    private mutating func waitForData(_ facts: PlayoutFacts) {
        if let error = facts.loaded.error {
            fail(error, at: facts.now)
            return emit(.wait(until: .infinity))
        }
        let since = waits.data ?? facts.now
        waits.data = since
        let end = since + PlayoutLimits.unpacedTimeout
        if facts.now < end { emit(.wait(until: end)) } else { stall(facts) }
    }
}
