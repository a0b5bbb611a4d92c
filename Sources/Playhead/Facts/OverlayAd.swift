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

extension Player {
    /// The overlay ad is on the screen.
    /// - Parameter index: Which one of its ``OverlayAd/resources``.
    public func overlayAdShown(_ index: Int = 0) { tellOverlay(.shown) }

    /// The overlay ad was clicked on: onAdClick tells what to open, or the player opens it (`openBrowserOnAdClick`). The content plays on.
    /// - Parameter index: Which one of its ``OverlayAd/resources``.
    public func overlayAdClicked(_ index: Int = 0) { tellOverlay(.nonLinearClicked(index)) }

    /// The overlay ad is not shown any longer.
    /// - Parameter byViewer: Whether the viewer closed it; otherwise its time is over.
    public func overlayAdClosed(byViewer: Bool) {
        tellOverlay(byViewer ? .closed : .completed)
        overlayAd = nil
    }

    /// The overlay ad can't be shown: nothing of it is of a kind that is, or its picture can't be had.
    /// - Parameter isSupported: Whether it would be shown if it could be had.
    public func overlayAdFailed(isSupported: Bool) {
        let error =
            isSupported
            ? AdError(.nonLinearUnreachable, "the overlay ad's picture can't be had")
            : AdError(.nonLinearUnsupported, "nothing of the overlay ad is of a kind that is shown")
        tellOverlay(.failed(error))
        overlayAd = nil
    }

    private func tellOverlay(_ fact: AdFact) {
        if let overlayAd { submit(.ad(.overlay(ad: overlayAd.number, fact))) }
    }
}
