/// An asset of an interstitial: a playlist or file that is played unchanged.
package struct InterstitialAsset: Sendable, Hashable {
    /// The URL.
    package var url: String
    /// The duration in seconds; `nil` if it is unknown.
    package var duration: Double?

    /// Creates an asset.
    package init(url: String, duration: Double? = nil) {
        self.url = url
        self.duration = duration
    }
}
