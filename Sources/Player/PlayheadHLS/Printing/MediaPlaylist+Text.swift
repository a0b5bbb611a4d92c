extension MediaPlaylist {
    /// The playlist as text. Parsing the text gives the same playlist, except for its warnings.
    package var text: String {
        var printer = MediaPlaylistPrinter(playlist: self)
        return printer.print()
    }
}

/// Prints a media playlist, and keeps the state that applies to the next segment.
private struct MediaPlaylistPrinter {
    let playlist: MediaPlaylist
    var writer = PlaylistWriter()
    var keys: [EncryptionKey] = []
    var map: InitializationSection?
    var bitrate: Int?
    /// The index of the next tag in the lists of tags between segments.
    var nextDateRange = 0
    var nextCue = 0
    var nextUnknownTag = 0

    /// The discontinuity number of the last printed segment.
    var discontinuitySequence: Int

    /// A model that was not parsed may jump by any number; a parsed one has a line for each discontinuity.
    private static let maximumDiscontinuities = 1000

    init(playlist: MediaPlaylist) {
        self.playlist = playlist
        discontinuitySequence = playlist.discontinuitySequence
    }

    mutating func print() -> String {
        printHeader()
        for segment in playlist.segments {
            printTags(before: segment.mediaSequence)
            printState(of: segment)
            writer.tag(.inf, Numbers.text(segment.duration) + "," + segment.title)
            if let range = segment.byteRange { writer.tag(.byteRange, "\(range.length)@\(range.offset)") }
            writer.uri(segment.uri)
        }
        printTags(before: .max)
        if let segment = playlist.openSegment { printState(of: segment) }
        if playlist.hasEndList { writer.tag(.endList) }
        for hint in playlist.preloadHints { writer.tag(.preloadHint, hint.attributeList) }
        for report in playlist.renditionReports { writer.tag(.renditionReport, report.attributeList) }
        return writer.text
    }

    private mutating func printHeader() {
        writer.common(
            version: playlist.version, variables: playlist.variables, hasIndependentSegments: playlist.hasIndependentSegments,
            start: playlist.start)
        if let duration = playlist.declaredTargetDuration {
            writer.tag(.targetDuration, duration == Numbers.rounded(duration) ? String(Int(saturating: duration)) : Numbers.text(duration))
        }
        if playlist.mediaSequence != 0 { writer.tag(.mediaSequence, String(playlist.mediaSequence)) }
        if playlist.discontinuitySequence != 0 { writer.tag(.discontinuitySequence, String(playlist.discontinuitySequence)) }
        if let type = playlist.playlistType { writer.tag(.playlistType, type.rawValue) }
        if playlist.isIFramesOnly { writer.tag(.iFramesOnly) }
        if let target = playlist.partTargetDuration {
            var list = AttributeWriter()
            list.number("PART-TARGET", target)
            writer.tag(.partInf, list)
        }
        if let control = playlist.serverControl { writer.tag(.serverControl, control.attributeList) }
        if let skipped = playlist.skipped { writer.tag(.skip, skipped.attributeList) }
    }

    /// Prints the tags between segments, up to a segment's number.
    private mutating func printTags(before sequence: Int) {
        while nextDateRange < playlist.dateRanges.count, playlist.dateRanges[nextDateRange].mediaSequence <= sequence {
            writer.tag(.dateRange, playlist.dateRanges[nextDateRange].attributeList)
            nextDateRange += 1
        }
        while nextCue < playlist.cueMarkers.count, playlist.cueMarkers[nextCue].mediaSequence <= sequence {
            writer.tag(playlist.cueMarkers[nextCue].tag, playlist.cueMarkers[nextCue].text)
            nextCue += 1
        }
        while nextUnknownTag < playlist.unknownTags.count, playlist.unknownTags[nextUnknownTag].mediaSequence <= sequence {
            writer.tag(named: playlist.unknownTags[nextUnknownTag].name, playlist.unknownTags[nextUnknownTag].value)
            nextUnknownTag += 1
        }
    }

    /// Prints the changes since the previous segment, and the tags of this one.
    private mutating func printState(of segment: MediaSegment) {
        if segment.hasDiscontinuity {
            // Each tag counts (RFC 8216bis §4.4.4.3), also several before one segment.
            let count = segment.discontinuitySequence.subtractingReportingOverflow(discontinuitySequence).partialValue
            for _ in 0..<max(1, min(count, Self.maximumDiscontinuities)) { writer.tag(.discontinuity) }
        }
        discontinuitySequence = segment.discontinuitySequence
        if let map = segment.map, map != self.map {
            printKeys(map.keys)
            var list = AttributeWriter()
            list.quoted("URI", map.uri)
            list.byteRange("BYTERANGE", map.byteRange)
            list.others(map.otherAttributes)
            writer.tag(.map, list)
            self.map = map
        }
        printKeys(segment.keys)
        if let date = segment.programDateTimeText { writer.tag(.programDateTime, date) }
        if segment.isGap { writer.tag(.gap) }
        if let bitrate = segment.bitrate, bitrate != self.bitrate {
            writer.tag(.bitrate, String(bitrate))
            self.bitrate = bitrate
        }
        for part in segment.parts { writer.tag(.part, part.attributeList) }
    }

    /// Prints keys. A key replaces the one of its format; if that is not sufficient, `NONE` is printed first.
    private mutating func printKeys(_ keys: [EncryptionKey]) {
        guard keys != self.keys else { return }
        let isReachable = keys.count >= self.keys.count && zip(keys, self.keys).allSatisfy { $0.keyFormat == $1.keyFormat }
        if !isReachable { writer.tag(.key, EncryptionKey(method: .none, uri: nil).attributeList) }
        for (index, key) in keys.enumerated() where !isReachable || index >= self.keys.count || self.keys[index] != key {
            writer.tag(.key, key.attributeList)
        }
        self.keys = keys
    }
}
