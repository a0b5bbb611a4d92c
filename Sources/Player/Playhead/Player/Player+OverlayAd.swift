import PlayheadAds

extension Player {
    /// Reports that the overlay ad is displayed.
    /// - Parameter index: The index in ``OverlayAd/resources``.
    public func overlayAdShown(_ index: Int = 0) { session.assumeIsolated { $0.reportOverlayAd(.shown) } }

    /// Reports a click on the overlay ad: the player emits onAdClick with the URL to open, or opens the page itself, without an event
    /// (`openBrowserOnAdClick`). The content continues.
    /// - Parameter index: The index in ``OverlayAd/resources``.
    public func overlayAdClicked(_ index: Int = 0) {
        session.assumeIsolated { $0.reportOverlayAd(.nonLinearClicked(index)) }
    }

    /// Reports that the overlay ad is no longer displayed.
    /// - Parameter byViewer: Whether the viewer closed the ad; otherwise its time is over.
    public func overlayAdClosed(byViewer: Bool) {
        session.assumeIsolated { $0.endOverlayAd(byViewer ? .closed : .completed) }
    }

    /// Reports that the overlay ad can't be displayed: no resource has a supported type, or its picture failed to load.
    /// - Parameter isSupported: Whether the type of a resource is supported, so that the cause is the picture.
    public func overlayAdFailed(isSupported: Bool) {
        let error =
            isSupported
            ? AdError(.nonLinearUnreachable, "the overlay ad's picture failed to load")
            : AdError(.nonLinearUnsupported, "the overlay ad has no resource of a supported type")
        session.assumeIsolated { $0.endOverlayAd(.failed(error)) }
    }
}
