/// What stands over an ad's picture.
public struct AdBanner: Sendable, Equatable {
    /// The button that skips the ad.
    public enum Skip: Sendable, Equatable {
        /// The ad can't be skipped.
        case none
        /// It can be in so many seconds, rounded up.
        case countdown(Int)
        /// It can be now.
        case ready

        /// What the button says.
        public var text: String {
            switch self {
            case .none: ""
            case .countdown(let seconds): "Skip in \(seconds)"
            case .ready: "Skip ad"
            }
        }
    }

    /// Which ad of how many it is, and how long it still lasts: `Ad 1 of 2 · 0:12`.
    public var text: String
    /// The button that skips it.
    public var skip: Skip

    /// Makes what is shown of an ad.
    public init(_ ad: AdFacts) {
        let place = ad.podCount > 1 ? "Ad \(ad.sequence) of \(ad.podCount)" : "Ad"
        let left = ad.duration.map { Self.whole($0 - ad.position) }
        text = left.map { "\(place) · \($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" } ?? place
        guard let offset = ad.skipOffset, offset < ad.duration ?? .infinity else {
            skip = .none
            return
        }
        let wait = Self.whole(offset - ad.position)
        skip = wait > 0 ? .countdown(wait) : .ready
    }

    /// Seconds that are still to come, rounded up: what is over is over when it is 0, and not a second before.
    private static func whole(_ seconds: Double) -> Int {
        let longest = 86_400.0
        return Int(saturating: min(max(0, seconds), longest), rounding: .up)
    }
}
