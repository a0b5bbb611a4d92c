import PlayheadCore

extension AdController {
    // MARK: breaks

    /// Begins the first of the due breaks, or lets the content continue if there is none. The break follows `before`, if there is one,
    /// without content in between.
    mutating func beginBreak(
        _ due: ArraySlice<AdBreakPlanner.Occurrence>, _ waiting: ActiveBreak.Waiting, after before: ActiveBreak? = nil
    ) {
        guard let first = due.first else { return release(waiting, after: nil) }
        outputs.append(.holdContent)
        let load = consumeLoad(of: first)
        active = ActiveBreak(load: load, following: due.dropFirst(), waiting: waiting, seekTarget: before?.seekTarget)
        active?.played = first.elapsed
        active?.pauseOnceShown = before?.pauseOnceShown
        // The offsets of several interstitials at one position add up (RFC 8216bis D.2); a break before the content replaces none of it.
        let inherited = before.flatMap { before in
            before.adBreak.offset.isInContent && before.load.occurrence.time == first.time ? resumption(of: before, first.time) : nil
        }
        active?.inherited = inherited
        emit(.breakStart(first.position))
        call("breakStart", first.adBreak.trackingEvents.filter { $0.event == "breakStart" }.map(\.url), of: first)
        proceed()
    }

    /// Emits the pending events of the load, and plays the next ad once the ads are known.
    mutating func proceed() {
        guard let load = active?.load else { return }
        for event in load.heldEvents { emit(event) }
        active?.load.heldEvents = []
        guard let ads = load.ads, let index = active?.index, active?.current == nil else { return }
        switch load.replacement {
        case .pending: return
        case .found(let found):
            active?.load.replacement = nil
            // Without a replacement the failed ad keeps its place in the pod.
            if !found.isEmpty, ads.indices.contains(index) {
                active?.load.ads?.replaceSubrange(index...index, with: found)
                active?.index -= 1
            }
        case nil: break
        }
        playNext()
    }

    /// Plays the next ad, or ends the break, after which the next break may begin. The implementation is a loop and not a recursion,
    /// because a server's document may list thousands of consecutive breaks and ads without playable media.
    mutating func playNext() {
        isNextDue = true
        guard !isPlayingNext else { return }
        isPlayingNext = true
        while isNextDue {
            isNextDue = false
            playOneNext()
        }
        isPlayingNext = false
    }

    private mutating func playOneNext() {
        guard var active, let ads = active.load.ads else { return }
        active.index += 1
        if let current = active.current { keepInteractive(current) }
        active.current = nil
        self.active = active
        guard ads.indices.contains(active.index) else { return endBreak() }
        let ad = ads[active.index]
        let limit = active.adBreak.playoutLimit
        guard limit.map({ active.played < $0 }) ?? true else {
            // Media without impressions has no trackers to notify.
            guard ad.ad.impressions.isEmpty else {
                return failUnplayed(ad, AdError(.breakShortened, "the maximum duration of the break is reached"), of: active.load)
            }
            return playNext()
        }
        var macros = macros(of: active.load.occurrence)
        macros[value: .podSequence] = (ad.wrappers + [ad.ad]).compactMap(\.sequence).last.map { String($0) }
        macros[value: .adCount] = String(active.shownAds + 1)
        self.macros.partFromCopies()
        var tracker = AdTracker(ad, macros: macros)
        guard ad.isLinear, let url = ad.mediaFile?.url else {
            pendingOverlays.append((tracker, active.load.occurrence, active.load.tag))
            return playNext()
        }
        withdrawOverlays()
        tracker.start(isMuted: isMuted, isExpanded: isFullscreen, isVisible: isViewable)
        let number = active.load.preparedAd ?? nextNumber()
        self.active?.load.preparedAd = nil
        self.active?.current = CurrentAd(number: number, tracker: tracker, position: ad.startOffset)
        if ad.startOffset > 0 { outputs.append(.offsetAd(number, by: ad.startOffset)) }
        outputs.append(.playAd(number, url: mediaAddress(url, of: active.adBreak), timeout: configuration.creativeTimeout))
        runInteractive(number)
    }

    private mutating func failUnplayed(_ ad: ResolvedAd, _ error: AdError, of load: BreakLoad) {
        call("error", ad.errorURLs, of: load.occurrence, error: error)
        emit(.failure(error.playbackError, tag: load.tag))
        playNext()
    }

    private mutating func endBreak() {
        guard let active else { return }
        let following = breaks(after: active)
        if following.isEmpty { offerOverlays() }
        planner.ended(active.load.occurrence, at: now)
        call("breakEnd", active.adBreak.trackingEvents.filter { $0.event == "breakEnd" }.map(\.url), of: active.load.occurrence)
        emit(.breakEnd(active.load.occurrence.position))
        self.active = nil
        if following.isEmpty { release(active.waiting, after: active) } else { beginBreak(following, active.waiting, after: active) }
    }

    /// Returns the breaks that follow a break immediately.
    private func breaks(after ended: ActiveBreak) -> ArraySlice<AdBreakPlanner.Occurrence> {
        var following = ended.following
        // Live content has advanced during the break; a break that it joined is the last one.
        guard let last = following.last, last.elapsed > 0 else { return following }
        let elapsed = last.elapsed + ended.newlyPlayed
        guard let span = last.adBreak.span, elapsed < span else { return following.dropLast() }
        following[following.index(before: following.endIndex)].elapsed = elapsed
        return following
    }

    /// Lets the content continue.
    private mutating func release(_ waiting: ActiveBreak.Waiting, after ended: ActiveBreak?) {
        let position = position(after: ended, waiting)
        if let ended, let position, waiting != .end, ended.seekTarget == nil, ended.resumptionOffset == nil,
            position > ended.load.occurrence.time
        {
            let next = planner.due(continuingAt: position, after: ended.load.occurrence.time, now: now)
            if let first = next.first { return beginBreak(next[...], .start(at: first.time), after: ended) }
        }
        // At the end, the pause applies to the next item.
        if let reason = ended?.pauseOnceShown { outputs.append(.pauseContent(reason)) }
        if let ended, let target = seekTarget(after: ended) { return goOn(to: target, from: position ?? contentPosition) }
        guard waiting != .end else { return outputs.append(.completeContent) }
        contentPosition = position ?? contentPosition
        let place = position ?? waiting.place
        if let ended, ended.adBreak.snapsIn, ended.resumptionOffset == nil, place != waiting.place || ended.isAtPlace {
            return outputs.append(.startContentAtSegment(near: place, from: ended.load.occurrence.time))
        }
        outputs.append(.startContent(at: position))
    }

    /// Returns the position at which the content continues; `nil` for its current one.
    private func position(after ended: ActiveBreak?, _ waiting: ActiveBreak.Waiting) -> Double? {
        if let offset = ended?.resumptionOffset, waiting != .end { return max(0, waiting.place + offset) }
        switch waiting {
        case .end: return nil
        case .start(let place):
            guard let ended, ended.adBreak.offset.isInContent else { return place }
            let occurrence = ended.load.occurrence
            // After joining in the middle of the break, the content continues after the break, and not before the start position.
            if occurrence.elapsed > 0 { return max(place, resumption(of: ended, occurrence.time + occurrence.elapsed) ?? place) }
            // A break at the start position determines where the content continues.
            return ended.isAtPlace ? resumption(of: ended, place) ?? place : place
        case .middle(let place): return ended.flatMap { resumption(of: $0, place) }
        }
    }

    /// Returns the target of a seek that was requested in a break; in content that the break has replaced, the end of that content, because
    /// the break would begin again.
    private func seekTarget(after ended: ActiveBreak) -> Double? {
        guard let target = ended.seekTarget, case .after = ended.adBreak.resumption, target > ended.load.occurrence.time,
            let end = resumption(of: ended, target)
        else { return ended.seekTarget }
        return max(target, end)
    }

    /// Performs a seek that was requested in a break; the seek may pass further breaks.
    private mutating func goOn(to target: Double, from position: Double) {
        contentPosition = position
        handleContent(.contentSeek(from: position, to: target))
    }

    private func resumption(of ended: ActiveBreak, _ place: Double) -> Double? {
        switch ended.adBreak.resumption {
        case .whereLeft: ended.inherited
        case .after(let offset): max(0, (ended.inherited ?? ended.load.occurrence.time) + offset)
        case .elapsed: (ended.inherited ?? place) + ended.newlyPlayed
        }
    }

    // MARK: the ad

    mutating func handlePlayback(of number: Int, _ report: AdPlaybackReport) {
        if ahead?.preparedAd == number {
            // The preparation is repeated when the break begins.
            if case .failed = report { ahead?.preparedAd = nil }
            return
        }
        if case .interactive(let report) = report { return handleInteractive(of: number, report) }
        guard let current = active?.current, current.number == number else { return }
        switch report {
        case .loaded: track(.loaded)
        case .live: handleLive()
        case .duration(let seconds): track(.duration(seconds))
        case .shown where !current.isShown: shown()
        case .position(let seconds) where current.isShown: moved(to: seconds)
        case .ended: ended()
        case .failed(let error): failed(error)
        case .timeout where !current.isShown:
            failed(AdError(.mediaFileTimeout, "the ad's media was not loaded within the timeout", url: current.ad.mediaFile?.url))
        default: break
        }
    }

    mutating func track(_ fact: AdFact) {
        guard let calls = active?.current?.tracker.handle(fact, date: date) else { return }
        call(calls)
    }

    private mutating func shown() {
        guard let current = active?.current, let occurrence = active?.load.occurrence else { return }
        active?.current?.isShown = true
        active?.shownAds += 1
        emit(.impression(AdImpression(current.ad, in: occurrence)))
        track(.shown)
        if !current.ad.companions.isEmpty { emit(.companions(current.ad.companions.map { AdCompanion($0) })) }
        emit(.play)
        if let reason = active?.pauseOnceShown {
            active?.pauseOnceShown = nil
            pauseCurrent(reason)
        }
    }

    /// A live stream as an ad ends at the declared duration, or with the break.
    private mutating func handleLive() {
        guard let active, let ad = active.current?.ad else { return }
        self.active?.current?.isLive = true
        guard ad.duration ?? active.adBreak.playoutLimit == nil else { return }
        failed(AdError(.mediaFileDisplay, "the ad's media is a live stream, and its duration is not declared", url: ad.mediaFile?.url))
    }

    private mutating func moved(to seconds: Double) {
        let interval = 0.0999
        let before = active?.current?.position ?? 0
        // Positions before the ad's start offset are reported while the player seeks to it.
        let seconds = max(seconds, active?.current?.ad.startOffset ?? 0)
        active?.current?.position = seconds
        active?.played += max(0, seconds - before)
        track(.position(seconds))
        guard let active, let current = active.current else { return }
        if current.isLive, let duration = current.ad.duration, seconds >= duration { return ended() }
        if now - current.lastTimeEvent >= interval { emitTime(at: seconds) }
        guard let limit = active.adBreak.playoutLimit, active.played >= limit else { return }
        endInteractive(current, .left)
        emitTime(at: seconds)
        outputs.append(.stopAd(current.number))
        track(.closed)
        emit(.complete)
        playNext()
    }

    /// Emits onAdTime, once for each position.
    private mutating func emitTime(at position: Double) {
        guard let active, let current = active.current, current.emittedPosition != position else { return }
        self.active?.current?.lastTimeEvent = now
        self.active?.current?.emittedPosition = position
        let count = active.load.ads?.count ?? 1
        emit(.time(position: position, duration: current.tracker.duration, sequence: active.index + 1, podCount: count))
    }

    private mutating func ended() {
        guard let current = active?.current else { return }
        guard current.isShown else {
            return failed(AdError(.mediaFileDisplay, "the ad's media ended without a picture or sound", url: current.ad.mediaFile?.url))
        }
        // The last part of an ad is not reported as a position.
        let rest = 1.0
        active?.played += min(rest, max(0, (current.tracker.duration ?? 0) - current.position))
        keepPause(of: current)
        endInteractive(current, .completed)
        emitTime(at: max(current.position, current.tracker.duration ?? 0))
        track(.completed)
        emit(.complete)
        outputs.append(.stopAd(current.number))
        playNext()
    }

    mutating func failed(_ error: AdError) {
        guard let current = active?.current else { return }
        if playNextMediaFile(after: error, of: current) { return }
        keepPause(of: current)
        endInteractive(current, .left)
        outputs.append(.stopAd(current.number))
        track(.failed(error))
        emit(.failure(error.playbackError, tag: active?.load.tag))
        replace(current)
    }

    /// The maximum number of replaced ads and media files of a break, because each may take up to its timeout.
    private static let maximumReplacements = 10

    /// Plays the next media file of an ad whose media can't be opened.
    /// - Returns: Whether there is one.
    private mutating func playNextMediaFile(after error: AdError, of current: CurrentAd) -> Bool {
        guard var active, [.mediaFileNotFound, .mediaFileDisplay].contains(error.code), !current.tracker.isLoaded,
            current.ad.mediaFiles.count > 1, active.load.replacedCount < Self.maximumReplacements
        else { return false }
        let index = active.index
        active.load.ads?[index].mediaFiles.removeFirst()
        active.load.replacedCount += 1
        active.index -= 1
        self.active = active
        endInteractive(current, .left)
        outputs.append(.stopAd(current.number))
        emit(.warning(error.playbackError))
        playNext()
        return true
    }

    /// Plays the replacement of an ad that failed: another ad of its documents, or one of the next tag if the break has shown nothing.
    private mutating func replace(_ failed: CurrentAd) {
        guard var active, active.load.resolver != nil, active.load.replacedCount < Self.maximumReplacements else { return playNext() }
        keepInteractive(failed)
        active.current = nil
        active.load.replacement = .pending
        active.load.replacedCount += 1
        let isFilled = active.hasShownAd || !pendingOverlays.isEmpty || active.index + 1 < (active.load.ads?.count ?? 0)
        feed(.unplayable(failed.ad, isFilled: isFilled), to: &active.load)
        self.active = active
        proceed()
    }

    /// Returns the calls for leaving the item during an ad.
    mutating func endCalls(_ fact: AdFact) -> [AdCall] { active?.current?.tracker.handle(fact, date: date) ?? [] }
}
