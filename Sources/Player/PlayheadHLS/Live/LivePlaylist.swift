/// A media playlist that is reloaded repeatedly (RFC 8216bis §6.3.4), merged into one list on a stable timeline: its zero is the beginning
/// of the first window, and the start of a segment never changes while the segment is listed, unless it is corrected from the media.
///
/// The cost of a reload is proportional to its new text.
package struct LivePlaylist: Sendable {
    /// The merged playlist: the properties of the latest reload, and the listed segments with their times on the timeline. It never has
    /// skipped segments; its warnings are those of the latest reading.
    package internal(set) var playlist: MediaPlaylist
    /// The dates of the timeline.
    package internal(set) var wallClock: WallClock
    /// The listed date ranges by identifier, each completed by all of its tags.
    package internal(set) var dateRanges: [String: DateRange] = [:]
    /// The correction of the discontinuity sequence numbers in the playlist, if the origin restarted or counts wrongly.
    package internal(set) var discontinuityShift = 0
    /// The number to add to the sequence numbers of the latest reload to get those of the list: the origin may renumber its segments.
    var numberShift = 0
    /// The variables of the multivariant playlist, for `EXT-X-DEFINE:IMPORT`.
    let variables: [String: String]?
    /// The latest text, if the next one may build on it.
    var text: PlaylistText?

    /// Makes a live playlist from its first load.
    /// - Parameters:
    ///   - playlist: A playlist that is not a delta update.
    ///   - variables: The variables of the multivariant playlist, for the reloads.
    package init(_ playlist: MediaPlaylist, variables: [String: String]? = nil) {
        self.playlist = playlist
        self.variables = variables
        wallClock = WallClock(playlist.segments)
        _ = noteDateRanges(in: playlist)
    }

    /// Parses a media playlist as the first load.
    /// - Parameters: See `HLSPlaylist.parse`.
    package init(parsing bytes: [UInt8], url: String? = nil, variables: [String: String]? = nil) throws(LivePlaylistError) {
        guard let reading = try Self.read(bytes, url: url, variables: variables) else { throw .multivariant }
        // The segments that a delta update skips are unknown at the start.
        guard reading.playlist.skipped == nil else { throw .deltaDoesNotFit }
        self.init(reading.playlist, variables: variables)
        text = reading.text
    }

    static func read(
        _ bytes: [UInt8], url: String?, variables: [String: String]?, knownSegment: ((Int) -> MediaSegment?)? = nil
    ) throws(LivePlaylistError) -> PlaylistText.Reading? {
        do {
            return try PlaylistText.read(bytes, url: url, variables: variables, knownSegment: knownSegment)
        } catch {
            throw .invalid(error)
        }
    }

    // MARK: - The list and the timeline

    /// Returns the complete segment with a sequence number; nil if it is not listed.
    package func segment(mediaSequence: Int) -> MediaSegment? {
        guard let place = place(of: mediaSequence) else { return nil }
        return playlist.segments[place]
    }

    /// Returns the complete segment at a time.
    /// - Parameter time: Seconds on the timeline.
    /// - Returns: The segment; nil outside the window and in gaps.
    package func segment(at time: Double) -> MediaSegment? { playlist.segment(at: time) }

    /// The sequence number of the first listed segment.
    package var firstMediaSequence: Int { playlist.segments.first?.mediaSequence ?? playlist.mediaSequence }

    /// The sequence number of the segment after the last complete one.
    package var nextMediaSequence: Int { firstMediaSequence.saturatingAdding(playlist.segments.count) }

    /// The start of the window, in seconds on the timeline.
    package var windowStart: Double { playlist.startTime }

    /// The end of the last complete segment, in seconds on the timeline.
    package var endOfSegments: Double { playlist.segments.last?.endTime ?? playlist.startTime }

    /// The end of the last part, in seconds on the timeline: the end of the last segment if no parts follow it.
    package var endOfParts: Double { max(endOfSegments, playlist.openSegment?.endTime ?? 0) }

    /// Corrects the start of a segment from its media: durations in playlists are rounded, and over hours their sum drifts from the media.
    /// The segment and all following ones move, with their dates.
    /// - Parameters:
    ///   - mediaSequence: The segment's sequence number.
    ///   - offset: The correction in seconds; positive moves the segment later.
    /// - Returns: Whether the segment is listed; if not, nothing changed.
    @discardableResult
    package mutating func move(from mediaSequence: Int, by offset: Double) -> Bool {
        guard let place = place(of: mediaSequence), offset.isFinite else { return false }
        wallClock.move(from: playlist.segments[place].startTime, by: offset)
        playlist.segments.modify(from: place) { segment in
            segment.startTime += offset
            return true
        }
        playlist.openSegment?.startTime += offset
        return true
    }

    func place(of mediaSequence: Int) -> Int? {
        let place = mediaSequence.saturatingSubtracting(firstMediaSequence)
        return place >= 0 && place < playlist.segments.count ? place : nil
    }
}

/// The reason why a reload could not be merged. The known playlist is kept.
package enum LivePlaylistError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not a playlist.
    case invalid(PlaylistError)
    /// The text is a multivariant playlist instead of a media playlist.
    case multivariant
    /// The delta update skips unknown segments, or belongs to another stream: the whole playlist has to be loaded (RFC 8216bis §6.3.7).
    case deltaDoesNotFit

    /// The reason in words.
    package var description: String {
        switch self {
        case .invalid(let error): error.description
        case .multivariant: "a multivariant playlist instead of a media playlist"
        case .deltaDoesNotFit: "the delta update does not match the known playlist"
        }
    }
}
