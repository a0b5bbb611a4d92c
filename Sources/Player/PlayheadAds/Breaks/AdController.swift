import PlayheadCore

/// The state machine of a player's ads, without I/O and clocks: decides when breaks begin, and which ads are loaded, played, reported and
/// tracked. The player performs the outputs in order.
///
/// The content waits for the machine at three points: before its start, at a seek, and at its end. Each is answered with
/// ``AdOutput/startContent(at:)`` or ``AdOutput/completeContent``, at once if there is no ad. The answer is guaranteed, whatever errors
/// occur.
package struct AdController: Sendable {
    // More than 20 stored properties: the schedule, the active break, the overlays and the state of the content each have their own types.

    /// The configuration.
    package let configuration: AdConfiguration
    /// The capabilities of the player, which apply to breaks that are loaded later.
    package var capabilities: AdMediaCapabilities
    var macros: AdMacros
    var planner: AdBreakPlanner
    var now = 0.0
    var date: Double?
    var outputs: [AdOutput] = []

    /// The request for the VMAP document, the start of the content that waits for it, and whether the end of the content does; `nil` if the
    /// schedule is known.
    var schedule: (request: Int, start: (position: Double, isBeginning: Bool)?, isAtEnd: Bool)?
    var plannedBreaks: [AdBreak] = []
    var playlistBreaks: [AdBreak] = []
    /// The preloaded break.
    var ahead: BreakLoad?
    var active: ActiveBreak?
    /// The overlay ads that were offered to the app, by number.
    var overlays: [Int: (tracker: AdTracker, occurrence: AdBreakPlanner.Occurrence, tag: String?)] = [:]
    /// The overlay ads of the current break, which are offered when the content continues.
    var pendingOverlays: [(tracker: AdTracker, occurrence: AdBreakPlanner.Occurrence, tag: String?)] = []
    /// The last ended ads with interactive parts, whose creatives may still report tracking.
    var endedInteractive: [(number: Int, tracker: AdTracker)] = []
    var contentPosition = 0.0
    var contentDuration: Double?
    /// The session id of the playback for requests of asset lists; `nil` for none.
    package var playbackName: String?
    var isMuted = false
    var isFullscreen = false
    /// Whether the view is visible; `nil` if this is unknown.
    var isViewable: Bool?
    /// Whether ``playNext()`` is running, and whether it has to continue.
    var (isPlayingNext, isNextDue) = (false, false)
    private var lastNumber = 0

    /// Creates a controller with the macros of player and content.
    package init(configuration: AdConfiguration, capabilities: AdMediaCapabilities = AdMediaCapabilities(), macros: AdMacros) {
        self.configuration = configuration
        self.capabilities = capabilities
        self.macros = macros
        planner = AdBreakPlanner(rules: configuration.rules)
    }

    /// Sets the content's macros.
    package mutating func know(content: ItemDescription) {
        macros[value: .contentID] = content.mediaID
        macros[value: .contentURI] = content.url.isEmpty ? nil : content.url
    }

    /// The place of the content, which the controller determines; the session and its machine follow.
    package var place: ContentPlace {
        guard active == nil else { return .inBreak }
        return schedule.map { $0.start != nil || $0.isAtEnd } ?? false ? .waitingForSchedule : .free
    }

    /// The reason for which the current ad is paused, or will be paused as soon as it is shown; `nil` without a pause.
    package var pauseReason: PauseReason? { active.flatMap { $0.pauseOnceShown ?? $0.current?.pauseReason } }

    /// The position from which the current ad is skippable, in seconds of the ad; `nil` if it is not.
    package var skipTime: Double? {
        guard let active, let current = active.current, current.isShown, !active.adBreak.restrictions.forbidsSkipping else { return nil }
        // The offset of a break that is skippable as a whole includes the ads that were played before.
        return active.skipOffset.map { max(0, $0 - (active.played - current.position)) } ?? current.tracker.skipTime
    }

    /// Returns the content position of the next break in seconds; `nil` if there is none, and during a break. `now` is the time in seconds
    /// of a monotonic clock.
    package func nextPlace(now: Double) -> Double? { active == nil ? planner.next(after: contentPosition, now: now)?.time : nil }

    /// The content positions of the remaining breaks in seconds, for marks on a timeline.
    package var marks: [Double] {
        let upTo = contentDuration ?? contentPosition + 3600
        let due = planner.due(playingFrom: -AdBreakPlanner.succession, to: upTo, now: .infinity)
        return due.filter { !$0.adBreak.supplementsContent }.map(\.time)
    }

    /// The breaks that remain up to a content position in seconds, the current one included, in the order of the content. `hasStarted` is
    /// true from the first start of the content on, before which pre-rolls are due.
    package func remainingBreaks(upTo end: Double, hasStarted: Bool) -> [IntegratedTimeline.PlacedBreak] {
        let due = active.map { Set([$0.adBreak.id] + $0.following.map(\.adBreak.id)) } ?? []
        return planner.remaining(upTo: end).compactMap { occurrence in
            let adBreak = occurrence.adBreak
            if hasStarted, adBreak.offset == .preRoll, occurrence.repetition == 0, !due.contains(adBreak.id) { return nil }
            func isOf(_ load: BreakLoad?) -> Bool {
                load.map { $0.occurrence.adBreak.id == adBreak.id && $0.occurrence.repetition == occurrence.repetition } ?? false
            }
            let isCurrent = isOf(active?.load)
            let load = isCurrent ? active?.load : isOf(ahead) ? ahead : nil
            return IntegratedTimeline.PlacedBreak(
                adBreak, at: occurrence.time, duration: load?.duration ?? adBreak.span,
                elapsed: isCurrent ? active?.played : nil)
        }
    }

    /// Handles an input and returns the outputs. Late and unexpected inputs have no effect. `now` is the time in seconds of a monotonic
    /// clock, and `date` the time in seconds since 1970, for macros.
    package mutating func handle(_ input: AdInput, now: Double, date: Double? = nil) -> [AdOutput] {
        self.now = now
        self.date = date
        switch input {
        case .itemBegan, .contentDuration, .contentDates, .interstitials, .contentWillStart, .contentPosition, .contentSeek, .contentEnded,
            .itemLeft:
            handleContent(input)
        case .response(let id, let bytes, let url): handleResult(id, .success(bytes), url: url)
        case .failure(let id, let reason): handleResult(id, .failure(.refused(reason)), url: nil)
        case .timeout(let id): handleResult(id, .failure(.late), url: nil)
        case .playback(let ad, let report): handlePlayback(of: ad, report)
        case .overlay(let ad, let fact): handleOverlay(ad, fact)
        case .pause, .play, .skip, .click, .muted, .fullscreen, .viewable, .companionShown, .companionClicked: handleViewer(input)
        case .skipBreak: skipBreak()
        case .cancelBreaks(let offset): cancelBreaks(resumptionOffset: offset)
        }
        defer { outputs = [] }
        return outputs
    }

    /// The failure of a document's request.
    enum LoadFailure: Error {
        case refused(String)
        case late
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func emit(_ event: AdReport) { outputs.append(.event(event)) }

    mutating func call(_ calls: [AdCall]) { outputs += calls.map { .call($0) } }

    /// Requests URLs because of an event of a break.
    mutating func call(_ event: String, _ urls: [String], of occurrence: AdBreakPlanner.Occurrence, error: AdError? = nil) {
        var macros = macros(of: occurrence)
        macros[value: .errorCode] = error.map { String($0.code.rawValue) }
        macros[value: .vmapErrorCode] = error.map { String($0.code.rawValue) }
        macros[value: .vmapErrorMessage] = error?.message
        for url in urls {
            guard let address = AdAddress.callable(url) else { continue }
            outputs.append(.call(AdCall(event: event, url: macros.expand(address, date: date))))
        }
        // The cache-busting number of the next request must differ.
        self.macros.adoptRandomness(of: macros)
    }
}

/// The place of the content among its ads: whether they hold it, and until when.
package enum ContentPlace: Sendable {
    /// No ad holds the content.
    case free
    /// The content waits at its start, or at its end, for the schedule of its breaks.
    case waitingForSchedule
    /// The content stands still, and pause, play and skip apply to the ad.
    case inBreak
}
