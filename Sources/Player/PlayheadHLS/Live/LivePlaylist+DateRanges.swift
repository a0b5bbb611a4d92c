extension LivePlaylist {
    /// Records the date ranges of a reload, and removes those that are no longer listed.
    mutating func noteDateRanges(of reading: PlaylistText.Reading, in update: inout PlaylistUpdate) {
        update.dateRanges = noteDateRanges(in: reading.playlist)
        let listed = Set(playlist.dateRanges.map(\.id))
        guard dateRanges.count > listed.count else { return }
        update.removedDateRanges = dateRanges.keys.filter { !listed.contains($0) }.sorted()
        for id in update.removedDateRanges { dateRanges[id] = nil }
    }

    /// Records the date ranges of a playlist.
    /// - Returns: The new or changed ranges, completed.
    mutating func noteDateRanges(in playlist: MediaPlaylist) -> [DateRange] {
        var changed: [String] = []
        for tag in playlist.dateRanges {
            let before = dateRanges[tag.id]
            let completed = before?.completed(by: tag) ?? tag
            dateRanges[tag.id] = completed
            if before?.hasSameContent(as: completed) != true { changed.append(tag.id) }
        }
        var seen: Set<String> = []
        return changed.filter { seen.insert($0).inserted }.compactMap { dateRanges[$0] }
    }
}

extension DateRange {
    /// Returns the range completed by another tag with the same identifier (RFC 8216bis §4.4.5.1).
    func completed(by tag: DateRange) -> DateRange {
        var result = self
        result.rangeClass = tag.rangeClass ?? rangeClass
        if tag.startDate != nil { (result.startDate, result.startDateText) = (tag.startDate, tag.startDateText) }
        if !tag.cue.isEmpty { result.cue = tag.cue }
        if tag.endDate != nil { (result.endDate, result.endDateText) = (tag.endDate, tag.endDateText) }
        result.duration = tag.duration ?? duration
        result.plannedDuration = tag.plannedDuration ?? plannedDuration
        result.endsOnNext = tag.endsOnNext || endsOnNext
        result.scte35Command = tag.scte35Command ?? scte35Command
        result.scte35Out = tag.scte35Out ?? scte35Out
        result.scte35In = tag.scte35In ?? scte35In
        result.mediaSequence = tag.mediaSequence
        for attribute in tag.otherAttributes {
            if let place = result.otherAttributes.firstIndex(where: { $0.name == attribute.name }) {
                result.otherAttributes[place] = attribute
            } else if result.otherAttributes.count < AttributeList.maximumAttributes {
                result.otherAttributes.append(attribute)
            }
        }
        return result
    }

    /// Whether two tags have the same content, whatever their positions.
    func hasSameContent(as other: DateRange) -> Bool {
        var other = other
        other.mediaSequence = mediaSequence
        return self == other
    }
}
