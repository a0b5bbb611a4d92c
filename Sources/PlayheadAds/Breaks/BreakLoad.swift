import PlayheadCore

/// A break whose ads are looked for: ahead of time, or while it waits.
struct BreakLoad: Sendable {
    let occurrence: AdBreakPlanner.Occurrence
    var resolver: AdResolver?
    /// From which second on the whole break can be skipped, as its list of assets says.
    var skipOffset: Double?
    /// The list of assets that is being loaded.
    var listRequest: Int?
    /// Requests of the resolver by the numbers that went out.
    var requests: [Int: Int] = [:]
    /// What has to be told once the break begins: nothing is told of a break that is never come to.
    var heldEvents: [AdReport] = []
    /// The ads, once they are known.
    var ads: [ResolvedAd]?
    /// The number of the first ad, which is prepared.
    var preparedAd: Int?

    init(_ occurrence: AdBreakPlanner.Occurrence) { self.occurrence = occurrence }
}

/// A break that has begun.
struct ActiveBreak: Sendable {
    /// What waits for it.
    enum Waiting: Sendable, Hashable {
        /// The start, or a place that a seek goes to.
        case start(at: Double)
        /// The place where playing came to it.
        case middle(at: Double)
        /// The end.
        case end
    }

    var load: BreakLoad
    /// Breaks that follow at once.
    var following: ArraySlice<AdBreakPlanner.Occurrence>
    var waiting: Waiting
    /// Where the viewer wanted to be while it was shown.
    var seekTarget: Double?
    /// The ad that is played, from 0; the number of ads once all are over.
    var index = -1
    /// How far its ads were played, in seconds: with what was over before it was begun.
    var played = 0.0
    var current: CurrentAd?
    /// Why the next ad is to be paused as soon as it is shown; `nil` where it isn't. The content inherits it from a break without a further ad.
    var pauseOnceShown: PauseReason?

    /// How long it was shown, in seconds.
    var newlyPlayed: Double { played - load.occurrence.elapsed }

    var adBreak: AdBreak { load.occurrence.adBreak }

    /// From which second on the whole of it can be skipped.
    var skipOffset: Double? { load.skipOffset ?? adBreak.skipOffset }
}

/// An ad that is played.
struct CurrentAd: Sendable {
    let number: Int
    var tracker: AdTracker
    var isShown = false
    /// Why it is paused; `nil` while it plays.
    var pauseReason: PauseReason?
    var position = 0.0
    var lastTimeEvent = -Double.infinity

    var ad: ResolvedAd { tracker.ad }
}
