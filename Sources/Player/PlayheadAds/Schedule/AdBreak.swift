import PlayheadCore

/// The time of a break.
public enum AdBreakOffset: Sendable, Hashable {
    /// Before the content.
    case preRoll
    /// In the content.
    case midRoll(AdOffset)
    /// In the content, at a numbered mark of the publisher (VMAP `#n`), from 1. The positions of marks are unknown, so the break is never
    /// due.
    case mark(Int)
    /// In live content, at a date in seconds since 1970.
    case date(Double)
    /// After the content.
    case postRoll

    /// Parses `pre`, `post`, seconds as `50` or `50.5`, a percentage as `50%`, or `hh:mm:ss.mmm`.
    public init?(_ text: String) {
        let text = text.trimmed.lowercased()
        switch text {
        case "pre", "start": self = .preRoll
        case "post", "end": self = .postRoll
        default:
            if let seconds = AdTime.decimal(text) {
                self = .midRoll(.seconds(seconds))
            } else {
                guard let offset = AdOffset(text) else { return nil }
                self = .midRoll(offset)
            }
        }
    }

    /// Whether the break has its place on the content's timeline, instead of before or after the content.
    var isInContent: Bool {
        switch self {
        case .midRoll, .mark, .date: true
        case .preRoll, .postRoll: false
        }
    }

    /// The text form for events and configurations.
    public var text: String {
        switch self {
        case .preRoll: "pre"
        case .postRoll: "post"
        case .midRoll(.seconds(let seconds)): Self.plain(seconds)
        case .midRoll(.fraction(let fraction)): Self.plain((fraction * 1e6).rounded() / 1e4) + "%"
        case .mark(let number): "#\(number)"
        case .date(let date): AdTime.date(date)
        }
    }

    /// Returns a number without decimals if it is whole.
    private static func plain(_ number: Double) -> String {
        if let whole = Int(checked: number), Double(whole) == number { String(whole) } else { String(number) }
    }
}

extension AdPosition {
    /// The value of the macro `[BREAKPOSITION]`.
    var macroValue: String {
        switch self {
        case .pre: "1"
        case .mid: "2"
        case .post: "3"
        }
    }
}

/// An ad break: its time and the source of its ads.
public struct AdBreak: Sendable, Hashable {
    /// The source of ads.
    package enum Source: Sendable, Hashable {
        /// A waterfall of tags.
        case tags([String])
        /// A document inside of the schedule, whose URL is `base`; `nil` for a document of the app.
        case document(VASTDocument, base: String? = nil)
        /// Media that is played unchanged (HLS interstitials).
        case assets([InterstitialAsset])
        /// The URL of an asset list (HLS interstitials).
        case assetList(String)
        /// No usable source, with the reason.
        case unusable(AdError)
    }

    /// The position at which the content continues after a break.
    public enum Resumption: Sendable, Hashable {
        /// The position at which it was left.
        case whereLeft
        /// An offset in seconds from the break's place; the offsets of several breaks at one place add up.
        case after(Double)
        /// The position plus the duration of the break: at the live edge.
        case elapsed
    }

    /// The restrictions for viewers (HLS interstitials).
    public struct Restrictions: Sendable, Hashable {
        /// Forbids skipping and seeking in the break.
        public var forbidsSkipping = false
        /// Forbids seeking past the break before it has been played.
        public var forbidsJumping = false

        /// Creates a value without restrictions.
        public init() {}
    }

    /// The identifier, unique in the schedule.
    public var id: String
    /// The time.
    public var offset: AdBreakOffset
    /// The source of the ads.
    package var source: Source
    /// The interval of repetitions in seconds of content.
    public var repeatAfter: Double?
    /// Whether pods and further ads are allowed.
    public var allowsMultipleAds = true
    /// Whether wrappers are followed.
    public var followsRedirects = true
    /// The kinds of creatives that the schedule requests, as VMAP's names separated by commas; `nil` for all.
    public var creativeType: String?
    /// The trackers for `breakStart`, `breakEnd` and `error`.
    package var trackingEvents: [VASTTracking] = []
    /// The position at which the content continues.
    public var resumption = Resumption.whereLeft
    /// The maximum duration in seconds.
    public var playoutLimit: Double?
    /// The duration in seconds if it is known in advance; `nil` if not. A viewer who joins a live stream in the middle of such a break sees
    /// the rest of it.
    public var span: Double?
    /// The restrictions for viewers.
    public var restrictions = Restrictions()
    /// The position on the content's timeline in seconds, if it is known more exactly than by the offset (HLS).
    public var place: Double?
    /// Whether a break before the content is played wherever the content starts (HLS `CUE="PRE"`).
    public var isForEveryStart = false
    /// Whether the break is played each time the playhead reaches it, regardless of the configuration (HLS without `CUE="ONCE"`).
    public var playsAgain = false
    /// Whether the content continues at a segment start (HLS `X-SNAP="IN"`).
    public var snapsIn = false
    /// The position from which the whole break is skippable, in seconds; `nil` if the ads determine it (HLS `X-SKIP-CONTROL-OFFSET`).
    public var skipOffset: Double?
    /// Whether the break is played once per session, regardless of the configuration (HLS `CUE="ONCE"`).
    public var isOnce = false

    /// Whether the break has its duration on an ``IntegratedTimeline``, instead of being a point (HLS `X-TIMELINE-OCCUPIES="RANGE"`).
    public var occupiesRange = false
    /// Whether the break belongs to the content, so that it has no mark on a timeline (HLS `X-TIMELINE-STYLE="PRIMARY"`).
    public var supplementsContent = false

    /// Whether the position in the content is unknown.
    var isWithoutPlace: Bool { if case .mark = offset { true } else { false } }

    /// Creates a break whose ads are loaded from tags.
    /// - Parameters:
    ///   - id: The identifier, unique in the schedule.
    ///   - offset: The time.
    ///   - tags: The URLs of VAST documents; the second is requested if the first has no ad, and so on.
    public init(id: String, offset: AdBreakOffset, tags: [String]) {
        self.init(id: id, offset: offset, source: .tags(tags))
    }

    /// Creates a break.
    package init(id: String, offset: AdBreakOffset, source: Source) {
        self.id = id
        self.offset = offset
        self.source = source
    }
}

/// An asset of an interstitial: a playlist or file that is played unchanged.
package struct InterstitialAsset: Sendable, Hashable {
    /// The URL.
    package var url: String
    /// The duration in seconds; `nil` if it is unknown.
    package var duration: Double?

    /// Creates an asset.
    package init(url: String, duration: Double? = nil) {
        self.url = url
        self.duration = duration
    }
}
