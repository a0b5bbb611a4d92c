/// Which ads a player shows when.
public struct AdConfiguration: Sendable, Hashable {
    /// The tags of a pre-roll, a waterfall; passed over where there is a schedule.
    public var tags: [String] = []
    /// Breaks; passed over where there is a VMAP document.
    public var schedule: [AdBreak] = []
    /// The address of a VMAP document.
    public var vmapURL: String?
    /// Which breaks are left out.
    public var rules = AdRules()
    /// How long a request may take, in seconds.
    public var requestTimeout = 5.0
    /// How long an ad's media may take to its first picture, in seconds.
    public var creativeTimeout = 15.0
    /// How long before its place a mid-roll is loaded, in seconds.
    public var preloadTime = 10.0
    /// When ads can be skipped that don't say it themselves; `nil` for never.
    public var skipOffset: AdOffset?
    /// Whether clicks open a browser; the app is told of them otherwise.
    public var openBrowserOnAdClick = false
    /// Wrappers around an ad at most.
    public var wrapperLimit = 5

    /// Makes a configuration without ads.
    public init() {}

    /// What is shown when, as far as it is known without loading.
    public enum Plan: Sendable, Hashable {
        /// No ads.
        case none
        /// What a VMAP document says, which is to be loaded.
        case vmap(String)
        /// These breaks.
        case breaks([AdBreak])
    }

    /// The plan: that of the VMAP document before the schedule, the schedule before the tag.
    public var plan: Plan {
        if let vmapURL { return .vmap(vmapURL) }
        if !schedule.isEmpty { return .breaks(schedule) }
        return tags.isEmpty ? .none : .breaks([AdBreak(id: "pre", offset: .preRoll, source: .tags(tags))])
    }
}

/// Which breaks are left out.
public struct AdRules: Sendable, Hashable {
    /// What is shown where the content starts or goes on elsewhere than at its beginning.
    public enum StartOnSeek: String, Sendable, Hashable, CaseIterable {
        /// Nothing.
        case none
        /// The pre-roll.
        case pre
    }

    /// The first item of a playlist with ads, from 1.
    public var startOn = 1
    /// Every how many items there are ads, from `startOn` on; 0 for that item alone.
    public var frequency = 1
    /// How much time passes from the end of a break to the next at least, in seconds.
    public var timeBetweenAds = 0.0
    /// What is shown where the content starts elsewhere than at its beginning.
    public var startOnSeek = StartOnSeek.none
    /// Whether a break that was played is played again where the viewer goes back in front of it.
    public var playsAgain = false

    /// Makes rules that leave out nothing.
    public init() {}

    /// Whether there are ads with an item.
    /// - Parameter number: Its number in the playlist, from 1.
    public func allowsAds(onItem number: Int) -> Bool {
        guard number >= startOn else { return false }
        return frequency > 0 ? number.saturatingSubtracting(startOn).isMultiple(of: frequency) : number == startOn
    }
}
