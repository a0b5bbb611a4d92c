extension PlaylistText {
    /// Reads the new parts of a reload: the text before the first segment, and the text after the segments that are unchanged. `known` is
    /// the merged playlist of this text: the same segments, one for each mark.
    /// - Returns: Nil if the result might differ from that of reading the whole text.
    func reload(_ new: [UInt8], url: String?, variables: [String: String]?, known: MediaPlaylist) -> Reading? {
        guard new.starts(with: "#EXTM3U".utf8), let first = known.segments.first, marks.count == known.segments.count else { return nil }
        let source = PlaylistSource(media: new, url: url, variables: variables, mayHaveReferences: true)
        var parser = MediaPlaylistParser(source: source)
        parser.marks = TextMarks()
        guard (try? parser.readLines(until: 1)) != nil, let head = parser.playlist.segments.first, let headMark = parser.marks?[0] else {
            return nil
        }
        // The index of the first segment among the known ones; the same state must apply after it as after the known one.
        let place = head.mediaSequence.saturatingSubtracting(first.mediaSequence)
        guard place >= 0, place < known.segments.count, parser.playlist.skipped == nil, parser.context.variables == known.variables else {
            return nil
        }
        let before = known.segments[place]
        guard head.keys == before.keys, head.map == before.map, head.byteRange == before.byteRange, headMark.end <= new.count else {
            return nil
        }
        guard head.byteRange == nil ? head.bitrate == before.bitrate : head.uri == before.uri && parser.bitrate == nil && !hasBitrates
        else {
            return nil
        }
        // The segments with the same text. A segment whose last line has no terminator might continue.
        let mark = marks[place]
        let end = min(marks[marks.count - 1].end, bytes.count)
        let common = commonPrefix(bytes, mark.end..<max(mark.end, end), new, headMark.end..<new.count)
        let last = marks.count(upTo: mark.end + common) - 1
        guard last >= place else { return nil }
        var shift = TextMarks.Mark(end: headMark.end - mark.end, line: headMark.line - mark.line)
        var text = self
        text.bytes = new
        text.marks.keep(place..<last + 1, shiftedBy: shift)
        text.marks.replaceFirst(headMark)
        if last > place {
            let behind = known.segments[last]
            guard behind.byteRange == nil || !hasBitrates else { return nil }
            shift = text.marks[last - place]
            parser.resume(
                behind: behind, at: shift, passedOver: last - place,
                discontinuities: parser.discontinuities + behind.discontinuitySequence - before.discontinuitySequence)
        }
        guard (try? parser.readLines()) != nil, Self.isWellFormed(new, 0..<headMark.end),
            Self.isWellFormed(new, parser.passedOver > 0 ? shift.end..<new.count : 0..<0)
        else { return nil }
        parser.finish()
        guard parser.isRegular, !parser.hasLateNumbers, parser.playlist.skipped == nil else { return nil }
        for number in 1..<(parser.marks?.count ?? 1) { if let mark = parser.marks?[number] { text.marks.append(mark) } }
        text.hasBitrates = hasBitrates || parser.bitrate != nil
        let number = head.mediaSequence
        return Reading(playlist: parser.playlist, text: text, passedOver: number + 1..<number + 1 + parser.passedOver)
    }

    /// Whether a part of a text is well-formed UTF-8, which is the only warning about the text as a whole.
    private static func isWellFormed(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        var union: UInt8 = 0
        for byte in bytes[range] { union |= byte }
        return union < 0x80 || String(validating: bytes[range], as: UTF8.self) != nil
    }
}
