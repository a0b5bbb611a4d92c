import PlayheadAds

extension Player {
    /// The overlay ad is on the screen.
    /// - Parameter index: Which one of its ``OverlayAd/resources``.
    public func overlayAdShown(_ index: Int = 0) { session.assumeIsolated { $0.reportOverlayAd(.shown) } }

    /// The overlay ad was clicked on: onAdClick tells what to open, or the player opens it (`openBrowserOnAdClick`). The content plays on.
    /// - Parameter index: Which one of its ``OverlayAd/resources``.
    public func overlayAdClicked(_ index: Int = 0) {
        session.assumeIsolated { $0.reportOverlayAd(.nonLinearClicked(index)) }
    }

    /// The overlay ad is not shown any longer.
    /// - Parameter byViewer: Whether the viewer closed it; otherwise its time is over.
    public func overlayAdClosed(byViewer: Bool) {
        session.assumeIsolated { $0.endOverlayAd(byViewer ? .closed : .completed) }
    }

    /// The overlay ad can't be shown: nothing of it is of a kind that is, or its picture can't be had.
    /// - Parameter isSupported: Whether it would be shown if it could be had.
    public func overlayAdFailed(isSupported: Bool) {
        let error =
            isSupported
            ? AdError(.nonLinearUnreachable, "the overlay ad's picture can't be had")
            : AdError(.nonLinearUnsupported, "nothing of the overlay ad is of a kind that is shown")
        session.assumeIsolated { $0.endOverlayAd(.failed(error)) }
    }
}
