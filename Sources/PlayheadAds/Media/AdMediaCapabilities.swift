/// What the player can show.
public struct AdMediaCapabilities: Sendable, Hashable {
    /// MIME types of media, in small letters.
    public var types: Set<String> = [
        "video/mp4", "video/x-m4v", "video/quicktime", "video/webm", "video/x-matroska", "video/mp2t", "audio/mp4", "audio/x-m4a",
        "audio/aac",
        "audio/mpeg", "audio/mp3", "audio/ogg", "audio/wav", "audio/flac", "audio/webm", "application/vnd.apple.mpegurl",
        "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl",
    ]
    /// Codecs, by the part of their RFC 6381 name in front of the first dot.
    public var codecs: Set<String> = [
        "avc1", "avc3", "hvc1", "hev1", "vp8", "vp08", "vp9", "vp09", "av01", "mp4a", "ac-3", "ec-3", "opus", "flac", "mp3", "vorbis",
    ]
    /// What can run beside media, such as `SIMID`.
    public var interactiveFrameworks: Set<String> = []
    /// The MIME types of pictures over and beside the content.
    public var pictureTypes: Set<String> = ["image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/svg+xml"]
    /// Whether pages and HTML can be shown over and beside the content.
    public var showsPages = false
    /// The place for the video, in pixels; `nil` where it isn't known.
    public var viewWidth: Int?
    /// The place for the video, in pixels; `nil` where it isn't known.
    public var viewHeight: Int?
    /// The bits a second that can be had; `nil` where it isn't known.
    public var bandwidth: Double?

    /// Makes those of this player, without a view.
    public init() {}

    static let adaptiveTypes: Set<String> = [
        "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl",
    ]

    /// Types by the ends of addresses, for files that don't tell theirs.
    static let typesOfExtensions = [
        "mp4": "video/mp4", "m4v": "video/x-m4v", "mov": "video/quicktime", "webm": "video/webm", "mkv": "video/x-matroska",
        "ts": "video/mp2t", "m4a": "audio/mp4", "aac": "audio/aac", "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav",
        "flac": "audio/flac", "m3u8": "application/vnd.apple.mpegurl",
    ]
}
