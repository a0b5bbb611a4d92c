/// The media types that the origin sends, by file name extension.
package enum MediaType {
    /// The media type of an unknown extension (RFC 9110 §8.3).
    package static let unknown = "application/octet-stream"

    /// The media type of HLS playlists (RFC 8216bis §4).
    package static let playlist = "application/vnd.apple.mpegurl"
    /// The media type of DASH manifests (ISO/IEC 23009-1, annex C).
    package static let manifest = "application/dash+xml"
    /// The media type of patches of DASH manifests.
    package static let patch = "application/dash-patch+xml"

    private static let byExtension: [String: String] = [
        "m3u8": playlist, "m3u": playlist, "mpd": manifest, "mpp": patch,
        "ts": "video/mp2t", "m2ts": "video/mp2t", "mts": "video/mp2t",
        "mp4": "video/mp4", "m4v": "video/mp4", "m4s": "video/iso.segment", "cmfv": "video/mp4", "mov": "video/quicktime",
        "m4a": "audio/mp4", "cmfa": "audio/mp4", "aac": "audio/aac", "mp3": "audio/mpeg", "ac3": "audio/ac3", "ec3": "audio/eac3",
        "flac": "audio/flac", "wav": "audio/wav", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "ogv": "video/ogg",
        "webm": "video/webm", "weba": "audio/webm", "mkv": "video/x-matroska", "mka": "audio/x-matroska",
        "vtt": "text/vtt", "srt": "application/x-subrip", "ass": "text/x-ssa", "ssa": "text/x-ssa", "ttml": "application/ttml+xml",
        "json": "application/json", "xml": "application/xml", "txt": "text/plain; charset=utf-8",
        "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "js": "text/javascript", "css": "text/css",
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "svg": "image/svg+xml",
        "key": unknown, "bin": unknown,
    ]

    /// Returns the media type of the file at a path or with a name; only the extension after the last dot is used, case-insensitively.
    package static func forPath(_ path: some StringProtocol) -> String {
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return unknown }
        return byExtension[name[name.index(after: dot)...].lowercased()] ?? unknown
    }
}
