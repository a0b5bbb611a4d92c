/// The formats of manifests of presentations in segments, detected by type, name or content.
enum ManifestFormat: CaseIterable {
    case hls
    case dash

    /// The number of first bytes by which manifests are recognized.
    static let headBytes = 2048

    private var types: [String] {
        switch self {
        // RFC 8216bis §4.
        case .hls: ["application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl"]
        // ISO/IEC 23009-1 Annex C.
        case .dash: ["application/dash+xml", "video/vnd.mpeg.dash.mpd"]
        }
    }

    private var endings: [String] {
        switch self {
        case .hls: [".m3u8", ".m3u"]
        case .dash: [".mpd"]
        }
    }

    /// Returns the format of a media type, if it is one of a manifest.
    init?(type: String?) {
        guard let type = type?.split(separator: ";").first?.lowercased(),
            let found = Self.allCases.first(where: { $0.types.contains(type) })
        else { return nil }
        self = found
    }

    /// Returns the format of the path of a URL, if it is named as a manifest.
    init?(path: String) {
        let lower = path.lowercased()
        guard let found = Self.allCases.first(where: { $0.endings.contains { lower.hasSuffix($0) } }) else { return nil }
        self = found
    }

    /// Returns the format of a file by its first bytes, if it is a manifest.
    init?(head: ArraySlice<UInt8>) {
        let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
        if text.starts(with: "#EXTM3U".utf8) {
            self = .hls
        } else if text.first(where: { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }) == UInt8(ascii: "<"),
            text.firstRange(of: "<MPD".utf8) != nil
        {
            self = .dash
        } else {
            return nil
        }
    }
}
