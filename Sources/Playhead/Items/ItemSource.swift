import Foundation

/// One of the places, or of the qualities, in which an item can be had.
public struct ItemSource: Sendable, Hashable {
    /// Where it is.
    public var url: URL
    /// What a menu shows, such as `720p`.
    public var label: String?
    /// Whether it is the one to begin with; without such a mark that is the first one.
    public var isDefault: Bool
    /// Its media type, such as `application/vnd.apple.mpegurl` or `video/mp4`, where that is known.
    public var type: String?
    /// Picture height in pixels, where that is known.
    public var height: Int?
    /// Bits a second, where that is known.
    public var bitrate: Int?
    /// How it is fetched and read; wins over the item's.
    public var assetOptions: AssetOptions

    /// Names a source.
    public init(
        url: URL, label: String? = nil, isDefault: Bool = false, type: String? = nil, height: Int? = nil, bitrate: Int? = nil,
        assetOptions: AssetOptions = AssetOptions()
    ) {
        self.url = url
        self.label = label
        self.isDefault = isDefault
        self.type = type
        self.height = height
        self.bitrate = bitrate
        self.assetOptions = assetOptions
    }
}
