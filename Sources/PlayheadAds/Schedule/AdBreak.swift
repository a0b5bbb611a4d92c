import PlayheadCore

/// When a break is.
public enum AdBreakOffset: Sendable, Hashable {
    /// Before the content.
    case preRoll
    /// In the content.
    case midRoll(AdOffset)
    /// In the content, at a mark of the publisher (VMAP `#n`), counted from 1. Nothing tells where its marks are, so the break never comes.
    case mark(Int)
    /// In live content, at a date in seconds since 1970.
    case date(Double)
    /// After the content.
    case postRoll

    /// Reads `pre`, `post`, seconds as `50` or `50.5`, a percentage as `50%`, or `hh:mm:ss.mmm`.
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

    /// Where it is, as events say it.
    public var position: AdPosition {
        switch self {
        case .preRoll: .pre
        case .midRoll, .mark, .date: .mid
        case .postRoll: .post
        }
    }

    /// As events and configurations write it.
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

    /// A number without decimals where it has none.
    private static func plain(_ number: Double) -> String {
        if let whole = Int(checked: number), Double(whole) == number { String(whole) } else { String(number) }
    }
}

extension AdPosition {
    /// As the macro `[BREAKPOSITION]` counts.
    var macroValue: String {
        switch self {
        case .pre: "1"
        case .mid: "2"
        case .post: "3"
        }
    }
}

/// A break: when it is, and where its ads are from.
public struct AdBreak: Sendable, Hashable {
    /// Where ads are from.
    public enum Source: Sendable, Hashable {
        /// Tags, each asked where those before have no ad.
        case tags([String])
        /// A document that came with the schedule.
        case document(VASTDocument)
        /// Media that is played as it is (HLS interstitials).
        case assets([InterstitialAsset])
        /// A list of such media to load (HLS interstitials).
        case assetList(String)
        /// Nothing, for a reason.
        case unusable(AdError)
    }

    /// Where the content goes on after it.
    public enum Resumption: Sendable, Hashable {
        /// Where it was left.
        case whereLeft
        /// So many seconds behind the break's place.
        case after(Double)
        /// As far on as the break lasted: at the live edge.
        case elapsed
    }

    /// What viewers can't do (HLS interstitials).
    public struct Restrictions: Sendable, Hashable {
        /// Go on in it other than by playing.
        public var forbidsSkipping = false
        /// Go past it without seeing it.
        public var forbidsJumping = false

        /// Makes no restrictions.
        public init() {}
    }

    /// Its identifier, its own in the schedule.
    public var id: String
    /// When it is.
    public var offset: AdBreakOffset
    /// Where its ads are from.
    public var source: Source
    /// After how many seconds of the content it comes again.
    public var repeatAfter: Double?
    /// Whether pods and further ads are shown.
    public var allowsMultipleAds = true
    /// Whether wrappers are followed.
    public var followsRedirects = true
    /// The kinds of creatives that the schedule wants, in VMAP's words and separated by commas; `nil` for all.
    public var creativeType: String?
    /// What is called at `breakStart`, `breakEnd` and `error`.
    public var trackingEvents: [VASTTracking] = []
    /// Where the content goes on.
    public var resumption = Resumption.whereLeft
    /// How long it may last, in seconds.
    public var playoutLimit: Double?
    /// How long it is as far as that is told beforehand, in seconds; `nil` where it isn't. Who joins a live stream in the middle of such a break sees the rest of it.
    public var span: Double?
    /// What viewers can't do.
    public var restrictions = Restrictions()
    /// Where it is on the content's timeline, in seconds, where that is known better than by its offset (HLS).
    public var place: Double?
    /// Whether a break before the content is shown wherever that starts (HLS `CUE="PRE"`).
    public var isForEveryStart = false
    /// Whether it is played each time that playing comes to it, whatever the configuration says (HLS without `CUE="ONCE"`).
    public var playsAgain = false
    /// Whether the content goes on where a segment begins (HLS `X-SNAP="IN"`).
    public var snapsIn = false
    /// From which second on the whole of it can be skipped; `nil` where its ads say (HLS `X-SKIP-CONTROL-OFFSET`).
    public var skipOffset: Double?
    /// Whether it is played once in a session, whatever the configuration says (HLS `CUE="ONCE"`).
    public var isOnce = false

    /// Whether nothing tells where in the content it is.
    var isWithoutPlace: Bool { if case .mark = offset { true } else { false } }

    /// Makes a break.
    public init(id: String, offset: AdBreakOffset, source: Source) {
        self.id = id
        self.offset = offset
        self.source = source
    }
}
