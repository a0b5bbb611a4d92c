import PlayheadAds
import PlayheadEngine

extension ContentAds {
    /// Creates the state before the first item of a player.
    init(_ configuration: PlayerConfiguration) {
        var capabilities = AdMediaCapabilities()
        capabilities.setView(configuration.quality.viewSize)
        capabilities.bandwidth = configuration.quality.maxBitrate.map(Double.init)
        self.init(playsInterstitials: configuration.ads.playsInterstitials, capabilities: capabilities)
    }
}

extension AdMediaCapabilities {
    /// Sets the size of the view, in pixels; `nil` if it is not known.
    mutating func setView(_ size: PictureSize?) { (viewWidth, viewHeight) = (size?.width, size?.height) }
}
