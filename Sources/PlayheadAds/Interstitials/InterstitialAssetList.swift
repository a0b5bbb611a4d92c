import Foundation

/// A list of assets (RFC 8216bis Appendix D.2): what X-ASSET-LIST names, in JSON.
public struct InterstitialAssetList: Sendable, Hashable {
    /// Assets of a list that are read.
    private static let maximumAssets = 200

    /// What is played, in order.
    public var assets: [InterstitialAsset]
    /// When viewers can skip it; `nil` where the list says nothing.
    public var skipControl: HLSInterstitial.SkipControl?

    /// Reads a list. Assets without an address that can be loaded are passed over.
    /// - Parameter base: Where the list is from.
    /// - Throws: `AdError` 100 where it is no JSON, 101 where it is no list, 303 where nothing is in it that can be played.
    public init(parsing bytes: [UInt8], base: String? = nil) throws(AdError) {
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else {
            throw AdError(.xmlParsing, "the list of assets is no JSON", url: base)
        }
        guard let object = value as? [String: Any], let list = object["ASSETS"] as? [Any] else {
            throw AdError(.vastSchema, "the list of assets has no ASSETS", url: base)
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
                offset: max(0, control["OFFSET"] as? Double ?? 0), duration: control["DURATION"] as? Double,
                labelID: control["LABEL-ID"] as? String)
        }
    }
}
