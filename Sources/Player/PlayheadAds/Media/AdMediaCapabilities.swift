/// The media that the player supports.
package struct AdMediaCapabilities: Sendable, Hashable {
    /// The MIME types of media, in lower case.
    package var types: Set<String> = [
        "video/mp4", "video/x-m4v", "video/quicktime", "video/webm", "video/x-matroska", "video/mp2t", "audio/mp4", "audio/x-m4a",
        "audio/aac",
        "audio/mpeg", "audio/mp3", "audio/ogg", "audio/wav", "audio/flac", "audio/webm", "application/vnd.apple.mpegurl",
        "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl", "application/dash+xml",
    ]
    /// The codecs, as the part of the RFC 6381 name before the first dot.
    package var codecs: Set<String> = [
        "avc1", "avc3", "hvc1", "hev1", "vp8", "vp08", "vp9", "vp09", "av01", "mp4a", "ac-3", "ec-3", "opus", "flac", "mp3", "vorbis",
    ]
    /// The supported frameworks for interactive ads, such as `SIMID`.
    package var interactiveFrameworks: Set<String> = []
    /// The MIME types of images over and beside the content.
    package var pictureTypes: Set<String> = ["image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/svg+xml"]
    /// Whether pages and HTML are supported over and beside the content.
    package var showsPages = false
    /// The width of the video's area in pixels; `nil` if it is unknown.
    package var viewWidth: Int?
    /// The height of the video's area in pixels; `nil` if it is unknown.
    package var viewHeight: Int?
    /// The available bandwidth in bits per second; `nil` if it is unknown.
    package var bandwidth: Double?

    /// Creates the capabilities of this player without a view.
    package init() {}

    static let adaptiveTypes: Set<String> = [
        "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl", "application/dash+xml",
    ]

    /// The MIME types by file extension, for files without a declared type.
    static let typesOfExtensions = [
        "mp4": "video/mp4", "m4v": "video/x-m4v", "mov": "video/quicktime", "webm": "video/webm", "mkv": "video/x-matroska",
        "ts": "video/mp2t", "m4a": "audio/mp4", "aac": "audio/aac", "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav",
        "flac": "audio/flac", "m3u8": "application/vnd.apple.mpegurl", "mpd": "application/dash+xml",
    ]
}
