/// What a request of a playlist asks the server for beyond the playlist (RFC 8216bis §6.2.5).
public struct DeliveryDirectives: Sendable, Hashable {
    /// Which delta update is asked for.
    public enum Skip: String, Sendable, Hashable {
        /// Segments may be left out.
        case segments = "YES"
        /// Segments and date ranges may be left out.
        case segmentsAndDateRanges = "v2"
    }

    /// Wait until a segment of this number, or a part of it, is in the playlist (`_HLS_msn`).
    public var mediaSequence: Int?
    /// Wait until the part with this index of that segment is in the playlist (`_HLS_part`).
    public var part: Int?
    /// Leave out what is known (`_HLS_skip`).
    public var skip: Skip?

    /// Makes directives.
    public init(mediaSequence: Int? = nil, part: Int? = nil, skip: Skip? = nil) {
        self.mediaSequence = mediaSequence
        self.part = part
        self.skip = skip
    }

    /// Whether the request waits at the server.
    public var blocks: Bool { mediaSequence != nil }

    /// The names of the directives' query parameters begin so.
    static let prefix = "_HLS_"

    /// A playlist's URL with the directives, in the order of their names as RFC 8216bis §6.2.5 asks; other query items stay, older directives don't.
    public func url(_ url: String) -> String {
        var items: [(String, String)] = []
        if let mediaSequence {
            items.append(("_HLS_msn", String(mediaSequence)))
            if let part { items.append(("_HLS_part", String(part))) }
        }
        if let skip { items.append(("_HLS_skip", skip.rawValue)) }
        return URIReference.setting(items, in: url) { $0.hasPrefix(Self.prefix) }
    }
}

extension LivePlaylist {
    /// What the next reload asks for.
    /// - Parameters:
    ///   - age: Seconds since the latest reload that was merged. A delta update is asked for only while it is below half the skip boundary
    ///     (RFC 8216bis §6.3.7).
    ///   - allowsDelta: False after a delta update that didn't fit.
    public func nextDirectives(age: Double, allowsDelta: Bool = true) -> DeliveryDirectives {
        guard !playlist.isComplete else { return DeliveryDirectives() }
        var directives = DeliveryDirectives()
        let control = playlist.serverControl
        if control?.canBlockReload == true {
            directives.mediaSequence = nextMediaSequence
            directives.part = hasParts ? playlist.openSegment?.parts.count ?? 0 : nil
        }
        // Where nothing is older than the boundary nothing can be left out.
        if allowsDelta, let boundary = control?.canSkipUntil, age < boundary / 2, endOfParts - windowStart > boundary {
            directives.skip = control?.canSkipDateRanges == true ? .segmentsAndDateRanges : .segments
        }
        return directives
    }

    /// What the first request of another rendition's playlist asks for, by this one's reports (RFC 8216bis §4.4.5.4); nil where none is of it.
    /// What a report leaves out is as in this playlist.
    /// - Parameter url: The other media playlist, absolute.
    public func directives(forRendition url: String) -> DeliveryDirectives? {
        guard playlist.serverControl?.canBlockReload == true, !playlist.isComplete else { return nil }
        let wanted = DeliveryDirectives().url(url)
        let report = playlist.renditionReports.first { DeliveryDirectives().url(playlist.url(for: $0.uri)) == wanted }
        guard let report else { return nil }
        let isOpen = playlist.openSegment?.parts.isEmpty == false
        let lastPart = isOpen ? playlist.openSegment?.parts.count : playlist.segments.last?.parts.count
        let part = report.lastPart ?? (report.lastMediaSequence == nil && hasParts ? lastPart.map { $0 - 1 } : nil)
        return DeliveryDirectives(
            mediaSequence: report.lastMediaSequence ?? (isOpen ? nextMediaSequence : nextMediaSequence.saturatingSubtracting(1)),
            part: part.flatMap { $0 >= 0 ? $0 : nil })
    }
}
