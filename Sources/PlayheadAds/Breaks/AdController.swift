import PlayheadCore

/// Drives the ads of a player: when breaks begin, what is loaded, played, told and called. A state machine without I/O and clocks; the player
/// carries out what it says, in order.
///
/// The content waits for it at three places: before it starts, at a seek, and at its end. Each is answered by ``AdOutput/startContent(at:)`` or
/// ``AdOutput/completeContent``, at once where there is nothing to show. Whatever goes wrong with ads, that answer comes.
public struct AdController: Sendable {
    /// Which ads are shown when.
    public let configuration: AdConfiguration
    /// What the player can show; a break that is loaded later goes by it.
    public var capabilities: AdMediaCapabilities
    var macros: AdMacros
    var planner: AdBreakPlanner
    var now = 0.0
    var date: Double?
    var outputs: [AdOutput] = []

    /// What waits until the VMAP document is there.
    var scheduleRequest: Int?
    var waitingForSchedule: (position: Double, isBeginning: Bool)?
    var plannedBreaks: [AdBreak] = []
    var playlistBreaks: [AdBreak] = []
    /// A break that is loaded ahead of time.
    var ahead: BreakLoad?
    var active: ActiveBreak?
    /// Overlay ads that the app was offered, by their numbers.
    var overlays: [Int: (tracker: AdTracker, adBreak: AdBreak)] = [:]
    /// Overlay ads of breaks that are not over: they are offered once the content continues.
    var pendingOverlays: [(tracker: AdTracker, adBreak: AdBreak)] = []
    /// The last ads with interactive parts that are over: these may still have something to be called.
    var endedInteractive: [(number: Int, tracker: AdTracker)] = []
    var contentPosition = 0.0
    var contentDuration: Double?
    /// The playback's name, for requests of lists of assets; `nil` for none.
    public var playbackName: String?
    var isMuted = false
    var isFullscreen = false
    /// Whether ``playNext()`` runs, and whether it is to go on.
    var (isPlayingNext, isNextDue) = (false, false)
    private var lastNumber = 0

    /// Makes one.
    /// - Parameters:
    ///   - macros: What is known of player and content.
    public init(configuration: AdConfiguration, capabilities: AdMediaCapabilities = AdMediaCapabilities(), macros: AdMacros) {
        self.configuration = configuration
        self.capabilities = capabilities
        self.macros = macros
        planner = AdBreakPlanner(rules: configuration.rules)
    }

    /// Tells what is played, for macros.
    public mutating func know(content: ItemDescription) {
        macros[value: .contentID] = content.mediaId
        macros[value: .contentURI] = content.url.isEmpty ? nil : content.url
    }

    /// Whether a break is shown: the content stands, and pausing, playing and skipping act on the ad.
    public var isInBreak: Bool { active != nil }

    /// Whether the ad of a break is paused, or will be as soon as it is shown.
    public var isPaused: Bool { active.map { $0.pauseOnceShown != nil || $0.current?.pauseReason != nil } ?? false }

    /// The time at which the ad that is shown can be skipped, in seconds of the ad; `nil` where it can't be.
    public var skipTime: Double? {
        guard let active, let current = active.current, current.isShown, !active.adBreak.restrictions.forbidsSkipping else { return nil }
        // Of a break that is skipped as a whole, what was played before counts.
        return active.skipOffset.map { max(0, $0 - (active.played - current.position)) } ?? current.tracker.skipTime
    }

    /// The place of the next break in the content, in seconds; `nil` where none comes, and in a break.
    /// - Parameter now: Seconds of a clock that goes on.
    public func nextPlace(now: Double) -> Double? { active == nil ? planner.next(after: contentPosition, now: now)?.time : nil }

    /// The places of the breaks in the content that are still to come, in seconds, to mark them on a timeline.
    public var marks: [Double] {
        let upTo = contentDuration ?? contentPosition + 3600
        return planner.due(playingFrom: -1, to: upTo, now: .infinity).map(\.time)
    }

    /// Takes what happens and says what is to be done. What comes too late or is not asked for changes nothing.
    /// - Parameters:
    ///   - now: Seconds of a clock that goes on.
    ///   - date: The time in seconds since 1970, for macros.
    public mutating func handle(_ input: AdInput, now: Double, date: Double? = nil) -> [AdOutput] {
        self.now = now
        self.date = date
        switch input {
        case .itemBegan, .contentDuration, .contentDates, .interstitials, .contentWillStart, .contentPosition, .contentSeek, .contentEnded,
            .itemLeft:
            handleContent(input)
        case .response(let id, let bytes, let url): answered(id, .success(bytes), url)
        case .failure(let id, let reason): answered(id, .failure(.refused(reason)), nil)
        case .timeout(let id): answered(id, .failure(.late), nil)
        case .playback(let ad, let report): handlePlayback(of: ad, report)
        case .overlay(let ad, let fact): handleOverlay(ad, fact)
        case .pause, .play, .skip, .click, .muted, .fullscreen, .companionShown, .companionClicked: handleViewer(input)
        }
        defer { outputs = [] }
        return outputs
    }

    /// Why a document is not there.
    enum LoadFailure: Error {
        case refused(String)
        case late
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func tell(_ event: AdReport) { outputs.append(.event(event)) }

    mutating func call(_ calls: [AdCall]) { outputs += calls.map { .call($0) } }

    mutating func call(_ event: String, _ urls: [String], error: AdError? = nil) {
        var macros = macros
        macros[value: .errorCode] = error.map { String($0.code.rawValue) }
        macros[value: .vmapErrorCode] = error.map { String($0.code.rawValue) }
        macros[value: .vmapErrorMessage] = error?.message
        for url in urls {
            guard let address = AdAddress.callable(url) else { continue }
            outputs.append(.call(AdCall(event: event, url: macros.expand(address, date: date))))
        }
        // The next number against caches is another one.
        self.macros.adoptRandomness(of: macros)
    }
}
