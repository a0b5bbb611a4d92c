import PlayheadAds
import PlayheadCore

// The content during ads: where it waits, how it continues, and what is reported to the controller.
extension SessionCore {
    /// Moves the fence of the content to the next break, so that the break begins exactly there. There is no fence before the start.
    mutating func moveFence() {
        guard ads.content.hasStarted else { return }
        let next = ads.controller?.nextPlace(now: time.monotonic)
        guard next != ads.content.fence else { return }
        ads.content.fence = next
        process(.ads(.fence(next)))
    }

    /// Continues the content after a break, after the wait for its schedule, or at a seek without a break.
    /// - Parameter place: The place on the playback's timeline, in seconds; `nil` for the current one.
    mutating func continueContent(at place: Double?) {
        let (seek, end) = (ads.content.keptSeek, ads.content.heldEnd)
        (ads.content.keptSeek, ads.content.heldEnd) = (nil, nil)
        updateStage()
        if let seek { process(.seek(id: seek.id, target: target(of: seek, at: place), precision: seek.precision)) }
        // The pending checkpoint continues also after a seek from the end.
        if let end { process(.proceed(end)) }
        guard machine.isHeld else { return }
        // A distance of up to two frames does not need a seek, nor does the target of one that was performed during the wait.
        let tolerance = 0.1
        let isElsewhere = place.map { $0 != ads.lastPlayhead && abs($0 - timeline.playhead) > tolerance } ?? false
        let target = seek == nil && isElsewhere ? place.map { timeline.position(at: $0) } : nil
        process(.ads(.resume(at: target)))
        ads.lastPlayhead = place ?? ads.lastPlayhead
    }

    /// Returns the target of a kept seek when the content continues at `place`.
    private func target(of seek: ContentAds.KeptSeek, at place: Double?) -> Double {
        // A seek that would pass a break that must be seen ends at that break; a break at the target determines where the content continues.
        let tolerance = 0.1
        let other = timeline.kind == .live ? nil : place.flatMap { abs($0 - seek.place) > tolerance ? $0 : nil }
        // In DVR, positions have changed since the request, except the live position.
        let isPlace = seek.kind == .dvr && (seek.target < 0 || timeline.kind != .dvr)
        return other == nil && !isPlace ? seek.target : timeline.position(at: other ?? seek.place)
    }

    /// Reports to the stage whether the content has stopped for an ad, so that no picture of it is lost.
    mutating func updateStage() {
        let hasStopped = ads.content.heldEnd != nil || machine.isHeld && machine.state != .pausing && machine.state != .seeking
        let stands = ads.place != .free && hasStopped
        guard stands != ads.content.stands else { return }
        ads.content.stands = stands
        append(.contentStands(stands))
    }

    // MARK: After an input of the machine

    /// Follows events that ads depend on.
    mutating func follow(_ outputs: [MachineOutput]) {
        guard ads.controller != nil else { return }
        for case .event(let event, _, _, _) in outputs {
            switch event {
            case is VolumeEvent, is MuteEvent:
                append(.sound(volume: machine.volume, isMuted: machine.isMuted))
                followSound()
            case let event as FullscreenEvent:
                append(.fullscreen(event.isFullscreen))
                control(.fullscreen(event.isFullscreen))
            case let event as ViewableEvent: control(.viewable(event.isViewable))
            case let event as SeekEvent: noteSeekBeforeBreaks(event)
            default: break
            }
        }
    }

    /// Follows a seek of content that waits for its schedule: it starts, or continues, at the target.
    private mutating func noteSeekBeforeBreaks(_ seek: SeekEvent) {
        guard ads.place == .waitingForSchedule, timeline.kind != .live else { return }
        let target = place(of: seek.offset)
        control(.contentSeek(from: ads.lastPlayhead, to: target))
        ads.lastPlayhead = target
        guard !machine.isAtEnd, let end = ads.content.heldEnd else { return }
        // The checkpoint of the end that the seek has left completes nothing.
        ads.content.heldEnd = nil
        process(.proceed(end))
    }

    /// Reports to the controller whether the sound is off.
    mutating func followSound() {
        let isMuted = machine.isMuted || machine.volume == 0
        guard isMuted != ads.isMuted else { return }
        ads.isMuted = isMuted
        control(.muted(isMuted))
    }

    /// Follows a report of the content's engine.
    mutating func follow(_ input: MachineInput) {
        guard case .engine(machine.playback, let report) = input, machine.isOpen else { return }
        switch report {
        case .metadata(let metadata, .parsed) where metadata.kind == .dateRange: ads.content.hasNewRanges = true
        // Later segments determine the places of breaks that begin at a segment.
        case .window where !ads.content.interstitials.isEmpty: ads.content.hasNewRanges = true
        default: break
        }
        var isProgress = false
        if case .progress = report { isProgress = true }
        if isProgress, ads.content.hasNewRanges, ads.content.hasStarted { updateInterstitials() }
        guard ads.controller != nil else { return }
        updateTimeline()
        if isProgress { movePlayhead(to: timeline.playhead) }
    }

    /// Reports a new duration and new dates to the controller.
    mutating func updateTimeline() {
        let duration = timeline.kind == .onDemand ? timeline.duration : nil
        let known = ads.content.known
        if known == nil || known?.duration != duration { control(.contentDuration(duration)) }
        if timeline.dates != DateMap(), known?.dates != timeline.dates { control(.contentDates(timeline.dates)) }
        ads.content.known = (duration, timeline.dates)
    }

    /// The maximum distance between two reports, in seconds; after a larger jump, a live stream has continued at its edge.
    static let maximumReportDistance = 2.0

    private mutating func movePlayhead(to playhead: Double) {
        guard ads.content.hasStarted, ads.place == .free, machine.state == .playing else { return }
        let from = ads.lastPlayhead
        ads.lastPlayhead = playhead
        if playhead - from > Self.maximumReportDistance, timeline.kind != .onDemand {
            control(.contentSeek(from: from, to: playhead))
        } else {
            control(.contentPosition(playhead))
        }
    }
}
