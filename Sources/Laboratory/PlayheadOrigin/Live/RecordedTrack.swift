import PlayheadHLS

/// The location of the bytes of a segment or part in the folder.
struct MediaSlice: Sendable, Hashable {
    /// The decoded path below the folder.
    var path: String
    /// The range of the file; nil for the whole file.
    var range: Range<Int>?
}

/// A part of a segment, which low-latency players load before the segment is complete.
struct RecordedPart: Sendable, Hashable {
    /// The start, in microseconds from the start of the segment.
    var start: Int
    /// The duration in microseconds.
    var duration: Int
    /// The byte range, from the start of the segment.
    var range: Range<Int>
    /// Whether the part begins with an independent frame.
    var isIndependent: Bool

    var end: Int { start + duration }
}

/// One segment of a recording.
struct RecordedSegment: Sendable {
    /// The URI as written in the recording's playlist.
    var uri: String
    /// The location of the bytes; nil if they are not in the folder.
    var slice: MediaSlice?
    /// The duration in microseconds.
    var duration: Int
    var title: String
    var hasDiscontinuity: Bool
    var isGap: Bool
    var map: InitializationSection?
    /// The keys with explicit initialization vectors, so that they don't depend on sequence numbers.
    var keys: [EncryptionKey]
    /// The time in the media, in microseconds, of a segment that begins a group of continuous times, if it was read.
    var mediaStart: Int?
    /// The parts, in order and contiguous; empty if the segment was not divided.
    var parts: [RecordedPart] = []
}

/// A media playlist of a recording, and its continuation when the recording repeats.
struct RecordedTrack: Sendable {
    /// The path of the playlist below the folder.
    let path: String
    let version: Int
    let hasIndependentSegments: Bool
    /// Whether the track is text, whose duration is not considered.
    let isText: Bool
    var segments: [RecordedSegment]
    /// The bit rate of the first segment in bits per second, if it was read.
    var bitRate: Int?
    /// The start of each segment and the end of the last one, in microseconds.
    private(set) var starts: [Int] = [0]
    /// The number of discontinuities from the start of the recording to each segment; 0 for the first segment.
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
                    // Samples of fragmented MP4 have their own vectors, and the rule is that of `identity` (RFC 8216bis §5.2).
                    let isOfSamples = key.method == .sampleAESCTR || key.method == .sampleAES && segment.map != nil
                    if !isOfSamples, key.keyFormat == EncryptionKey.identityFormat {
                        key.iv = key.initializationVector(mediaSequence: segment.mediaSequence)
                    }
                    return key
                })
        }
        measure()
    }

    /// The duration in microseconds.
    var duration: Int { starts.last ?? 0 }

    /// Returns the track with the duration of the recording: the last segment is extended or cut to end there, later segments are dropped.
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
    /// Returns the number of segments that are complete at a time, with the recording repeating without end.
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

    /// Returns the start of a segment by number, with the recording repeating without end.
    func start(of ordinal: Int) -> Int {
        let (pass, index) = ordinal.quotientAndRemainder(dividingBy: segments.count)
        return pass * duration + starts[index]
    }

    func end(of ordinal: Int) -> Int { start(of: ordinal) + segment(ordinal).duration }

    func segment(_ ordinal: Int) -> RecordedSegment { segments[ordinal % segments.count] }

    /// Returns the number of parts of a segment that are complete at a time.
    func completeParts(of ordinal: Int, at time: Int) -> Int {
        let rest = time - start(of: ordinal)
        return segment(ordinal).parts.prefix { $0.end <= rest }.count
    }
}
