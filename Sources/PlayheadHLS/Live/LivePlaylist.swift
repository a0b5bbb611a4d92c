/// A media playlist that is loaded again and again (RFC 8216bis §6.3.4), merged into one list on a timeline that stays: its zero is the beginning of the
/// first window that was seen, and a segment's start never changes while the segment is listed, unless the media tell it better.
///
/// A reload whose text is mostly what was read before costs what is new in it.
public struct LivePlaylist: Sendable {
    /// The merged playlist: what the latest reload says of the playlist, and the listed segments with their times on the timeline. It never has skipped
    /// segments; its warnings are those of what was read last.
    public internal(set) var playlist: MediaPlaylist
    /// Which dates belong to the times of the timeline.
    public internal(set) var wallClock: WallClock
    /// The date ranges that are listed, by identifier, each completed by all of its tags.
    public internal(set) var dateRanges: [String: DateRange] = [:]
    /// What is added to the discontinuity sequence numbers that the playlist writes, since the origin started over or counts wrongly.
    public internal(set) var discontinuityShift = 0
    /// The variables of the multivariant playlist, for `EXT-X-DEFINE:IMPORT`.
    let variables: [String: String]?
    /// The latest text, where the next one may build on it.
    var text: PlaylistText?

    /// Begins with a playlist.
    /// - Parameters:
    ///   - playlist: A playlist that is no delta update.
    ///   - variables: The variables of the multivariant playlist that led here, for the reloads.
    public init(_ playlist: MediaPlaylist, variables: [String: String]? = nil) {
        self.playlist = playlist
        self.variables = variables
        wallClock = WallClock(playlist.segments)
        _ = noteDateRanges(in: playlist)
    }

    /// Parses a media playlist and begins with it.
    /// - Parameters: See `HLSPlaylist.parse`.
    public init(parsing bytes: [UInt8], url: String? = nil, variables: [String: String]? = nil) throws(LivePlaylistError) {
        guard let reading = try Self.read(bytes, url: url, variables: variables) else { throw .multivariant }
        // What a delta update leaves out can't be known yet.
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

    /// The complete segment with a sequence number; nil when it is not listed.
    public func segment(mediaSequence: Int) -> MediaSegment? {
        guard let place = place(of: mediaSequence) else { return nil }
        return playlist.segments[place]
    }

    /// The complete segment that is playing at a time; nil outside the window and in gaps.
    /// - Parameter time: Seconds on the timeline.
    public func segment(at time: Double) -> MediaSegment? { playlist.segment(at: time) }

    /// The sequence number of the first listed segment.
    public var firstMediaSequence: Int { playlist.segments.first?.mediaSequence ?? playlist.mediaSequence }

    /// The sequence number of the segment after the last complete one.
    public var nextMediaSequence: Int { firstMediaSequence.saturatingAdding(playlist.segments.count) }

    /// Where the window begins, in seconds on the timeline.
    public var windowStart: Double { playlist.startTime }

    /// Where the last complete segment ends, in seconds on the timeline.
    public var endOfSegments: Double { playlist.segments.last?.endTime ?? playlist.startTime }

    /// Where the last part ends, in seconds on the timeline: the end of the last segment where there are no parts behind it.
    public var endOfParts: Double { max(endOfSegments, playlist.openSegment?.endTime ?? 0) }

    /// Takes over where a segment really begins: durations in playlists are rounded, and over hours their sum runs away from the media. That segment and
    /// all behind it move, with their dates.
    /// - Parameters:
    ///   - mediaSequence: The segment's sequence number.
    ///   - offset: Seconds later than the playlist has it.
    /// - Returns: Whether it is listed; if not, nothing changed.
    @discardableResult
    public mutating func move(from mediaSequence: Int, by offset: Double) -> Bool {
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
