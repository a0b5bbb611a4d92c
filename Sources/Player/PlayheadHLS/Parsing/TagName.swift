/// The tags of RFC 8216bis §4.4 and older ones in use, without `#`.
enum TagName: String, CaseIterable {
    case extM3U = "EXTM3U"
    case version = "EXT-X-VERSION"
    case independentSegments = "EXT-X-INDEPENDENT-SEGMENTS"
    case start = "EXT-X-START"
    case define = "EXT-X-DEFINE"

    case targetDuration = "EXT-X-TARGETDURATION"
    case mediaSequence = "EXT-X-MEDIA-SEQUENCE"
    case discontinuitySequence = "EXT-X-DISCONTINUITY-SEQUENCE"
    case endList = "EXT-X-ENDLIST"
    case playlistType = "EXT-X-PLAYLIST-TYPE"
    case iFramesOnly = "EXT-X-I-FRAMES-ONLY"
    case partInf = "EXT-X-PART-INF"
    case serverControl = "EXT-X-SERVER-CONTROL"

    case inf = "EXTINF"
    case byteRange = "EXT-X-BYTERANGE"
    case discontinuity = "EXT-X-DISCONTINUITY"
    case key = "EXT-X-KEY"
    case map = "EXT-X-MAP"
    case programDateTime = "EXT-X-PROGRAM-DATE-TIME"
    case gap = "EXT-X-GAP"
    case bitrate = "EXT-X-BITRATE"
    case part = "EXT-X-PART"

    case dateRange = "EXT-X-DATERANGE"
    case skip = "EXT-X-SKIP"
    case preloadHint = "EXT-X-PRELOAD-HINT"
    case renditionReport = "EXT-X-RENDITION-REPORT"
    case cueOut = "EXT-X-CUE-OUT"
    case cueOutContinued = "EXT-X-CUE-OUT-CONT"
    case cueIn = "EXT-X-CUE-IN"

    case media = "EXT-X-MEDIA"
    case streamInf = "EXT-X-STREAM-INF"
    case iFrameStreamInf = "EXT-X-I-FRAME-STREAM-INF"
    case sessionData = "EXT-X-SESSION-DATA"
    case sessionKey = "EXT-X-SESSION-KEY"
    case contentSteering = "EXT-X-CONTENT-STEERING"

    /// The kind of playlist that may contain a tag.
    enum Place {
        /// In both kinds of playlist.
        case anywhere
        /// In multivariant playlists.
        case multivariant
        /// In media playlists, about the playlist.
        case mediaPlaylist
        /// In media playlists, about segments.
        case mediaSegment
    }

    /// The kind of playlist that may contain the tag (the sections of RFC 8216bis §4.4).
    var place: Place {
        switch self {
        case .extM3U, .version, .independentSegments, .start, .define: .anywhere
        case .targetDuration, .mediaSequence, .discontinuitySequence, .endList, .playlistType, .iFramesOnly, .partInf, .serverControl,
            .dateRange, .skip, .preloadHint, .renditionReport, .cueOut, .cueOutContinued, .cueIn:
            .mediaPlaylist
        case .inf, .byteRange, .discontinuity, .key, .map, .programDateTime, .gap, .bitrate, .part: .mediaSegment
        case .media, .streamInf, .iFrameStreamInf, .sessionData, .sessionKey, .contentSteering: .multivariant
        }
    }

    /// The tags by the length of their names: a look-up compares a few names instead of allocating a string for each line.
    private static let byLength: [[(name: [UInt8], tag: TagName)]] = {
        var table: [[(name: [UInt8], tag: TagName)]] = []
        for tag in allCases {
            let name = Array(tag.rawValue.utf8)
            while table.count <= name.count { table.append([]) }
            table[name.count].append((name, tag))
        }
        return table
    }()

    /// Returns the tag whose name is in a range of the bytes.
    static func named(_ range: Range<Int>, in bytes: [UInt8]) -> TagName? {
        guard range.count < byLength.count else { return nil }
        candidates: for candidate in byLength[range.count] {
            // Names differ at their ends more often than at their beginnings.
            for offset in stride(from: range.count - 1, through: 0, by: -1) where candidate.name[offset] != bytes[range.lowerBound + offset]
            {
                continue candidates
            }
            return candidate.tag
        }
        return nil
    }
}
