extension LivePlaylist {
    /// Merges a reload.
    /// - Parameters:
    ///   - bytes: The text of the playlist, whole or a delta update.
    ///   - url: The absolute URL of the playlist, after redirects; nil for the previous one.
    /// - Returns: The changes.
    /// - Throws: `LivePlaylistError`; the playlist is unchanged then.
    package mutating func update(_ bytes: [UInt8], url: String? = nil) throws(LivePlaylistError) -> PlaylistUpdate {
        let url = url ?? playlist.url
        if let text, let reading = text.reload(bytes, url: url, variables: variables, known: playlist) {
            if let update = try merge(reading, readWholly: false) { return update }
        }
        let known = playlist.segments
        let first = firstMediaSequence.saturatingSubtracting(numberShift)
        let reading = try Self.read(bytes, url: url, variables: variables) { number in
            let place = number.saturatingSubtracting(first)
            return place < 0 || place >= known.count ? nil : known[place]
        }
        guard let reading else { throw .multivariant }
        guard let update = try merge(reading, readWholly: true) else { throw .deltaDoesNotFit }
        return update
    }

    /// Merges a parsed reload. If a delta update skips tags that apply to its segments together with the skipped ones, their key or
    /// initialization section is applied to segments that have none.
    /// - Returns: The changes.
    /// - Throws: `LivePlaylistError.deltaDoesNotFit`; the playlist is unchanged then.
    package mutating func update(_ playlist: MediaPlaylist) throws(LivePlaylistError) -> PlaylistUpdate {
        var reading = PlaylistText.Reading(playlist: playlist)
        if playlist.skipped != nil { inheritFromSkipped(&reading.playlist) }
        guard let update = try merge(reading, readWholly: true) else { throw .deltaDoesNotFit }
        return update
    }

    private func inheritFromSkipped(_ new: inout MediaPlaylist) {
        guard let first = new.segments.first ?? new.openSegment,
            let before = segment(mediaSequence: first.mediaSequence.saturatingAdding(numberShift).saturatingSubtracting(1))
        else { return }
        new.segments.modify(from: 0) { segment in
            guard segment.keys.isEmpty, segment.map == nil || segment.map == before.map else { return false }
            segment.keys = before.keys
            segment.map = before.map
            return true
        }
        if let open = new.openSegment, open.keys.isEmpty, open.map == nil, new.segments.last?.map ?? before.map == before.map {
            new.openSegment?.keys = before.keys
            new.openSegment?.map = before.map
        }
    }

    /// Merges a reading. Unless `readWholly`, that is, all listed segments were read, the reading is merged only if it continues the list.
    /// - Returns: Nil if the playlist has to be read completely.
    private mutating func merge(_ reading: PlaylistText.Reading, readWholly: Bool) throws(LivePlaylistError) -> PlaylistUpdate? {
        var reading = reading
        reading.playlist.shiftNumbers(by: numberShift)
        var comparison = ReloadComparison(of: reading, with: self)
        if !readWholly, comparison.continuity != .continuous || comparison.contradicts { return nil }
        // Text that continues the known text is not numbered again; only the segments behind it were read.
        let renumbering = comparison.isConfirmed || !readWholly ? nil : Renumbering(of: reading.playlist, with: self)
        var shift = numberShift
        if let renumbering {
            reading.playlist.shiftNumbers(by: renumbering.offset)
            shift = shift.saturatingAdding(renumbering.offset)
            comparison = ReloadComparison(of: reading, with: self)
        } else if comparison.continuity == .restarted {
            reading.playlist.shiftNumbers(by: 0.saturatingSubtracting(shift))
            shift = 0
        }
        let new = reading.playlist
        if new.skipped != nil, !comparison.deltaFits { throw .deltaDoesNotFit }
        var update = PlaylistUpdate()
        update.continuity = comparison.continuity
        update.segmentsRead = new.segments.count
        update.warnings = new.warnings
        if comparison.continuity == .stale {
            update.warnings.append(
                PlaylistWarning(line: 0, message: "the response is older than the current playlist and is ignored (RFC 8216bis §6.2.1)"))
            // An origin that ends a stream may also remove segments it announced before.
            if new.hasEndList, !playlist.hasEndList {
                playlist.hasEndList = true
                update.becameComplete = true
            }
            return update
        }
        noteHeaderChanges(new, in: &update)
        if renumbering != nil, numberShift == 0 {
            update.warnings.append(
                PlaylistWarning(line: 0, message: "the sequence numbers of known segments have changed (RFC 8216bis §6.2.2)"))
        }
        var merger = ReloadMerger(live: self, reading: reading, update: update)
        // The segments must have a single owner while they are changed, or they are copied.
        playlist.segments = SegmentList()
        merger.merge()
        let segments = merger.segments
        numberShift = shift
        let isSameList =
            shift == 0 && merger.countsAsBefore && new.skipped == nil
            && segments.first?.mediaSequence == new.segments.first?.mediaSequence
        playlist = merger.playlist
        playlist.segments = segments
        wallClock = merger.wallClock
        discontinuityShift = merger.discontinuityShift
        update = merger.update
        noteDateRanges(of: reading, in: &update)
        text = isSameList && reading.text?.marks.count == segments.count ? reading.text : nil
        return update
    }

    /// Warns of properties that must not change between reloads (RFC 8216bis §6.2.1).
    private func noteHeaderChanges(_ new: MediaPlaylist, in update: inout PlaylistUpdate) {
        func warn(_ message: String) { update.warnings.append(PlaylistWarning(line: 0, message: message)) }
        if new.targetDuration != playlist.targetDuration { warn("the target duration has changed") }
        if new.partTargetDuration != playlist.partTargetDuration { warn("the part target duration has changed") }
        if new.playlistType != playlist.playlistType { warn("the playlist type has changed") }
        // Skipped date ranges require a higher version of the update alone.
        if new.version != playlist.version, new.skipped == nil { warn("the version has changed") }
        if playlist.hasEndList, !new.hasEndList { warn("the playlist continues after its end") }
        update.becameComplete = new.hasEndList && !playlist.hasEndList
    }
}
