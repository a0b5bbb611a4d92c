/// The delivery directives of a playlist request (RFC 8216bis §6.2.5).
package struct DeliveryDirectives: Sendable, Hashable {
    /// The requested delta update.
    package enum Skip: String, Sendable, Hashable {
        /// Segments may be skipped.
        case segments = "YES"
        /// Segments and date ranges may be skipped.
        case segmentsAndDateRanges = "v2"
    }

    /// The number of the segment of which the playlist must contain at least a part (`_HLS_msn`).
    package var mediaSequence: Int?
    /// The index of the part of that segment that the playlist must contain (`_HLS_part`).
    package var part: Int?
    /// The requested delta update (`_HLS_skip`).
    package var skip: Skip?

    /// Makes directives.
    package init(mediaSequence: Int? = nil, part: Int? = nil, skip: Skip? = nil) {
        self.mediaSequence = mediaSequence
        self.part = part
        self.skip = skip
    }

    /// Whether the request blocks at the server.
    package var blocks: Bool { mediaSequence != nil }

    /// The prefix of the directives' query parameters.
    static let prefix = "_HLS_"

    /// Returns a playlist's URL with the directives, in the order of their names as RFC 8216bis §6.2.5 requires; other query items are
    /// kept, older directives are removed.
    package func url(_ url: String) -> String {
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
    /// Returns the directives of the next reload.
    /// - Parameters:
    ///   - age: The time since the latest merged reload, in seconds. A delta update is requested only while it is below half the skip
    ///     boundary (RFC 8216bis §6.3.7).
    ///   - allowsDelta: False after a delta update that did not fit.
    /// - Returns: The directives; empty for a complete playlist.
    package func nextDirectives(age: Double, allowsDelta: Bool = true) -> DeliveryDirectives {
        guard !playlist.isComplete else { return DeliveryDirectives() }
        var directives = DeliveryDirectives()
        let control = playlist.serverControl
        if control?.canBlockReload == true {
            directives.mediaSequence = nextMediaSequence.saturatingSubtracting(numberShift)
            directives.part = hasParts ? playlist.openSegment?.parts.count ?? 0 : nil
        }
        // Without segments older than the boundary nothing can be skipped.
        if allowsDelta, let boundary = control?.canSkipUntil, age < boundary / 2, endOfParts - windowStart > boundary {
            directives.skip = control?.canSkipDateRanges == true ? .segmentsAndDateRanges : .segments
        }
        return directives
    }

    /// Returns the directives of the first request of another rendition's playlist, from this playlist's reports (RFC 8216bis §4.4.5.4).
    /// Values that a report omits are those of this playlist.
    /// - Parameter url: The other media playlist, absolute.
    /// - Returns: The directives; nil if there is no report for the rendition, or if this playlist is complete or does not support blocking
    ///   reloads.
    package func directives(forRendition url: String) -> DeliveryDirectives? {
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
