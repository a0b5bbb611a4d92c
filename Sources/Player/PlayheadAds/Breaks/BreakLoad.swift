import PlayheadCore

/// A break whose ads are being loaded: ahead of time, or while the content waits.
struct BreakLoad: Sendable {
    let occurrence: AdBreakPlanner.Occurrence
    var resolver: AdResolver?
    /// The tag that was requested last, or the URL of the asset list; `nil` if the source has none.
    var tag: String?
    /// The position from which the whole break is skippable, according to its asset list, in seconds.
    var skipOffset: Double?
    /// The request for the asset list.
    var listRequest: Int?
    /// The resolver's request ids by the controller's.
    var requests: [Int: Int] = [:]
    /// The events to emit when the break begins; a break that is never reached emits none.
    var heldEvents: [AdReport] = []
    /// The ads, once they are known.
    var ads: [ResolvedAd]?
    /// The search for the replacement of the current ad, which failed; `nil` without one.
    var replacement: Replacement?
    /// The number of replaced ads.
    var replacedCount = 0
    /// The number of the first ad, which is being prepared.
    var preparedAd: Int?

    init(_ occurrence: AdBreakPlanner.Occurrence) { self.occurrence = occurrence }

    /// The duration of all ads in seconds; `nil` while one of them is unknown.
    var duration: Double? {
        guard let ads, !ads.isEmpty else { return nil }
        var sum = occurrence.elapsed
        for ad in ads {
            guard let duration = ad.duration else { return nil }
            sum += duration - ad.startOffset
        }
        return occurrence.adBreak.playoutLimit.map { min(sum, $0) } ?? sum
    }

    /// The search for the replacement of an ad that failed.
    enum Replacement: Sendable {
        case pending
        case found([ResolvedAd])
    }
}

/// A break that has begun.
struct ActiveBreak: Sendable {
    /// The reason for which the content waits.
    enum Waiting: Sendable, Hashable {
        /// The start, or the target of a seek.
        case start(at: Double)
        /// The position at which playback reached the break.
        case middle(at: Double)
        /// The end.
        case end

        /// The place of the content in seconds, from which it continues.
        var place: Double {
            switch self {
            case .start(let place), .middle(let place): place
            case .end: 0
            }
        }
    }

    var load: BreakLoad
    /// The breaks that follow immediately.
    var following: ArraySlice<AdBreakPlanner.Occurrence>
    var waiting: Waiting
    /// The target of a seek that was requested during the break.
    var seekTarget: Double?
    /// The offset from the place of the content at which the app continues it, in seconds; `nil` for the place that the break determines.
    var resumptionOffset: Double?
    /// The position in seconds at which the content would continue after the breaks before this one at the same position; `nil` for that
    /// position.
    var inherited: Double?
    /// The index of the current ad; the number of ads after the last one.
    var index = -1
    /// The played duration of the ads in seconds, including the part that had elapsed before the break began.
    var played = 0.0
    var current: CurrentAd?
    /// The number of ads that were shown.
    var shownAds = 0
    /// The reason for which the next ad is paused as soon as it is shown; `nil` if it is not. The content inherits the pause if no further
    /// ad follows.
    var pauseOnceShown: PauseReason?

    /// The duration for which the break was shown, in seconds.
    var newlyPlayed: Double { played - load.occurrence.elapsed }

    var adBreak: AdBreak { load.occurrence.adBreak }

    /// Whether any ad was shown.
    var hasShownAd: Bool { shownAds > 0 }

    /// Whether the content waits at the place of the break, and not at the target of a seek over it.
    var isAtPlace: Bool { if case .start(let place) = waiting { load.occurrence.time == place } else { waiting != .end } }

    /// The position from which the whole break is skippable, in seconds.
    var skipOffset: Double? { load.skipOffset ?? adBreak.skipOffset }
}

/// The ad that is being played.
struct CurrentAd: Sendable {
    let number: Int
    var tracker: AdTracker
    var isShown = false
    /// Whether the media is a live stream, which ends at the declared duration of the ad.
    var isLive = false
    /// The reason of the pause; `nil` while the ad plays.
    var pauseReason: PauseReason?
    var position = 0.0
    var lastTimeEvent = -Double.infinity
    /// The position of the last onAdTime, in seconds; `nil` before it.
    var emittedPosition: Double?

    var ad: ResolvedAd { tracker.ad }
}
