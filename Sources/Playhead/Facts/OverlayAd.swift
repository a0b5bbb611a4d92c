import PlayheadAds
import PlayheadCore

/// An ad that is offered to be shown over the content while that plays: what shows it says so by the player.
public struct OverlayAd: Sendable, Hashable {
    /// Its number among the player's ads.
    let number: Int
    /// Its title.
    public var title: String?
    /// What can be shown, as onAdCompanions told it; one of them is.
    public var resources: [AdCompanion]
    /// How long it should be shown at least, in seconds; `nil` where nothing is said.
    public var minimumDuration: Double?

    init(_ number: Int, _ ad: ResolvedAd) {
        self.number = number
        title = ad.ad.title
        resources = ad.nonLinears.map { AdCompanion($0) }
        minimumDuration = ad.nonLinears.compactMap(\.minSuggestedDuration).max()
    }
}
