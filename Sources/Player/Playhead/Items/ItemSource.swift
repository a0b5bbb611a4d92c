import Foundation

/// One of the locations or qualities from which an item can be played.
public struct ItemSource: Sendable, Hashable {
    /// The URL of the source.
    public var url: URL
    /// The label for a menu, such as `720p`.
    public var label: String?
    /// Whether the source is tried first; by default the first source of the item is.
    public var isDefault: Bool
    /// The media type, such as `application/vnd.apple.mpegurl` or `video/mp4`, if known.
    public var type: String?
    /// The picture height in pixels, if known.
    public var height: Int?
    /// The bit rate in bits per second, if known.
    public var bitrate: Int?
    /// The options for requests and parsing; they take precedence over those of the item.
    public var assetOptions: AssetOptions

    /// Creates a source.
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

extension URL {
    /// The URL without the query item `DVR`, and whether it had one. The mark selects DVR playback, and is not sent to the server.
    var withoutDVRMark: (url: URL, hadMark: Bool) {
        let mark = "DVR"
        let text = absoluteString
        let fragmentStart = text.firstIndex(of: "#") ?? text.endIndex
        guard let queryStart = text[..<fragmentStart].firstIndex(of: "?") else { return (self, false) }
        let items = text[text.index(after: queryStart)..<fragmentStart].split(separator: "&", omittingEmptySubsequences: false)
        let others = items.filter { $0 != mark }
        guard others.count < items.count else { return (self, false) }
        let query = others.isEmpty ? "" : "?" + others.joined(separator: "&")
        guard let url = URL(string: text[..<queryStart] + query + text[fragmentStart...]) else { return (self, true) }
        return (url, true)
    }
}
