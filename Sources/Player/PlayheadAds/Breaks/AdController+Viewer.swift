import PlayheadCore

// The viewer pauses, skips and clicks the ad, and changes its sound and size.
extension AdController {
    mutating func handleViewer(_ input: AdInput) {
        switch input {
        case .muted(let value):
            isMuted = value
            trackViewer(value ? .muted : .unmuted)
        case .fullscreen(let value):
            isFullscreen = value
            trackViewer(value ? .expanded : .collapsed)
        case .viewable(let value):
            isViewable = value
            trackViewer(value ? .visible : .hidden)
        case .pause(let reason):
            // The creative of a paused ad receives the pause, because it must not end that of somebody else.
            if let current = active?.current, current.pauseReason != nil, current.ad.interactiveFile != nil { outputs.append(.pauseAd) }
            pauseCurrent(reason)
        case .play: resumeCurrent()
        case .skip: skip()
        case .click(let x, let y): click(x, y)
        case .companionShown(let index): track(.companionShown(index))
        case .companionClicked(let index): track(.companionClicked(index))
        default: break
        }
    }

    /// Tracks a change by the viewer, which is the initial value of an ad that is not shown yet.
    private mutating func trackViewer(_ fact: AdFact) {
        active?.current?.tracker.start(isMuted: isMuted, isExpanded: isFullscreen, isVisible: isViewable)
        track(fact)
    }

    mutating func pauseCurrent(_ reason: PauseReason) {
        guard let current = active?.current, current.isShown else {
            active?.pauseOnceShown = reason
            return
        }
        guard current.pauseReason == nil else { return }
        active?.current?.pauseReason = reason
        outputs.append(.pauseAd)
        track(.paused)
        emit(.pause(reason))
    }

    /// Passes a pause on to the following ad or the content if the ad ends while it is paused, unless the viewer ended it.
    mutating func keepPause(of current: CurrentAd) {
        if let reason = current.pauseReason { active?.pauseOnceShown = reason }
    }

    private mutating func resumeCurrent() {
        active?.pauseOnceShown = nil
        guard active?.current?.pauseReason != nil else { return }
        active?.current?.pauseReason = nil
        outputs.append(.resumeAd)
        track(.resumed)
        emit(.unpause)
    }

    private mutating func skip() {
        guard let time = skipTime, let current = active?.current, current.position >= time else { return }
        endInteractive(current, .skipped)
        outputs.append(.stopAd(current.number))
        track(.skipped)
        emit(.skipped)
        if let active, active.skipOffset != nil { self.active?.index = active.load.ads?.count ?? 0 }
        playNext()
    }

    private mutating func click(_ x: Int?, _ y: Int?) {
        guard active?.current?.isShown == true else { return }
        track(.clicked(x: x, y: y))
        // Read after the click was tracked, because the macros of its target have its position.
        guard let current = active?.current, let url = current.ad.clickThrough, open(url, current.tracker.macros) else { return }
        pauseCurrent(.interaction)
    }

    /// Opens the target of a click, or lets the app open it.
    /// - Returns: Whether the URL may be opened.
    @discardableResult
    mutating func open(_ url: String, _ macros: AdMacros) -> Bool {
        var macros = macros
        guard let address = AdAddress.openable(macros.expand(url, date: date)) else {
            emit(.warning(AdError(.undefined, "the target of the ad's click is not a web page", url: url).playbackError))
            return false
        }
        if configuration.openBrowserOnAdClick {
            outputs.append(.open(address))
        } else {
            emit(.click(url: address))
        }
        return true
    }
}
