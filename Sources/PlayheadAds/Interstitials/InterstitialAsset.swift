/// An asset of an interstitial: a playlist or file that is played unchanged.
public struct InterstitialAsset: Sendable, Hashable {
    /// The URL.
    public var url: String
    /// The duration in seconds; `nil` if it is unknown.
    public var duration: Double?

    /// Creates an asset.
    public init(url: String, duration: Double? = nil) {
        self.url = url
        self.duration = duration
    }
}
