import PlayheadCore

extension ControlBarModel {
    /// Derives the model from facts.
    package init(_ facts: ControlBarFacts) {
        self.init()
        let isOpen = facts.state.isItemOpen
        isFullscreen = facts.isFullscreen
        playButton = facts.state == .ended ? .replay : facts.intendsToPlay ? .pause : .play
        isPlayEnabled = facts.count > 0 && facts.state != .error
        if facts.count > 1 {
            // The playlist wraps around: the first item follows the last.
            next = .enabled
            previous = (facts.index ?? 0) > 0 ? .enabled : .disabled
        }
        setVolume(facts)
        title = facts.title
        guard !facts.isInAdBreak else {
            setAd(facts)
            return
        }
        if isOpen { setTimes(facts) }
        if isOpen, let media = facts.media { setMenus(facts, media) }
        if isOpen { settings = SettingsMenu(self, facts) }
        setSubtitle(facts)
        setScreen(facts)
        if facts.state != .ended, !facts.isNextUpCancelled, let title = facts.nextUp {
            let seconds = (facts.duration - facts.position) / max(0.01, facts.rate)
            nextUp = NextUp(title: title, seconds: Int(saturating: max(0, seconds), rounding: .up))
        }
    }

    private mutating func setSubtitle(_ facts: ControlBarFacts) {
        let chapter = track?.chapter(at: track?.position ?? 0) ?? ""
        let place = facts.count > 1 ? facts.index.map { "\($0 + 1) of \(facts.count)" } ?? "" : ""
        subtitle = [place, chapter].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private mutating func setVolume(_ facts: ControlBarFacts) {
        volume = facts.isMuted ? 0 : min(max(facts.volume, 0), 1)
        volumeSymbol = VolumeSymbol(level: volume)
        hasLostSound = facts.hasLostSound
    }

    /// Applies an ad break: the controls act on the ad, and those that act on the content are disabled.
    private mutating func setAd(_ facts: ControlBarFacts) {
        if next == .enabled { next = .disabled }
        if previous == .enabled { previous = .disabled }
        guard let shown = facts.ad else {
            screen = facts.intendsToPlay ? .buffering(title: "") : .none
            return
        }
        ad = AdBanner(shown)
        isPlayEnabled = true
        playButton = shown.isPaused ? .play : .pause
        elapsed = BarText.clock(shown.position)
        guard let duration = shown.duration, duration > 0, duration < .infinity else { return }
        let kept = min(max(0, shown.position), duration)
        total = Self.total(of: duration, at: kept, facts)
        track = Track(start: 0, end: duration, position: kept, loaded: [], text: "Advertisement, \(elapsed) of \(BarText.clock(duration))")
        track?.isAd = true
    }

    private mutating func setTimes(_ facts: ControlBarFacts) {
        let position = facts.scrub ?? facts.position
        switch facts.timeline.kind {
        case .onDemand:
            let range = facts.timeline.seekableRange
            guard facts.duration > 0, facts.duration < .infinity, range.end > range.start else {
                elapsed = BarText.clock(position)
                return
            }
            let kept = min(max(position, range.start), range.end)
            elapsed = BarText.clock(kept)
            total = Self.total(of: range.end, at: kept, facts)
            track = Self.track(range, at: kept, of: facts, text: "\(elapsed) of \(BarText.clock(facts.duration))")
        case .live:
            liveButton = facts.timeline.isAtLiveEdge ? .atEdge : .behind
            wallClock = facts.timeline.wallClock
        case .dvr:
            let range = facts.timeline.seekableRange
            let kept = min(max(position, range.start), range.end)
            let isAtEdge = facts.scrub == nil && facts.timeline.isAtLiveEdge
            liveButton = isAtEdge ? .atEdge : .behind
            if !isAtEdge, range.end - kept >= 1 { behindLive = BarText.clock(kept - range.end) }
            wallClock = facts.timeline.wallClock.map { $0 + kept - facts.timeline.position }
            let text = isAtEdge ? "Live" : "\(BarText.clock(range.end - kept)) behind live"
            track = Self.track(range, at: isAtEdge ? range.end : kept, of: facts, text: text)
        }
    }

    /// Returns the duration, or the remaining time: elapsed and remaining time are whole seconds whose sum is the duration, and 0 has no
    /// minus sign.
    private static func total(of end: Double, at position: Double, _ facts: ControlBarFacts) -> String {
        guard facts.showsRemaining else { return BarText.clock(end) }
        let seconds = end.rounded(.down) - position.rounded(.down)
        return BarText.clock(seconds >= 1 ? -seconds : 0)
    }

    private static func track(_ range: TimeRange, at position: Double, of facts: ControlBarFacts, text: String) -> Track {
        var track = Track(start: range.start, end: range.end, position: position, loaded: [], text: text)
        track.isDVR = facts.timeline.kind == .dvr
        track.marks = facts.marks.filter { range.start <= $0.position && $0.position <= range.end }.sorted { $0.position < $1.position }
        track.loaded = facts.loaded.compactMap { loaded in
            let shares = (track.share(of: loaded.start), track.share(of: loaded.end))
            return shares.1 > shares.0 ? shares.0...shares.1 : nil
        }
        if let range = facts.loop.range {
            track.loop = track.share(of: range.lowerBound)...track.share(of: range.upperBound)
        } else if let start = facts.loop.start {
            track.loop = track.share(of: start)...track.share(of: start)
        }
        return track
    }

    private mutating func setMenus(_ facts: ControlBarFacts, _ media: MediaDescription) {
        quality = Menu(
            choices: media.levels.map { level in
                let isShownByItself = level.index == 0 && media.currentLevel == 0
                let shown = isShownByItself ? facts.shownLevel.map { " (\($0.label))" } ?? "" : ""
                return Choice(title: level.label + shown, index: level.index)
            }, chosen: media.currentLevel)
        // A single level leaves nothing to choose: the first entry is "automatic".
        if media.levels.count <= 2 { quality = Menu() }
        setCurrentChoices(facts, media)
        audio = Menu(choices: media.audioTracks.map { Choice(title: $0.name, index: $0.index) }, chosen: media.currentAudioTrack)
        captions = Menu(choices: media.captionsTracks.map { Choice(title: $0.name, index: $0.index) }, chosen: media.currentCaptionsTrack)
        if captions.isShown || facts.captionsFile != nil || facts.opensCaptions { setCaptionStyle(facts.captionStyle) }
        setSpeed(facts)
    }

    private mutating func setCurrentChoices(_ facts: ControlBarFacts, _ media: MediaDescription) {
        if quality.isShown {
            let level = media.levels.first { $0.index == media.currentLevel }
            current.quality = media.currentLevel == 0 ? facts.shownLevel?.label ?? "Auto" : level?.label ?? ""
        }
        if let track = media.audioTracks.first(where: { $0.index == media.currentAudioTrack }) { current.audio = BarText.short(track) }
        if let track = media.captionsTracks.first(where: { $0.index == media.currentCaptionsTrack }), track.index > 0 {
            current.captions = BarText.short(track)
        }
        if facts.captionsFile != nil { current.captions = "File" }
    }

    private mutating func setSpeed(_ facts: ControlBarFacts) {
        // A live stream without a window has no data ahead that could be played faster.
        guard facts.timeline.kind != .live else { return }
        let percent = Int(saturating: facts.rate * 100)
        let rates = Self.speeds.contains(percent) ? Self.speeds : (Self.speeds + [percent]).sorted()
        speed = Menu(choices: rates.map { Choice(title: TimeText.rate(Double($0) / 100), index: $0) }, chosen: percent)
        current.speed = TimeText.rate(facts.rate)
    }

    private mutating func setCaptionStyle(_ style: CaptionStyle) {
        let percent = Int(saturating: style.scale * 100)
        let sizes = CaptionStyle.sizes.contains(percent) ? CaptionStyle.sizes : (CaptionStyle.sizes + [percent]).sorted()
        captionSize = Menu(choices: sizes.map { Choice(title: "\($0) %", index: $0) }, chosen: percent)
        let looks = CaptionStyle.Look.allCases
        captionLook = Menu(
            choices: looks.enumerated().map { Choice(title: $1.title, index: $0) },
            chosen: style.look.flatMap { looks.firstIndex(of: $0) } ?? -1)
    }

    private mutating func setScreen(_ facts: ControlBarFacts) {
        switch facts.state {
        case .error:
            let error = facts.error
            screen = .error(
                ErrorCard(
                    title: facts.title, message: error?.message ?? "It can't be played.", advice: error?.kind.recovery ?? "",
                    code: error.map { "\($0.code)" } ?? "", hasNext: facts.count > 1))
        case .ended: screen = .ended(title: facts.title, nextUp: facts.nextUp)
        case .opening: screen = .buffering(title: facts.title)
        case .play, .buffering, .seeking: screen = facts.intendsToPlay ? .buffering(title: "") : .none
        case .paused where facts.isNextUpCancelled && facts.nextUp != nil:
            screen = .ended(title: facts.title, nextUp: facts.nextUp)
        case .idle, .ready, .playing, .pausing, .paused, .stopping: screen = .none
        }
    }
}

extension PlaybackState {
    fileprivate var isItemOpen: Bool {
        switch self {
        case .idle, .opening, .stopping, .error: false
        case .ready, .play, .playing, .buffering, .pausing, .paused, .seeking, .ended: true
        }
    }
}
