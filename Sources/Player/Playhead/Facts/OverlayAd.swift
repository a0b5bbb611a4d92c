import PlayheadAds
import PlayheadCore

/// An ad to show over the content while the content plays; the view that shows the ad reports it to the player.
public struct OverlayAd: Sendable, Hashable {
    /// The number of the ad among the ads of the player.
    let number: Int
    /// The title of the ad.
    public var title: String?
    /// The alternative resources, as in onAdCompanions; one of them is shown.
    public var resources: [AdCompanion]
    /// The minimum duration of the display in seconds; `nil` if unspecified.
    public var minimumDuration: Double?

    init(_ number: Int, _ ad: ResolvedAd) {
        self.number = number
        title = ad.ad.title
        resources = ad.nonLinears.map { AdCompanion($0) }
        minimumDuration = ad.nonLinears.compactMap(\.minSuggestedDuration).max()
    }
}
