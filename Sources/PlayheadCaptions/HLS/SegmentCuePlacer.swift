import PlayheadCore

/// Puts the cues of a rendition's WebVTT segments onto the presentation's timeline; one for each rendition.
public struct SegmentCuePlacer: Sendable {
    /// What cue times count from.
    public enum Basis: Sendable, Hashable {
        /// The clock of MPEG-2, by the segment's `X-TIMESTAMP-MAP` (RFC 8216bis §3.1.4).
        case timestampMap
        /// The clock of MPEG-2: without a map, cue time 0 is timestamp 0 (RFC 8216bis §3.1.4).
        case mpegTime
        /// The start of the presentation. Some packagers leave out the map and mean this.
        case presentation
        /// The start of the segment. Some packagers mean this.
        case segment
    }

    /// What is assumed where the segments don't have a map, once a segment showed it.
    public private(set) var basisWithoutMap: Basis?

    /// Makes a placer that has seen no segment.
    public init() {}

    /// The cues of a segment, with times of the presentation.
    /// - Parameters:
    ///   - file: The segment.
    ///   - place: Where it lies.
    public mutating func cues(of file: WebVTTFile, at place: SegmentPlace) -> [CaptionCue] {
        guard let first = file.cues.first else { return [] }
        let shift = shift(of: file, firstCue: first.startTime, at: place)
        return file.cues.map { cue in
            var cue = cue
            cue.startTime += shift
            cue.endTime += shift
            return cue
        }
    }

    /// What is added to a segment's cue times to get those of the presentation.
    private mutating func shift(of file: WebVTTFile, firstCue: Double, at place: SegmentPlace) -> Double {
        if let map = file.timestampMap {
            if let offset = place.timestampOffset { return Self.shift(map, offset: offset, cueTime: firstCue, near: place.start) }
            // Without another rendition's timestamps only the playlist says where the segment is.
            let guesses = [map.mpegTime(ofCueTime: 0), 0, place.start - map.local]
            return guesses.first { Self.fits(file.cues, shift: $0, place) } ?? guesses[0]
        }
        let basis = basisWithoutMap ?? basis(of: file.cues, at: place)
        basisWithoutMap = basis
        return Self.shift(basis, firstCue: firstCue, at: place)
    }

    /// The first basis that puts the cues where the segment is; if none does, what the RFC says.
    private func basis(of cues: [CaptionCue], at place: SegmentPlace) -> Basis {
        let standard: [Basis] = place.timestampOffset == nil ? [] : [.mpegTime]
        let candidates = standard + [.presentation, .segment]
        let firstCue = cues.first?.startTime ?? 0
        return candidates.first { Self.fits(cues, shift: Self.shift($0, firstCue: firstCue, at: place), place) } ?? candidates[0]
    }

    private static func shift(_ basis: Basis, firstCue: Double, at place: SegmentPlace) -> Double {
        switch basis {
        case .timestampMap, .mpegTime: shift(.zero, offset: place.timestampOffset ?? 0, cueTime: firstCue, near: place.start)
        case .presentation: 0
        case .segment: place.start
        }
    }

    /// The shift by a map. Timestamps start over every 26.5 hours; of the times that a cue may mean, the one nearest to its segment is taken.
    private static func shift(_ map: TimestampMap, offset: Double, cueTime: Double, near start: Double) -> Double {
        let shift = map.mpegTime(ofCueTime: 0) + offset
        let wraps = ((start - cueTime - shift) / TimestampMap.wrap).rounded()
        return wraps.isFinite ? shift + wraps * TimestampMap.wrap : shift
    }

    /// Whether at least half of the cues are shown while the segment lasts, give or take a second.
    private static func fits(_ cues: [CaptionCue], shift: Double, _ place: SegmentPlace) -> Bool {
        let inside = cues.count { $0.endTime + shift > place.start - 1 && $0.startTime + shift < place.start + place.duration + 1 }
        return inside * 2 >= cues.count
    }
}
