/// Merges the segments of a reload into the known list.
struct ReloadMerger {
    /// The merged playlist without its segments.
    private(set) var playlist: MediaPlaylist
    /// The merged list.
    private(set) var segments: SegmentList
    private(set) var wallClock: WallClock
    private(set) var discontinuityShift: Int
    private(set) var update: PlaylistUpdate
    private let new: MediaPlaylist
    private let known: MediaPlaylist
    /// The numbers of segments that were not read because their text is the same.
    private let passedOver: Range<Int>
    /// The previous segment, from which the dates of the following segments are derived.
    private var previous: (start: Double, date: Double?)?
    /// The indexes of known segments whose dates changed.
    private var redated: ClosedRange<Int>?
    private var durationsChanged = 0
    /// The numbers of known segments with another resource; a signature in the query may change.
    private var changed: [Int] = []
    /// Whether the reload counts discontinuities between known segments as before; otherwise its text differs from the merged list.
    private(set) var countsAsBefore = true

    /// Makes a merger; `merge` performs the work, once nothing else references the segments.
    init(live: LivePlaylist, reading: PlaylistText.Reading, update: PlaylistUpdate) {
        new = reading.playlist
        passedOver = reading.passedOver
        self.update = update
        segments = live.playlist.segments
        var known = live.playlist
        known.segments = SegmentList()
        self.known = known
        playlist = new
        playlist.segments = SegmentList()
        wallClock = live.wallClock
        discontinuityShift = live.discontinuityShift
    }

    mutating func merge() {
        var start = segments.last?.endTime ?? known.startTime
        previous = segments.last.map { ($0.startTime, $0.programDateTime) }
        let shift = shiftOfDiscontinuities()
        switch update.continuity {
        case .restarted: startOver()
        case .gap(_, let duration): start += duration
        case .continuous, .stale: break
        }
        removeFirst()
        removePartsOfSkipped()
        let first = segments.first?.mediaSequence ?? Int.min
        let end = segments.last.map { $0.mediaSequence.saturatingAdding(1) } ?? Int.min
        for segment in new.segments {
            if segment.mediaSequence >= end {
                append(segment, at: start, shift: shift)
            } else if segment.mediaSequence >= first {
                reconcile(segment, at: segment.mediaSequence.saturatingSubtracting(first), shift: shift)
            }
            start = segments.last?.endTime ?? start
        }
        warnOfChanges()
        mergeOpenSegment(start: start, shift: shift)
        mergeTags()
        finishDates()
        playlist.skipped = nil
        guard let first = segments.first else {
            playlist.discontinuitySequence = playlist.discontinuitySequence.saturatingAdding(shift)
            return
        }
        playlist.mediaSequence = first.mediaSequence
        playlist.discontinuitySequence = first.discontinuitySequence.saturatingSubtracting(first.hasDiscontinuity ? 1 : 0)
    }

    // MARK: - Segments

    /// Returns the correction of the reload's discontinuity sequence numbers with which they continue the known ones.
    private mutating func shiftOfDiscontinuities() -> Int {
        guard let last = segments.last, let first = new.segments.first ?? new.openSegment else { return discontinuityShift }
        func continuing(_ before: MediaSegment) -> Int {
            before.discontinuitySequence.saturatingAdding(first.hasDiscontinuity ? 1 : 0)
                .saturatingSubtracting(first.discontinuitySequence)
        }
        if update.continuity == .restarted {
            let next = last.discontinuitySequence.saturatingAdding(1)
            discontinuityShift = next.saturatingSubtracting(first.discontinuitySequence)
            return discontinuityShift
        }
        if new.skipped != nil {
            // A delta update's own numbers do not include the skipped segments.
            if let place = place(of: first) {
                return segments[place].discontinuitySequence.saturatingSubtracting(first.discontinuitySequence)
            }
            return continuing(last)
        }
        if let common = new.segments.first(where: { place(of: $0) != nil }), let place = place(of: common) {
            discontinuityShift = segments[place].discontinuitySequence.saturatingSubtracting(common.discontinuitySequence)
        } else {
            let number = first.discontinuitySequence.saturatingAdding(discontinuityShift)
            // Without the limit, repeated restarts and leaps would overflow an integer.
            let leap = number.saturatingSubtracting(last.discontinuitySequence)
            if leap < 0 || leap > Self.maximumDiscontinuityLeap { discontinuityShift = continuing(last) }
        }
        return discontinuityShift
    }

    /// The maximum number of discontinuities in missed segments; if a playlist counts more, its numbers are assumed to have restarted.
    private static let maximumDiscontinuityLeap = 1_000_000

    private func place(of segment: MediaSegment) -> Int? {
        guard let first = segments.first else { return nil }
        let place = segment.mediaSequence.saturatingSubtracting(first.mediaSequence)
        return place >= 0 && place < segments.count ? place : nil
    }

    private mutating func startOver() {
        update.removed = segments.count
        segments = SegmentList()
        previous = nil
        // Dates of the old segments do not apply to new ones.
        if new.segments.first?.programDateTime == nil { wallClock = WallClock() }
    }

    private mutating func removeFirst() {
        guard let first = segments.first else { return }
        let count = new.mediaSequence.saturatingSubtracting(first.mediaSequence)
        if count < 0 { return warn("the media sequence number decreased; removed segments are not added again") }
        if count > 0, known.playlistType == .event { warn("segments were removed from an EVENT playlist (RFC 8216bis §6.2.1)") }
        update.removed += min(count, segments.count)
        // bounded: a list with fewer elements is emptied
        segments.removeFirst(count)
    }

    /// The number of consecutive segments without parts after which the search for parts ends.
    private static let maximumCountWithoutParts = 16

    /// Removes the parts of segments that a delta update skips, which are too old to have any (RFC 8216bis §6.2.2, §6.2.5.1).
    private mutating func removePartsOfSkipped() {
        guard let skipped = new.skipped?.count, let first = segments.first else { return }
        let end = new.mediaSequence.saturatingAdding(skipped).saturatingSubtracting(first.mediaSequence)
        var place = min(segments.count, end) - 1
        var without = 0
        while place >= 0, without < Self.maximumCountWithoutParts {
            without = segments[place].parts.isEmpty ? without + 1 : 0
            if without == 0 { segments[place].parts = [] }
            place -= 1
        }
    }

    private mutating func append(_ segment: MediaSegment, at start: Double, shift: Int) {
        var segment = segment
        segment.startTime = start
        segment.discontinuitySequence = segment.discontinuitySequence.saturatingAdding(shift)
        if update.continuity == .restarted, segments.isEmpty { segment.hasDiscontinuity = true }
        if segment.programDateTimeText == nil, let previous { segment.programDateTime = previous.date.map { $0 + start - previous.start } }
        previous = (start, segment.programDateTime)
        segments.append(segment)
        wallClock.add(segment)
        update.appended += 1
    }

    /// Updates a segment that stays. Its start on the timeline does not change, nor does its duration unless it is the last one.
    private mutating func reconcile(_ segment: MediaSegment, at place: Int, shift: Int) {
        let before = segments[place]
        if segment.discontinuitySequence.saturatingAdding(shift) != before.discontinuitySequence { countsAsBefore = false }
        var after = segment
        after.startTime = before.startTime
        after.discontinuitySequence = before.discontinuitySequence
        after.hasDiscontinuity = before.hasDiscontinuity || segment.hasDiscontinuity
        after.programDateTime = before.programDateTime
        after.programDateTimeText = segment.programDateTimeText ?? before.programDateTimeText
        if let date = segment.programDateTime, after.programDateTimeText != before.programDateTimeText {
            if before.programDateTime.map({ abs($0 - date) > 0.001 }) ?? true {
                after.programDateTime = date
                redated = min(redated?.lowerBound ?? place, place)...max(redated?.upperBound ?? place, place)
            }
        }
        // The origin numbers the segment again, and does not encrypt it again. Another origin encrypts it with a number of its own.
        if after.originSequence != before.originSequence, new.url == known.url, after.byteRange == before.byteRange,
            ReloadComparison.path(after.uri) == ReloadComparison.path(before.uri)
        {
            after.originSequence = before.originSequence
        }
        if segment.duration != before.duration {
            durationsChanged += 1
            if place < segments.count - 1 { after.duration = before.duration }
        }
        if after.parts != before.parts, !after.parts.isEmpty { update.partsChanged = true }
        if after.uri != before.uri || after.byteRange != before.byteRange {
            update.replaced.append(after.mediaSequence)
            let isSameResource = ReloadComparison.path(after.uri) == ReloadComparison.path(before.uri)
            if !isSameResource || after.byteRange != before.byteRange { changed.append(after.mediaSequence) }
        }
        if after != before { segments[place] = after }
        if place == segments.count - 1 { previous = (after.startTime, after.programDateTime) }
    }

    private mutating func warnOfChanges() {
        if let first = changed.first {
            warn("\(changed.count) known segments have another URI or byte range, from number \(first) on (RFC 8216bis §6.2.1)")
        }
        if durationsChanged > 0 { warn("\(durationsChanged) known segments have another duration (RFC 8216bis §6.2.1)") }
    }

    private mutating func warn(_ message: String) { update.warnings.append(PlaylistWarning(line: 0, message: message)) }

    // MARK: - The end

    private mutating func mergeOpenSegment(start: Double, shift: Int) {
        playlist.openSegment?.startTime = start
        let number = playlist.openSegment?.discontinuitySequence ?? 0
        playlist.openSegment?.discontinuitySequence = number.saturatingAdding(shift)
        if let open = playlist.openSegment, open.programDateTimeText == nil, let previous {
            playlist.openSegment?.programDateTime = previous.date.map { $0 + start - previous.start }
        }
        let open = playlist.openSegment
        if open?.parts ?? [] != known.openSegment?.parts ?? [] || playlist.preloadHints != known.preloadHints { update.partsChanged = true }
    }

    private mutating func finishDates() {
        if let redated {
            var clock: (start: Double, date: Double)?
            var place = redated.lowerBound
            segments.modify(from: place) { segment in
                defer { place += 1 }
                if segment.programDateTimeText != nil || clock == nil {
                    if place > redated.upperBound { return false }
                    clock = segment.programDateTime.map { (segment.startTime, $0) }
                } else if let clock {
                    segment.programDateTime = clock.date + segment.startTime - clock.start
                }
                return true
            }
            if playlist.openSegment?.programDateTimeText == nil, let last = segments.last, let open = playlist.openSegment {
                playlist.openSegment?.programDateTime = last.programDateTime.map { $0 + open.startTime - last.startTime }
            }
        }
        playlist.segments = segments
        segments = SegmentList()
        playlist.deriveEarlierProgramDateTimes()
        segments = playlist.segments
        playlist.segments = SegmentList()
        if redated != nil { wallClock = WallClock(segments) }
        if let first = segments.first { wallClock.drop(before: first.startTime) }
    }

    // MARK: - Tags between segments

    private mutating func mergeTags() {
        guard !passedOver.isEmpty || new.skipped != nil else { return }
        playlist.cueMarkers = merged(new.cueMarkers, known.cueMarkers, \.mediaSequence)
        playlist.unknownTags = merged(new.unknownTags, known.unknownTags, \.mediaSequence)
        guard let skipped = new.skipped else {
            limitDateRanges(to: merged(new.dateRanges, known.dateRanges, \.mediaSequence))
            return
        }
        // RFC 8216bis §4.4.5.2: date ranges are skipped only if the server declares support.
        guard (new.serverControl ?? known.serverControl)?.canSkipDateRanges == true else { return }
        let gone = Set(skipped.recentlyRemovedDateRanges).union(new.dateRanges.map(\.id))
        limitDateRanges(to: known.dateRanges.filter { !gone.contains($0.id) } + new.dateRanges)
    }

    private mutating func limitDateRanges(to ranges: [DateRange]) {
        playlist.dateRanges = Array(ranges.prefix(MediaPlaylist.maximumDateRanges))
        if ranges.count > playlist.dateRanges.count { warn(MediaPlaylist.dateRangesWarning) }
    }

    /// Returns the tags of a reload merged with the known ones of the segments that were not read.
    private func merged<Tag: Hashable>(_ new: [Tag], _ known: [Tag], _ number: (Tag) -> Int) -> [Tag] {
        if self.new.skipped == nil {
            return new.filter { number($0) < passedOver.lowerBound } + known.filter { passedOver.contains(number($0)) }
                + new.filter { number($0) >= passedOver.upperBound }
        }
        let first = self.new.mediaSequence
        let listed = first.saturatingAdding(self.new.skipped?.count ?? 0)
        // Tags before all segments are written again.
        return known.filter { number($0) > first && number($0) < listed } + new
    }
}
