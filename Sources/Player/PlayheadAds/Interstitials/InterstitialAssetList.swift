import Foundation

/// An asset list (RFC 8216bis Appendix D.2): the JSON document of X-ASSET-LIST.
package struct InterstitialAssetList: Sendable, Hashable {
    /// The maximum number of assets.
    private static let maximumAssets = 200

    /// The assets in playback order.
    package var assets: [InterstitialAsset]
    /// The skip control; `nil` if the list has none.
    package var skipControl: HLSInterstitial.SkipControl?

    /// Parses the list at the URL `base`. Assets without a valid URL are skipped.
    /// - Throws: `AdError` 1007 if the text is not JSON, 1005 if it is not an asset list, 303 if it has no playable asset.
    package init(parsing bytes: [UInt8], base: String? = nil) throws(AdError) {
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else {
            throw AdError(.breakDocumentParsing, "the list of assets is not valid JSON", url: base)
        }
        guard let object = value as? [String: Any], let list = object["ASSETS"] as? [Any] else {
            throw AdError(.breakDocument, "the list of assets has no ASSETS", url: base)
        }
        assets = list.prefix(Self.maximumAssets).compactMap { item in
            guard let item = item as? [String: Any], let uri = item["URI"] as? String,
                let url = AdAddress.fetchable(uri, relativeTo: base)
            else { return nil }
            let duration = (item["DURATION"] as? Double).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
            return InterstitialAsset(url: url, duration: duration)
        }
        guard !assets.isEmpty else { throw AdError(.noAd, "the list of assets is empty", url: base) }
        if let control = object["SKIP-CONTROL"] as? [String: Any] {
            skipControl = HLSInterstitial.SkipControl(
                offset: (control["OFFSET"] as? Double).map { max(0, $0) }, duration: control["DURATION"] as? Double,
                labelID: control["LABEL-ID"] as? String)
        }
    }
}
