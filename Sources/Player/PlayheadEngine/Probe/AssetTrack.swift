/// A track of an asset.
public struct AssetTrack: Sendable, Hashable {
    /// The index in the list.
    public var index: Int
    /// The kind of media.
    public var type: String
    /// The short name of the codec.
    public var codec: String
    /// The width of the picture in pixels.
    public var width: Int?
    /// The height of the picture in pixels.
    public var height: Int?
    /// The number of pictures per second.
    public var frameRate: Double?
    /// The number of samples per second.
    public var sampleRate: Int?
    /// The number of audio channels.
    public var channels: Int?
    /// The language.
    public var language: String?
    /// The bit rate, in bits per second.
    public var bitrate: Int?

    /// Creates a track without further properties.
    public init(index: Int, type: String, codec: String = "", language: String? = nil) {
        self.index = index
        self.type = type
        self.codec = codec
        self.language = language
    }
}

/// A tag of an asset: a name, such as `title`, and a text.
public struct AssetMetadata: Sendable, Hashable {
    /// The name in the notation of FFmpeg, such as `title`.
    public var name: String
    /// The text.
    public var value: String

    /// Creates a tag.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
