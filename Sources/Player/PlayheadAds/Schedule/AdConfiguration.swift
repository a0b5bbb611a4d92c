/// The ad configuration of a player.
public struct AdConfiguration: Sendable, Hashable {
    /// The waterfall of tags for a pre-roll; ignored if there is a schedule.
    public var tags: [String] = []
    /// The schedule; ignored if there is a VMAP document.
    public var schedule: [AdBreak] = []
    /// The URL of a VMAP document.
    public var vmapURL: String?
    /// The rules for omitting breaks.
    public var rules = AdRules()
    /// The timeout of a request, in seconds.
    public var requestTimeout = 5.0
    /// The timeout for the first picture of an ad, in seconds.
    public var creativeTimeout = 15.0
    /// The time before its position at which a mid-roll is preloaded, in seconds.
    public var preloadTime = 10.0
    /// The skip offset of ads that have none of their own; `nil` for never.
    public var skipOffset: AdOffset?
    /// Whether the player opens the target of a click in a browser; otherwise onAdClick has the URL, and the app opens it.
    public var openBrowserOnAdClick = false
    /// The maximum number of wrappers around an ad.
    public var wrapperLimit = 5

    /// Creates a configuration without ads.
    public init() {}

    /// The schedule as far as it is known without loading.
    package enum Plan: Sendable, Hashable {
        /// No ads.
        case none
        /// A VMAP document at this URL.
        case vmap(String)
        /// The listed breaks.
        case breaks([AdBreak])
    }

    /// The plan: the VMAP document takes precedence over the schedule, and the schedule over the tags.
    package var plan: Plan {
        if let vmapURL { return .vmap(vmapURL) }
        if !schedule.isEmpty { return .breaks(schedule) }
        return tags.isEmpty ? .none : .breaks([AdBreak(id: "pre", offset: .preRoll, source: .tags(tags))])
    }
}

/// The rules for omitting breaks.
public struct AdRules: Sendable, Hashable {
    /// The breaks at a start elsewhere than at the beginning of the content.
    public enum StartOnSeek: String, Sendable, Hashable, CaseIterable {
        /// Nothing.
        case none
        /// The pre-roll.
        case pre
    }

    /// The number of the first item with ads in a playlist, from 1.
    public var startOn = 1
    /// The interval of items with ads, counted from `startOn`; 0 for that item alone.
    public var frequency = 1
    /// The minimum time between the end of a break and the next break, in seconds.
    public var timeBetweenAds = 0.0
    /// The breaks at a start elsewhere than at the beginning of the content.
    public var startOnSeek = StartOnSeek.none
    /// Whether a played break is played again after the viewer seeks back before it.
    public var playsAgain = false

    /// Creates rules that omit nothing.
    public init() {}

    /// Determines whether an item has ads.
    /// - Parameter number: The number in the playlist, from 1.
    /// - Returns: Whether the item has ads.
    public func allowsAds(onItem number: Int) -> Bool {
        guard number >= startOn else { return false }
        return frequency > 0 ? number.saturatingSubtracting(startOn).isMultiple(of: frequency) : number == startOn
    }
}
