import PlayheadHLS

/// Where the bytes of a segment or part are, in the folder.
struct MediaSlice: Sendable, Hashable {
    /// The path below the folder, decoded.
    var path: String
    /// The bytes; nil for the whole file.
    var range: Range<Int>?
}

/// A piece of a segment that low-latency players load before the segment is complete.
struct RecordedPart: Sendable, Hashable {
    /// When it begins, in microseconds from the beginning of its segment.
    var start: Int
    /// In microseconds.
    var duration: Int
    /// Its bytes, counted from the beginning of the segment.
    var range: Range<Int>
    /// Whether it begins with an independent frame.
    var isIndependent: Bool

    var end: Int { start + duration }
}

/// One segment of a recording.
struct RecordedSegment: Sendable {
    /// As the recording's playlist writes it.
    var uri: String
    /// Nil for what is not in the folder.
    var slice: MediaSlice?
    /// In microseconds.
    var duration: Int
    var title: String
    var hasDiscontinuity: Bool
    var isGap: Bool
    var map: InitializationSection?
    /// With initialization vectors, so that they don't depend on sequence numbers any more.
    var keys: [EncryptionKey]
    /// In order and without holes; empty where nothing was cut.
    var parts: [RecordedPart] = []
}

/// One media playlist of a recording, and how it goes on when it is repeated.
struct RecordedTrack: Sendable {
    /// The playlist's path below the folder.
    let path: String
    let version: Int
    let hasIndependentSegments: Bool
    /// Whether it is text beside the media: its length does not count.
    let isText: Bool
    var segments: [RecordedSegment]
    /// When each segment begins, and the last one ends, in microseconds.
    private(set) var starts: [Int] = [0]
    /// How many discontinuities there are from the beginning of the recording to each segment; none before the first.
    private(set) var discontinuities: [Int] = []

    init(path: String, playlist: MediaPlaylist, isText: Bool, resolve: (String) -> String?) {
        self.path = path
        self.isText = isText
        version = playlist.version ?? 1
        hasIndependentSegments = playlist.hasIndependentSegments
        segments = playlist.segments.enumerated().map { index, segment in
            RecordedSegment(
                uri: segment.uri,
                slice: resolve(segment.uri).map { path in
                    MediaSlice(path: path, range: segment.byteRange.map { $0.offset..<$0.end })
                }, duration: max(1000, Microseconds.from(segment.duration)), title: segment.title,
                hasDiscontinuity: segment.hasDiscontinuity && index > 0, isGap: segment.isGap, map: segment.map,
                keys: segment.keys.map { key in
                    var key = key
                    if key.method == .aes128 { key.iv = key.initializationVector(mediaSequence: segment.mediaSequence) }
                    return key
                })
        }
        measure()
    }

    /// In microseconds.
    var duration: Int { starts.last ?? 0 }

    /// Makes the track as long as the others: the last segment ends where the recording does, and what begins later is left out.
    func fitted(to length: Int) -> RecordedTrack {
        var track = self
        track.segments = Array(segments.prefix(starts.dropLast().count { $0 < length }))
        if let last = track.segments.indices.last { track.segments[last].duration = length - starts[last] }
        track.measure()
        return track
    }

    private mutating func measure() {
        starts = [0]
        discontinuities = []
        for segment in segments {
            starts.append((starts.last ?? 0) + segment.duration)
            discontinuities.append((discontinuities.last ?? 0) + (segment.hasDiscontinuity ? 1 : 0))
        }
    }
}

extension RecordedTrack {
    /// How many segments are complete at a time, when the recording is repeated without end.
    func completeCount(at time: Int) -> Int {
        guard time > 0, duration > 0 else { return 0 }
        let (pass, rest) = time.quotientAndRemainder(dividingBy: duration)
        var low = 0
        var high = segments.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle + 1] <= rest { low = middle + 1 } else { high = middle }
        }
        return pass * segments.count + low
    }

    /// When the segment of a number begins, when the recording is repeated without end.
    func start(of ordinal: Int) -> Int {
        let (pass, index) = ordinal.quotientAndRemainder(dividingBy: segments.count)
        return pass * duration + starts[index]
    }

    func end(of ordinal: Int) -> Int { start(of: ordinal) + segment(ordinal).duration }

    func segment(_ ordinal: Int) -> RecordedSegment { segments[ordinal % segments.count] }

    /// How many parts of a segment are complete at a time.
    func completeParts(of ordinal: Int, at time: Int) -> Int {
        let rest = time - start(of: ordinal)
        return segment(ordinal).parts.prefix { $0.end <= rest }.count
    }
}
