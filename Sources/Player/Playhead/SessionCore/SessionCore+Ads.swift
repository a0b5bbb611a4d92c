import PlayheadAds
import PlayheadCore
import PlayheadEngine

// The controller of ads: its inputs and outputs.
//
// The content is held at three places (before it starts, at a seek, at its end) and where the playhead reaches a break; whatever happens to
// ads, the controller continues the content. All events of ads pass through the machine, so that there is one order of events.
extension SessionCore {
    /// Passes an input to the controller and performs or queues its outputs. An input that arrives meanwhile is handled afterwards.
    mutating func control(_ input: AdInput) {
        guard ads.controller != nil else { return }
        ads.inputs.append(input)
        guard !ads.isHandling else { return }
        ads.isHandling = true
        defer { ads.isHandling = false }
        while !ads.inputs.isEmpty {
            let visit = ads.visit
            for output in answer(to: ads.inputs.removeFirst()) where visit == ads.visit { perform(output) }
            if visit == ads.visit, ads.place == .free { moveFence() }
        }
    }

    private mutating func answer(to input: AdInput) -> [AdOutput] {
        let millisecondsPerSecond = 1000.0
        return ads.controller?.handle(input, now: time.monotonic, date: Double(time.wall) / millisecondsPerSecond) ?? []
    }

    private mutating func perform(_ output: AdOutput) {
        switch output {
        case .holdContent:
            guard !machine.isHeld else { return }
            process(.ads(ads.content.keptSeek == nil ? .hold : .holdWithoutSeek))
        case .startContent(let place):
            moveFence()
            continueContent(at: place)
        case .startContentAtSegment(let place, let first):
            moveFence()
            continueContent(at: playlist.segmentStart(place).flatMap { $0 < first ? nil : $0 } ?? place)
        case .completeContent: continueContent(at: nil)
        case .pauseContent(let reason): process(.pause(reason))
        case .event(let report): process(.ads(report))
        case .playAd:
            append(.ad(output))
            if !machine.intendsToPlay { control(.pause(.external)) }
        case .load, .prepareAd, .offsetAd, .pauseAd, .resumeAd, .runInteractive, .endInteractive, .stopAd, .offerOverlay, .withdrawOverlay,
            .call, .open:
            append(.ad(output))
        }
    }

    // MARK: Items

    /// Begins the ads of an item whose engine is about to open.
    mutating func begin(_ item: AdItem) {
        leaveAds()
        ads.item = item
        guard let wanted = item.advertising, wanted.plan != .none else {
            ads.controller = nil
            return
        }
        begin(wanted)
    }

    /// Begins the current item with a controller of `wanted`; the previous controller is kept if its configuration is equal.
    private mutating func begin(_ wanted: AdConfiguration) {
        guard let item = ads.item else { return }
        if ads.controller?.configuration != wanted {
            ads.controller = AdController(configuration: wanted, capabilities: ads.capabilities, macros: AdMacros(seed: item.seed))
            ads.isMuted = false
        }
        ads.controller?.capabilities.interactiveFrameworks = ads.capabilities.interactiveFrameworks
        ads.controller?.playbackName = item.playbackName
        ads.controller?.know(content: item.description)
        followSound()
        if machine.view.isFullscreen { control(.fullscreen(true)) }
        if let isViewable = machine.view.isViewable { control(.viewable(isViewable)) }
        control(.itemBegan(number: item.number))
    }

    /// Ends all ads of the item without events, because the events of the machine report that the item is closed.
    mutating func leaveAds() {
        for output in answer(to: .itemLeft) { append(.ad(output)) }
        ads.visit += 1
        ads.inputs = []
        if let seek = ads.content.keptSeek { append(.seekEnded(seek.id)) }
        if ads.controller != nil || ads.content.stands { append(.endAds) }
        ads.content = ContentAds.Content()
    }

    // MARK: The playlist's interstitials

    /// Reads the current interstitials of the playlist; an item without other ads gets a controller for them.
    mutating func updateInterstitials() {
        ads.content.hasNewRanges = false
        guard ads.playsInterstitials, let ranges = playlist.dateRanges() else { return }
        let breaks = ranges.ranges.filter { $0.rangeClass == HLSInterstitial.rangeClass }.map { adBreak(of: $0, base: ranges.url) }
        guard breaks != ads.content.interstitials else { return }
        ads.content.interstitials = breaks
        if ads.controller == nil {
            begin(AdConfiguration())
            // Playback has not passed the breaks behind the playhead.
            ads.lastPlayhead = timeline.playhead
            control(.contentPosition(ads.lastPlayhead))
        }
        updateTimeline()
        control(.interstitials(breaks))
    }

    private func adBreak(of range: PlaylistDateRanges.Range, base: String) -> AdBreak {
        do throws(AdError) {
            let read = try HLSInterstitial(
                id: range.id, startDate: range.startDate, duration: range.duration, attributes: range.attributes, base: base)
            return read.adBreak(at: range.start) { playlist.segmentStart($0) }
        } catch {
            return HLSInterstitial.unusable(range.id, startDate: range.startDate, at: range.start, error)
        }
    }
}
