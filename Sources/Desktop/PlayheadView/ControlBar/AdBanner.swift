/// The text and the skip button over an ad's picture.
package struct AdBanner: Sendable, Equatable {
    /// The button that skips the ad.
    package enum Skip: Sendable, Equatable {
        /// The ad is not skippable.
        case none
        /// The ad becomes skippable after this number of seconds, rounded up.
        case countdown(Int)
        /// The ad is skippable now.
        case ready

        /// The button's title.
        package var text: String {
            switch self {
            case .none: ""
            case .countdown(let seconds): "Skip in \(seconds)"
            case .ready: "Skip ad"
            }
        }
    }

    /// The ad's index in its pod and the remaining time: `Advertisement · 1 of 2 · 0:12`.
    package var text: String
    /// The button that skips it.
    package var skip: Skip

    /// Creates the banner of an ad.
    package init(_ ad: AdFacts) {
        let place = ad.podCount > 1 ? "Advertisement · \(ad.sequence) of \(ad.podCount)" : "Advertisement"
        text = ad.duration.map { "\(place) · \(Self.clock($0 - ad.position))" } ?? place
        guard let offset = ad.skipOffset, offset < ad.duration ?? .infinity else {
            skip = .none
            return
        }
        let wait = Self.whole(offset - ad.position)
        skip = wait > 0 ? .countdown(wait) : .ready
    }

    private static func clock(_ seconds: Double) -> String {
        let left = whole(seconds)
        return "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60)"
    }

    /// Returns the remaining seconds, rounded up, so that 0 means the end and not the last second.
    private static func whole(_ seconds: Double) -> Int {
        let maximum = 86_400.0
        return Int(saturating: min(max(0, seconds), maximum), rounding: .up)
    }
}
