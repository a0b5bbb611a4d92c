/// Determines the tracking URLs of an ad: each URL is requested once for each event, in the order of the events.
///
/// For an ad that was not shown, only errors are tracked. After its end, only actions on its companions are tracked.
package struct AdTracker: Sendable {
    /// The ad.
    package let ad: ResolvedAd
    /// The values of the macros.
    package var macros: AdMacros

    private enum Stage { case waiting, shown, ended }

    /// A tracker at a position of the ad.
    private struct Mark {
        var time: Double
        var event: String
        /// The offset of a progress tracker; `nil` for a quartile.
        var offset: AdOffset?
        var urls: [String]
        /// The key of a requested tracker. The position of a quartile or share changes with the duration.
        var key: String {
            switch offset {
            case .seconds(let seconds)?: "\(event) \(seconds)"
            case .fraction(let fraction)?: "\(event) share \(fraction)"
            case nil: event
            }
        }
    }

    private var stage = Stage.waiting
    private var mediaDuration: Double? { didSet { (marks, passedMarks) = (nil, 0) } }
    /// The quartiles and offsets at the present duration, sorted by position, and the number of those that were reached.
    private var marks: [Mark]?
    private var passedMarks = 0
    private var position = 0.0
    private var isMuted = false
    private var isPaused = false
    private var isExpanded = false
    /// Whether the view is visible; `nil` if this is unknown.
    private var isVisible: Bool?
    /// The position since which the ad plays in a visible view.
    private var visibleSince = 0.0
    /// The quartiles and offsets that were requested.
    private var called: Set<String> = []
    private var shownCompanions: Set<Int> = []
    private var shownIcons: Set<Int> = []

    /// Creates a tracker for an ad, with the macros of the break and the player; those of the ad are added.
    package init(_ ad: ResolvedAd, macros: AdMacros) {
        self.ad = ad
        self.macros = macros
        self.macros[value: .adServingID] = ad.ad.servingID
        self.macros[value: .assetURI] = ad.mediaFile?.url
        self.macros[.adCategories] = ad.ad.categories.map(\.name)
        self.macros[.universalAdID] = (ad.creative ?? ad.ad.creatives.first)?.universalAdIDs.map { "\($0.registry) \($0.value)" } ?? []
        self.macros[value: .adType] = ad.ad.adType
    }

    /// Sets the initial sound, size and visibility, without tracking; has no effect once the ad is shown.
    package mutating func start(isMuted: Bool, isExpanded: Bool, isVisible: Bool?) {
        guard stage == .waiting else { return }
        (self.isMuted, self.isExpanded, self.isVisible) = (isMuted, isExpanded, isVisible)
    }

    /// The duration in seconds: that of the media, or that of the document until it is known.
    package var duration: Double? { mediaDuration ?? ad.duration }

    /// Whether the media was ready to play.
    var isLoaded: Bool { called.contains("loaded") }

    /// Whether the ad was shown.
    package var wasShown: Bool { stage != .waiting }

    /// The skip position in seconds; `nil` if the ad is not skippable, and while the skip offset is a share of an unknown duration.
    package var skipTime: Double? { ad.skipOffset?.seconds(of: duration) }

    /// Handles a fact. `date` is the time in seconds since 1970.
    /// - Returns: The calls in order.
    package mutating func handle(_ fact: AdFact, date: Double? = nil) -> [AdCall] {
        if case .position(let seconds) = fact, stage == .shown { position = max(position, seconds) }
        // Values of one event only.
        for macro in [AdMacro.clickPosition, .errorCode] { macros[macro] = [] }
        let pairs = pairs(fact)
        macros[value: .adPlayhead] = AdTime.text(position)
        macros[.playerState] = [isMuted ? "muted" : nil, isExpanded ? "fullscreen" : nil].compactMap { $0 }
        return pairs.compactMap { event, url in
            guard let address = AdAddress.callable(url, relativeTo: ad.url) else { return nil }
            // Verification scripts are not run: reason 2 is "not supported" (VAST 4.3 §3.17.4).
            if event == Self.verificationNotExecuted { macros[value: .reason] = "2" }
            defer { macros[.reason] = [] }
            return AdCall(event: event, url: macros.expand(address, date: date))
        }
    }

    private typealias Pairs = [(event: String, url: String)]

    private mutating func pairs(_ fact: AdFact) -> Pairs {
        switch fact {
        case .companionShown(let index): return companionShown(index)
        case .companionClicked(let index): return wasShown ? companionClicked(index) : []
        case .failed(let error): return failed(error)
        case .interactiveFailed(let error): return interactiveFailed(error)
        // A creative may report its last events after the end of the ad.
        case .reported(let urls): return wasShown ? urls.map { ("reportTracking", $0) } : []
        case .loaded where stage == .waiting: return once("loaded")
        case .duration(let seconds):
            if seconds > 0, seconds.isFinite { mediaDuration = seconds }
            return []
        case .shown where stage == .waiting: return shown()
        default: return stage == .shown ? pairsWhileShown(fact) : []
        }
    }

    private mutating func pairsWhileShown(_ fact: AdFact) -> Pairs {
        switch fact {
        case .position: return viewed() + reached()
        case .visible, .hidden:
            (isVisible, visibleSince) = (fact == .visible, position)
            return []
        case .paused, .resumed: return change(\.isPaused, to: fact == .paused, events: fact == .paused ? ["pause"] : ["resume"])
        case .muted, .unmuted: return change(\.isMuted, to: fact == .muted, events: fact == .muted ? ["mute"] : ["unmute"])
        case .expanded: return change(\.isExpanded, to: true, events: ["playerExpand", "fullscreen"])
        case .collapsed: return change(\.isExpanded, to: false, events: ["playerCollapse", "exitFullscreen"])
        case .rewound: return events("rewind")
        case .skipped: return end(with: events("skip"))
        case .completed: return completed()
        case .closed: return end(with: events(ad.isLinear ? "closeLinear" : "close"))
        case .clicked(let x, let y): return clicked(x, y)
        case .iconShown(let index): return iconShown(index)
        case .iconClicked(let index):
            return ad.icons.indices.contains(index) ? ad.icons[index].clickTracking.map { ("iconClickTracking", $0.url) } : []
        case .nonLinearClicked(let index): return ad.nonLinearClickTracking(index).map { ("nonLinearClickTracking", $0) }
        case .interactiveStarted: return once("interactiveStart")
        case .invitationAccepted: return events("acceptInvitation") + events("acceptInvitationLinear")
        default: return []
        }
    }

    // MARK: the ad's course

    private mutating func shown() -> Pairs {
        stage = .shown
        var pairs = once("loaded")
        pairs += ad.impressions.map { ("impression", $0) }
        if isVisible == nil { pairs += viewability(\.viewUndetermined, "viewUndetermined") }
        pairs += verificationNotExecuted()
        pairs += events("creativeView")
        return pairs + once("start")
    }

    /// Returns the trackers of a viewable impression: two consecutive seconds of playback in a visible view (MRC).
    private mutating func viewed() -> Pairs {
        let seconds = 2.0
        return isVisible == true && position - visibleSince >= seconds ? viewability(\.viewable, "viewable") : []
    }

    /// Returns the trackers of the viewability, which is determined once.
    private mutating func viewability(_ urls: KeyPath<VASTViewableImpression, [String]>, _ event: String) -> Pairs {
        called.insert("viewability").inserted ? ad.viewableImpressions.flatMap { $0[keyPath: urls] }.map { (event, $0) } : []
    }

    private static let verificationNotExecuted = "verificationNotExecuted"

    private func verificationNotExecuted() -> Pairs {
        ad.verifications.flatMap(\.trackingEvents).filter { $0.event == Self.verificationNotExecuted }.map { ($0.event, $0.url) }
    }

    /// Returns the trackers at positions up to the current one.
    private mutating func reached() -> Pairs {
        var pairs: Pairs = []
        let marks = self.marks ?? sortedMarks()
        self.marks = marks
        while passedMarks < marks.count, marks[passedMarks].time <= position {
            let mark = marks[passedMarks]
            passedMarks += 1
            if called.insert(mark.key).inserted { pairs += mark.urls.map { (mark.event, $0) } }
        }
        return pairs
    }

    /// Returns the quartiles and offsets, sorted by position.
    private func sortedMarks() -> [Mark] {
        let all = ad.isLinear ? ad.trackingEvents : ad.nonLinearTracking
        var marks: [Mark] = []
        if let duration, ad.isLinear {
            for (index, event) in ["firstQuartile", "midpoint", "thirdQuartile"].enumerated() {
                marks.append(Mark(time: duration * Double(index + 1) / 4, event: event, offset: nil, urls: urls(of: event)))
            }
        }
        var places: [AdOffset: Int] = [:]
        for tracking in all where tracking.event == "progress" {
            guard let offset = tracking.offset, let time = offset.seconds(of: duration) else { continue }
            if let same = places[offset] {
                marks[same].urls.append(tracking.url)
            } else {
                places[offset] = marks.count
                marks.append(Mark(time: time, event: "progress", offset: offset, urls: [tracking.url]))
            }
        }
        return marks.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    private mutating func completed() -> Pairs {
        // An ad that was played to its end has passed its quartiles, whatever its declared duration.
        mediaDuration = ad.isLinear ? max(position, min(mediaDuration ?? position, duration ?? position)) : mediaDuration
        position = max(position, mediaDuration ?? position)
        return end(with: viewed() + reached() + once("complete"))
    }

    private mutating func end(with pairs: Pairs) -> Pairs {
        stage = .ended
        return viewability(\.notViewable, "notViewable") + pairs
    }

    private mutating func failed(_ error: AdError) -> Pairs {
        guard stage != .ended else { return [] }
        stage = .ended
        macros[value: .errorCode] = String(error.code.rawValue)
        return ad.errorURLs.map { ("error", $0) }
    }

    private mutating func interactiveFailed(_ error: AdError) -> Pairs {
        guard called.insert("interactive error").inserted else { return [] }
        macros[value: .errorCode] = String(error.code.rawValue)
        return ad.errorURLs.map { ("error", $0) }
    }

    // MARK: what viewers do

    private mutating func clicked(_ x: Int?, _ y: Int?) -> Pairs {
        macros[.clickPosition] = x.flatMap { x in y.map { [String(x), String($0)] } } ?? []
        return ad.clickTracking.map { ("clickTracking", $0) }
    }

    private mutating func iconShown(_ index: Int) -> Pairs {
        guard ad.icons.indices.contains(index), shownIcons.insert(index).inserted else { return [] }
        return ad.icons[index].viewTracking.map { ("iconView", $0) }
    }

    private mutating func companionShown(_ index: Int) -> Pairs {
        guard wasShown, ad.companions.indices.contains(index), shownCompanions.insert(index).inserted else { return [] }
        let tracking = ad.companionTracking + ad.companions[index].trackingEvents
        return tracking.filter { $0.event == "creativeView" }.map { ("creativeView", $0.url) }
    }

    private func companionClicked(_ index: Int) -> Pairs {
        guard ad.companions.indices.contains(index) else { return [] }
        let urls = ad.companionClickTracking + ad.companions[index].clickTracking.map(\.url)
        return urls.map { ("companionClickTracking", $0) }
    }

    // MARK: events

    private func urls(of event: String) -> [String] {
        (ad.isLinear ? ad.trackingEvents : ad.nonLinearTracking).filter { $0.event == event }.map(\.url)
    }

    private func events(_ names: String...) -> Pairs { names.flatMap { name in urls(of: name).map { (name, $0) } } }

    private mutating func once(_ event: String) -> Pairs { called.insert(event).inserted ? events(event) : [] }

    private mutating func change(_ flag: WritableKeyPath<AdTracker, Bool>, to value: Bool, events names: [String]) -> Pairs {
        guard self[keyPath: flag] != value else { return [] }
        self[keyPath: flag] = value
        return names.flatMap { events($0) }
    }
}
