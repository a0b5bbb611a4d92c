/// Media of an interstitial: a playlist or file that is played as it is.
public struct InterstitialAsset: Sendable, Hashable {
    /// Its address.
    public var url: String
    /// Its duration in seconds; `nil` where it isn't told.
    public var duration: Double?

    /// Makes an asset.
    public init(url: String, duration: Double? = nil) {
        self.url = url
        self.duration = duration
    }
}
