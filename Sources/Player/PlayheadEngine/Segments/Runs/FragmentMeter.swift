import PlayheadCore

/// Measures the part of a segment of fragmented MP4 that has arrived, by its complete fragments (ISO/IEC 14496-12 §8.8). No media data is
/// kept.
struct FragmentMeter {
    private struct Track {
        /// The ticks per second.
        var timescale: UInt64 = 0
        /// The duration of samples that have no other one, in ticks.
        var sampleDuration: UInt64 = 0
    }

    /// The maximum size of a box that is read, in bytes; what follows a larger one is not measured.
    private static let maximumBox = 4 << 20

    /// The tracks of the last initialization segment, by their ids.
    private var tracks: [UInt64: Track] = [:]
    /// The bytes of a header, or of a box that is read.
    private var held: [UInt8] = []
    /// The size of the box that is read; `nil` while its header is read.
    private var size: Int?
    /// The number of bytes to the end of a box that is skipped.
    private var skipped = 0
    private var isMedia = false
    private var isReadable = true
    /// The duration of the fragments that have begun, in seconds.
    private var announced = 0.0
    /// The duration of the complete fragments of the segment, in seconds.
    private(set) var duration = 0.0

    /// Begins a segment.
    mutating func begin() {
        let tracks = tracks
        self = FragmentMeter()
        self.tracks = tracks
    }

    /// Reads bytes of an initialization segment or of a segment.
    mutating func receive(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while isReadable, !rest.isEmpty {
            if skipped > 0 {
                let count = min(skipped, rest.count)
                rest = rest.dropFirst(count)
                skipped -= count
                if skipped == 0 { endBox() }
                continue
            }
            let taken = rest.prefix((size ?? MediaBox.headerSize) - held.count)
            held += taken
            rest = rest.dropFirst(taken.count)
            guard held.count == size ?? MediaBox.headerSize else { return }
            if size == nil { readHeader() } else { endBox() }
        }
    }

    private mutating func readHeader() {
        // bounded: the header is held
        let type = String(decoding: held[4..<MediaBox.headerSize], as: UTF8.self)
        let declared = Int(clamping: MediaBox.number(held, at: 0, 4))
        let isRead = ["moov", "moof"].contains(type)
        // A longer size, and one to the end of the segment, are rare.
        guard declared >= MediaBox.headerSize, !isRead || declared <= Self.maximumBox else {
            isReadable = false
            return
        }
        isMedia = type == "mdat"
        if isRead { size = declared } else { skipped = declared - MediaBox.headerSize }
        if declared == MediaBox.headerSize { endBox() }
    }

    private mutating func endBox() {
        if size != nil {
            for box in MediaBox.all(of: held, in: 0..<held.count) {
                if box.type == "moov" { readMovie(box) } else { readFragment(box) }
            }
        } else if isMedia {
            duration = announced
        }
        (held, size) = ([], nil)
    }

    private func boxes(in box: MediaBox, _ path: [String]) -> [MediaBox] {
        path.reduce([box]) { boxes, type in
            boxes.flatMap { MediaBox.all(of: held, in: $0.content).filter { $0.type == type } }
        }
    }

    // MARK: Movies

    private mutating func readMovie(_ movie: MediaBox) {
        tracks = [:]
        for track in boxes(in: movie, ["trak"]) {
            guard let header = boxes(in: track, ["tkhd"]).first, let media = boxes(in: track, ["mdia", "mdhd"]).first,
                let id = number(in: header), let timescale = number(in: media)
            else { continue }
            tracks[id] = Track(timescale: timescale)
        }
        for box in boxes(in: movie, ["mvex", "trex"]) {
            var fields = BoxFields(held, box.content)
            guard fields.skip(4), let id = fields.number(4), fields.skip(4), let duration = fields.number(4) else { continue }
            tracks[id]?.sampleDuration = duration
        }
    }

    /// Returns the number behind the version, the flags and the two times of a header.
    private func number(in box: MediaBox) -> UInt64? {
        var fields = BoxFields(held, box.content)
        guard let version = fields.number(1), fields.skip(3), fields.skip(version == 1 ? 16 : 8) else { return nil }
        return fields.number(4)
    }

    // MARK: Fragments

    private mutating func readFragment(_ fragment: MediaBox) {
        announced += boxes(in: fragment, ["traf"]).map(seconds).max() ?? 0
    }

    /// Returns the duration of a track fragment in seconds; 0 if it is unknown.
    private func seconds(_ fragment: MediaBox) -> Double {
        guard let header = boxes(in: fragment, ["tfhd"]).first else { return 0 }
        var fields = BoxFields(held, header.content)
        guard let flags = fields.number(4), let track = fields.number(4).flatMap({ tracks[$0] }), track.timescale > 0 else { return 0 }
        var sampleDuration = track.sampleDuration
        if flags & 0x01 != 0 { _ = fields.skip(8) }
        if flags & 0x02 != 0 { _ = fields.skip(4) }
        if flags & 0x08 != 0, let own = fields.number(4) { sampleDuration = own }
        let ticks = boxes(in: fragment, ["trun"]).reduce(0) { $0 + self.ticks($1, sampleDuration: sampleDuration) }
        return ticks / Double(track.timescale)
    }

    private func ticks(_ run: MediaBox, sampleDuration: UInt64) -> Double {
        var fields = BoxFields(held, run.content)
        guard let flags = fields.number(4), let count = fields.number(4) else { return 0 }
        guard flags & 0x100 != 0 else { return Double(count) * Double(sampleDuration) }
        _ = fields.skip([0x01, 0x04].count { flags & $0 != 0 } * 4)
        let rest = [0x200, 0x400, 0x800].count { flags & $0 != 0 } * 4
        var ticks = 0.0
        for _ in 0..<count {
            guard let duration = fields.number(4), fields.skip(rest) else { break }
            ticks += Double(duration)
        }
        return ticks
    }
}
