import PlayheadCore

/// Maps the cues of a rendition's WebVTT segments to the presentation's timeline; one instance for each rendition.
package struct SegmentCuePlacer: Sendable {
    /// The origin of cue times.
    package enum Basis: Sendable, Hashable {
        /// The clock of MPEG-2, by the segment's `X-TIMESTAMP-MAP` (RFC 8216bis §3.1.4).
        case timestampMap
        /// The clock of MPEG-2: without a map, cue time 0 is timestamp 0 (RFC 8216bis §3.1.4).
        case mpegTime
        /// The start of the presentation, for packagers that omit the map and use it.
        case presentation
        /// The start of the segment, which some packagers use.
        case segment
    }

    /// The basis of segments without a map, once determined from a segment.
    package private(set) var basisWithoutMap: Basis?

    /// Makes a placer without a determined basis.
    package init() {}

    /// Returns the cues of a segment at its position `place`, with times of the presentation.
    package mutating func cues(of file: WebVTTFile, at place: SegmentPlace) -> [CaptionCue] {
        guard let first = file.cues.first else { return [] }
        let shift = shift(of: file, firstCue: first.startTime, at: place)
        return file.cues.map { cue in
            var cue = cue
            cue.startTime += shift
            cue.endTime += shift
            return cue
        }
    }

    /// Whether an offset of `place` puts the cues of a segment into it. Otherwise another offset may still be found, because timestamps may
    /// jump without a mark. Cue times that are not known to be those of the clock of MPEG-2 need no offset.
    package func isPlaced(_ file: WebVTTFile, at place: SegmentPlace) -> Bool {
        let implied: TimestampMap? = basisWithoutMap == .mpegTime ? TimestampMap.zero : nil
        guard let first = file.cues.first, let map = file.timestampMap ?? implied else { return true }
        return place.timestampOffsets.contains { offset in
            Self.fits(file.cues, shift: Self.shift(map, offset: offset, cueTime: first.startTime, near: place.start), place)
        }
    }

    /// Returns the offset of a segment's cue times to those of the presentation.
    private mutating func shift(of file: WebVTTFile, firstCue: Double, at place: SegmentPlace) -> Double {
        if let map = file.timestampMap {
            if let offset = Self.offset(of: file.cues, map, at: place) {
                return Self.shift(map, offset: offset, cueTime: firstCue, near: place.start)
            }
            // Without another rendition's timestamps only the playlist determines the position of the segment.
            let guesses = [map.mpegTime(ofCueTime: 0), 0, place.start - map.local]
            return guesses.first { Self.fits(file.cues, shift: $0, place) } ?? guesses[0]
        }
        // Without a map, cue time 0 is timestamp 0.
        let offset = Self.offset(of: file.cues, .zero, at: place)
        let placeWithOffset = SegmentPlace(start: place.start, duration: place.duration, timestampOffset: offset)
        let basis = basisWithoutMap ?? basis(of: file.cues, at: placeWithOffset)
        basisWithoutMap = basis
        return Self.shift(basis, firstCue: firstCue, at: placeWithOffset)
    }

    /// Returns the first offset that puts the cues into the segment; otherwise the first one.
    private static func offset(of cues: [CaptionCue], _ map: TimestampMap, at place: SegmentPlace) -> Double? {
        guard place.timestampOffsets.count > 1 else { return place.timestampOffsets.first }
        let firstCue = cues.first?.startTime ?? 0
        let fitting = place.timestampOffsets.first { offset in
            fits(cues, shift: shift(map, offset: offset, cueTime: firstCue, near: place.start), place)
        }
        return fitting ?? place.timestampOffsets.first
    }

    /// Returns the first basis that puts the cues into the segment; if there is none, that of the RFC.
    private func basis(of cues: [CaptionCue], at place: SegmentPlace) -> Basis {
        let standard: [Basis] = place.timestampOffsets.isEmpty ? [] : [.mpegTime]
        let candidates = standard + [.presentation, .segment]
        let firstCue = cues.first?.startTime ?? 0
        return candidates.first { Self.fits(cues, shift: Self.shift($0, firstCue: firstCue, at: place), place) } ?? candidates[0]
    }

    private static func shift(_ basis: Basis, firstCue: Double, at place: SegmentPlace) -> Double {
        switch basis {
        case .timestampMap, .mpegTime: shift(.zero, offset: place.timestampOffsets.first ?? 0, cueTime: firstCue, near: place.start)
        case .presentation: 0
        case .segment: place.start
        }
    }

    /// Returns the offset by a map. Timestamps wrap every 26.5 hours; of the possible times of a cue, the nearest one to its segment is
    /// used.
    private static func shift(_ map: TimestampMap, offset: Double, cueTime: Double, near start: Double) -> Double {
        let shift = map.mpegTime(ofCueTime: 0) + offset
        let wraps = ((start - cueTime - shift) / TimestampMap.wrap).rounded()
        return wraps.isFinite ? shift + wraps * TimestampMap.wrap : shift
    }

    /// Whether at least half of the cues are visible during the segment, with a tolerance of a second.
    private static func fits(_ cues: [CaptionCue], shift: Double, _ place: SegmentPlace) -> Bool {
        let inside = cues.count { $0.endTime + shift > place.start - 1 && $0.startTime + shift < place.start + place.duration + 1 }
        return inside * 2 >= cues.count
    }
}

/// The position of a segment on the presentation's timeline.
package struct SegmentPlace: Sendable, Hashable {
    /// The start according to the playlist, in seconds.
    package var start: Double
    /// The duration, in seconds.
    package var duration: Double
    /// The offsets from MPEG-2 times (seconds) to those of the presentation, in the segment's discontinuity, the most likely one first;
    /// empty until another rendition determines one.
    package var timestampOffsets: [Double]

    /// Makes a place.
    package init(start: Double, duration: Double, timestampOffsets: [Double]) {
        self.start = start
        self.duration = duration
        self.timestampOffsets = timestampOffsets
    }

    /// Makes a place with one offset, or with none.
    package init(start: Double, duration: Double, timestampOffset: Double?) {
        self.init(start: start, duration: duration, timestampOffsets: timestampOffset.map { [$0] } ?? [])
    }
}
