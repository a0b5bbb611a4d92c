/// Parses a media playlist (RFC 8216bis §4.4.3 to §4.4.5). Tags of the next segment are collected until its URI, or the end.
struct MediaPlaylistParser {
    var context: ParserContext
    var playlist: MediaPlaylist
    /// The state of the segment whose URI follows.
    var pending = PendingSegment()
    /// The keys that apply to every segment until they are changed.
    var keys: [EncryptionKey] = []
    var map: InitializationSection?
    var bitrate: Int?
    /// The number of discontinuities since the first segment.
    var discontinuities = 0
    private var nextStart = 0.0
    /// The date of the next segment, if a preceding one has a date.
    var nextDate: Double?
    /// The playlist's discontinuity sequence number at the first segment.
    private var firstDiscontinuity = 0
    /// The ends of the latest sub-ranges, which ranges without an offset continue.
    var segmentRange = PreviousRange()
    var partRange = PreviousRange()
    /// The segments without a duration, in a playlist without a target duration so far.
    private var segmentsWithoutDuration: [Int] = []
    /// Whether the text is a header, segments, and tags about the end, in this order, and each segment has its duration.
    var isRegular = true
    private var hasTrailingTags = false
    /// The end of the text of each segment, if required.
    var marks: TextMarks?
    /// The number of known segments skipped after the first.
    var passedOver = 0
    /// Whether the ranges of parts before the current line are known.
    var knowsPartRange = true
    /// Returns a segment that a delta update skips, by its number.
    var knownSegment: ((Int) -> MediaSegment?)?
    /// Whether tags that number the segments follow segments.
    var hasLateNumbers = false
    /// Whether there are more date ranges than the maximum.
    var hasIgnoredDateRanges = false

    init(source: PlaylistSource) {
        context = ParserContext(source: source)
        playlist = MediaPlaylist(url: source.url)
    }

    mutating func parse() throws(PlaylistError) -> MediaPlaylist {
        try readLines()
        finish()
        return playlist
    }

    /// Reads lines until there are `count` segments, or the text ends.
    mutating func readLines(until count: Int = .max) throws(PlaylistError) {
        while playlist.segments.count < count, let line = context.scanner.next() {
            switch line {
            case .uri(let range):
                // The tag may be anywhere (RFC 8216bis §4.4.3.4), but a line after it without a duration is no segment.
                if playlist.hasEndList, !pending.hasInf {
                    context.warn("a line after #EXT-X-ENDLIST is ignored")
                } else {
                    try endSegment(range)
                }
            case .tag(let name, let value):
                if let tag = TagName.named(name, in: context.bytes) {
                    try handle(tag, value: value)
                } else {
                    playlist.unknownTags.append(context.unknownTag(name: name, value: value, mediaSequence: segmentIndex))
                }
            }
        }
    }

    private mutating func handle(_ tag: TagName, value: Range<Int>?) throws(PlaylistError) {
        if !playlist.segments.isEmpty { noteOrder(of: tag) }
        switch tag.place {
        case .anywhere: try context.handleCommon(tag, value: value)
        case .multivariant: throw context.error(.mixedTags(tag.rawValue))
        case .mediaSegment: try handleSegmentTag(tag, value: value)
        case .mediaPlaylist: try handlePlaylistTag(tag, value: value)
        }
    }

    /// Records tags that break the order of header, segments, and end: then a reload cannot be read in pieces.
    private mutating func noteOrder(of tag: TagName) {
        switch tag {
        case .dateRange, .cueOut, .cueOutContinued, .cueIn: break
        case .endList, .preloadHint, .renditionReport: hasTrailingTags = true
        default: if tag.place != .mediaSegment { isRegular = false }
        }
    }

    private mutating func handleSegmentTag(_ tag: TagName, value: Range<Int>?) throws(PlaylistError) {
        switch tag {
        case .inf: readDuration(value)
        case .byteRange:
            pending.byteRange = value.flatMap { Numbers.byteRange(context.bytes, $0) }
            if pending.byteRange == nil { context.warn("#EXT-X-BYTERANGE is invalid; the whole resource is used") }
        case .discontinuity:
            pending.hasDiscontinuity = true
            discontinuities += 1
        case .key: try readKey(value)
        case .map: try readMap(value)
        case .programDateTime: readProgramDateTime(value)
        case .gap: pending.isGap = true
        case .bitrate:
            if let value, let number = Numbers.integer(context.bytes, value), Self.kilobitRates.contains(number) {
                bitrate = number
            } else {
                context.warn("#EXT-X-BITRATE without a valid number is ignored")
            }
        case .part: try readPart(value)
        default: break
        }
    }

    /// The valid bit rates, in kilobits per second.
    private static let kilobitRates = 0...NumberLimits.bitRates.upperBound / 1000

    private mutating func readDuration(_ value: Range<Int>?) {
        let range = value ?? 0..<0
        let comma = context.bytes[range].firstIndex(of: ASCII.comma) ?? range.upperBound
        var end = comma
        while end > range.lowerBound, ASCII.isSpace(context.bytes[end - 1]) { end -= 1 }
        if pending.hasInf { context.warn("#EXTINF appears twice for a segment; the last one is used") }
        pending.hasInf = true
        pending.duration = Numbers.decimal(context.bytes, range.lowerBound..<end)
        if let duration = pending.duration, duration < 0 || duration > Numbers.maximumTime {
            // Endless radio streams have a duration of -1.
            context.warn("duration \(duration) is out of range")
            pending.duration = duration < 0 ? 0 : nil
        } else if pending.duration == nil {
            context.warn("#EXTINF without a number")
        }
        pending.title = comma + 1 < range.upperBound ? context.text(comma + 1..<range.upperBound) : ""
    }

    private mutating func readProgramDateTime(_ value: Range<Int>?) {
        guard let value, let date = ISODate.parse(context.bytes, value) else {
            context.warn("#EXT-X-PROGRAM-DATE-TIME without a valid date is ignored")
            return
        }
        if !date.hasZone { context.warn("the date has no time zone; UTC is assumed") }
        pending.programDateTime = date.seconds
        pending.programDateTimeText = context.text(value)
    }

    /// Parses a key: it applies until the next one of its format; `NONE` ends all of them (RFC 8216bis §4.4.4.4).
    private mutating func readKey(_ value: Range<Int>?) throws(PlaylistError) {
        var list = try context.attributes(value)
        if let key = EncryptionKey(&list) {
            if key.method == .none {
                keys = []
            } else if let index = keys.firstIndex(where: { $0.keyFormat == key.keyFormat }) {
                // A key that is repeated before each segment must not allocate an array each time.
                if keys[index] != key { keys[index] = key }
            } else if keys.count < Self.maximumKeyFormats {
                keys.append(key)
            } else {
                list.addProblem("too many key formats; the key is ignored")
            }
        }
        context.note(list, in: .key)
    }

    private mutating func readMap(_ value: Range<Int>?) throws(PlaylistError) {
        var list = try context.attributes(value)
        if let uri = list.required("URI") {
            let written = list.value("BYTERANGE") { Numbers.byteRange($0) }
            if let written, written.offset == nil { list.addProblem("BYTERANGE has no offset; 0 is used") }
            let range = written.map { ByteRange(offset: $0.offset ?? 0, length: $0.length) }
            let section = InitializationSection(uri: uri, byteRange: range, keys: keys, otherAttributes: list.rest)
            if map != section { map = section }
        }
        context.note(list, in: .map)
    }

    private mutating func readPart(_ value: Range<Int>?) throws(PlaylistError) {
        var list = try context.attributes(value)
        if let uri = list.required("URI"), let duration = list.required("DURATION", { Numbers.duration($0) }) {
            var part = PartialSegment(uri: uri, duration: duration, isIndependent: list.flag("INDEPENDENT"), isGap: list.flag("GAP"))
            let written = list.value("BYTERANGE") { Numbers.byteRange($0) }
            if let written {
                if written.offset == nil, !knowsPartRange { isRegular = false }
                knowsPartRange = true
                // Unlike that of a segment, a range of another resource begins at 0, because packagers intend a new file of parts.
                if written.offset == nil, partRange.uri != uri {
                    list.addProblem("the byte range has no offset and follows no other range; 0 is used")
                }
                part.byteRange = partRange.follow(written, in: uri, startsOver: true)
            }
            part.otherAttributes = list.rest
            // RFC 8216bis §4.4.4.9.
            if let target = playlist.partTargetDuration, duration > target {
                list.addProblem("the part is longer than the part target duration")
            }
            pending.parts.append(part)
        }
        context.note(list, in: .part)
    }

    // MARK: - Segments

    private mutating func endSegment(_ range: Range<Int>) throws(PlaylistError) {
        var segment = MediaSegment(uri: try context.uri(range), duration: 0)
        if let duration = pending.duration {
            segment.duration = duration
            // RFC 8216bis §4.4.3.1: no rounded duration may exceed the target.
            if let target = playlist.declaredTargetDuration, Numbers.rounded(duration) > target {
                context.warn("the segment is longer than the target duration")
            }
        } else {
            isRegular = false
            if !pending.hasInf { context.warn("a segment without #EXTINF; the target duration is used") }
            if let target = playlist.declaredTargetDuration {
                segment.duration = target
            } else {
                segmentsWithoutDuration.append(playlist.segments.count)
            }
        }
        if let written = pending.byteRange {
            if written.offset == nil, segmentRange.uri != segment.uri {
                if passedOver > 0 { isRegular = false }
                // RFC 8216bis §4.4.4.2 leaves this undefined. Players continue after the previous range.
                context.warn("the byte range has no offset, and the previous segment is not a range of the same resource")
            }
            segment.byteRange = segmentRange.follow(written, in: segment.uri, startsOver: false)
            if segment.byteRange == nil { context.warn("the byte range is too large; the whole resource is used") }
        } else {
            segmentRange = PreviousRange()
        }
        if playlist.segments.isEmpty { firstDiscontinuity = playlist.discontinuitySequence }
        fill(&segment)
        playlist.segments.append(segment)
        nextStart += segment.duration
        nextDate = segment.programDateTime.map { $0 + segment.duration }
        pending = PendingSegment()
        if hasTrailingTags { isRegular = false }
        marks?.append(TextMarks.Mark(end: context.scanner.position, line: context.scanner.number))
    }

    /// The maximum number of key formats, because each segment has the keys of all formats.
    private static let maximumKeyFormats = 32

    /// The index of the next segment.
    var segmentIndex: Int { playlist.segments.count + passedOver }

    /// Sets the pending state and the state that applies to every segment.
    private func fill(_ segment: inout MediaSegment) {
        segment.title = pending.title
        segment.mediaSequence = playlist.mediaSequence + (playlist.skipped?.count ?? 0) + segmentIndex
        segment.discontinuitySequence = firstDiscontinuity + discontinuities
        segment.startTime = nextStart
        segment.map = map
        segment.keys = keys
        segment.programDateTimeText = pending.programDateTimeText
        segment.programDateTime = pending.programDateTime ?? nextDate
        // RFC 8216bis §4.4.4.8: the bit rate does not apply to sub-ranges.
        segment.bitrate = segment.byteRange == nil ? bitrate : nil
        segment.hasDiscontinuity = pending.hasDiscontinuity
        segment.isGap = pending.isGap
        segment.parts = pending.parts
    }

    mutating func finish() {
        if !pending.isEmpty {
            var segment = MediaSegment(uri: "", duration: pending.parts.reduce(0) { $0 + $1.duration })
            // A title belongs to the complete segment.
            pending.title = ""
            if playlist.segments.isEmpty { firstDiscontinuity = playlist.discontinuitySequence }
            fill(&segment)
            playlist.openSegment = segment
        } else if pending.hasInf {
            context.warn("#EXTINF without a URI is ignored")
        }
        if let target = playlist.declaredTargetDuration {
            playlist.targetDuration = target
        } else {
            isRegular = false
            context.warnOfWhole("no target duration; the maximum duration of the segments is used")
            playlist.targetDuration = Numbers.rounded(playlist.segments.reduce(0) { max($0, $1.duration) })
        }
        checkLowLatency()
        checkDates()
        if hasLateNumbers { playlist.renumberSegments(discontinuities: playlist.discontinuitySequence - firstDiscontinuity) }
        playlist.numberTags()
        if segmentsWithoutDuration.isEmpty { playlist.deriveEarlierProgramDateTimes() } else { setMissingDurations() }
        playlist.version = context.version
        playlist.hasIndependentSegments = context.hasIndependentSegments
        playlist.start = context.start
        playlist.variables = context.variables
        playlist.warnings = context.warnings
    }

    private mutating func setMissingDurations() {
        for index in segmentsWithoutDuration { playlist.segments[index].duration = playlist.targetDuration }
        var start = 0.0
        playlist.segments.modify(from: 0) { segment in
            segment.startTime = start
            start += segment.duration
            return true
        }
        playlist.openSegment?.startTime = start
        playlist.deriveProgramDateTimes()
    }
}
