/// The bytes of a playlist, found to be one and of which kind.
struct PlaylistSource {
    /// The two kinds.
    enum Kind {
        case multivariant
        case media
    }

    /// UTF-8 without a byte-order mark.
    let bytes: [UInt8]
    /// Where it came from.
    let url: String?
    /// What a media playlist may import; nil when it stands alone.
    let variables: [String: String]?
    /// Whether variables may be referred to.
    let mayHaveReferences: Bool
    /// Which kind it is.
    let kind: Kind
    /// What is wrong with the text as a whole.
    let warnings: [PlaylistWarning]

    init(bytes input: [UInt8], url: String?, variables: [String: String]?) throws(PlaylistError) {
        var bytes = input
        var warnings: [PlaylistWarning] = []
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            bytes.removeFirst(3)
            warnings.append(PlaylistWarning(line: 1, message: "byte-order mark"))
        }
        // One pass without a way out of it is vectorized; two searches that stop at the first hit are not.
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

    /// Media playlist text whose kind is known already, and which is UTF-8.
    init(media bytes: [UInt8], url: String?, variables: [String: String]?, mayHaveReferences: Bool) {
        self.bytes = bytes
        self.url = url
        self.variables = variables
        self.mayHaveReferences = mayHaveReferences
        kind = .media
        warnings = []
    }

    /// Finds the first tag that stands in one kind only. Segments decide before tags about the playlist do, since the latter are also met, by mistake,
    /// in multivariant playlists.
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
        // Nothing but comments says nothing wrong either: an empty playlist. Lines without any tag are some other text.
        if !hasTag, let firstURI { throw PlaylistError(line: firstURI, reason: .notAPlaylist) }
        if !startsWithMarker { warnings.append(PlaylistWarning(line: 1, message: "#EXTM3U is not the first tag")) }
        return found ?? .media
    }
}
