/// The bytes of a playlist, after detection of its kind.
struct PlaylistSource {
    /// The two kinds of playlist.
    enum Kind {
        case multivariant
        case media
    }

    /// UTF-8 without a byte-order mark.
    let bytes: [UInt8]
    /// The URL of the playlist.
    let url: String?
    /// The variables that a media playlist may import; nil if it is parsed alone.
    let variables: [String: String]?
    /// Whether the text may contain references to variables.
    let mayHaveReferences: Bool
    /// The kind of the playlist.
    let kind: Kind
    /// The warnings about the text as a whole.
    let warnings: [PlaylistWarning]

    init(bytes input: [UInt8], url: String?, variables: [String: String]?) throws(PlaylistError) {
        var bytes = input
        var warnings: [PlaylistWarning] = []
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            bytes.removeFirst(3)
            warnings.append(PlaylistWarning(line: 1, message: "byte-order mark"))
        }
        // A single pass without an early exit is vectorized; two searches that stop at the first hit are not.
        var union: UInt8 = 0
        var braces = 0
        for byte in bytes {
            union |= byte
            braces &+= byte == ASCII.openingBrace ? 1 : 0
        }
        mayHaveReferences = braces > 0
        if union >= 0x80, String(validating: bytes, as: UTF8.self) == nil {
            warnings.append(PlaylistWarning(line: 0, message: "not UTF-8: invalid sequences are replaced"))
        }
        self.bytes = bytes
        self.url = url
        self.variables = variables
        self.kind = try PlaylistSource.kind(of: bytes, &warnings)
        self.warnings = warnings
    }

    /// Makes the source of a media playlist in UTF-8.
    init(media bytes: [UInt8], url: String?, variables: [String: String]?, mayHaveReferences: Bool) {
        self.bytes = bytes
        self.url = url
        self.variables = variables
        self.mayHaveReferences = mayHaveReferences
        kind = .media
        warnings = []
    }

    /// Finds the first tag that is specific to one kind. Tags of segments have priority over tags about the playlist, because the latter
    /// also occur, by mistake, in multivariant playlists.
    private static func kind(of bytes: [UInt8], _ warnings: inout [PlaylistWarning]) throws(PlaylistError) -> Kind {
        var scanner = LineScanner(bytes: bytes)
        var isFirst = true
        var startsWithMarker = false
        var firstURI: Int?
        var hasTag = false
        var found: Kind?
        scan: while let line = scanner.next() {
            switch line {
            case .uri(let range):
                if bytes[range.lowerBound] == ASCII.lessThan, isFirst { throw PlaylistError(line: scanner.number, reason: .notAPlaylist) }
                firstURI = firstURI ?? scanner.number
            case .tag(let name, _):
                let tag = TagName.named(name, in: bytes)
                if tag == .extM3U, isFirst { startsWithMarker = true }
                hasTag = hasTag || tag != nil || bytes[name].starts(with: Array("EXT-X-".utf8))
                switch tag?.place {
                case .multivariant: found = .multivariant
                case .mediaSegment: found = .media
                default: break
                }
            }
            isFirst = false
            if found != nil { break scan }
        }
        // A text of comments only is an empty playlist. Lines without any tag are some other text.
        if !hasTag, let firstURI { throw PlaylistError(line: firstURI, reason: .notAPlaylist) }
        if !startsWithMarker { warnings.append(PlaylistWarning(line: 1, message: "#EXTM3U is not the first tag")) }
        return found ?? .media
    }
}
