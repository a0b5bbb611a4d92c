/// The fragments (`moof` with its `mdat`) of a segment, which become its parts (RFC 8216bis §3.1.2; ISO/IEC 14496-12 §8.8).
package struct FragmentIndex {
    package struct Fragment: Equatable {
        /// The range from the boxes before the `moof` to the end of the `mdat`.
        package var range: Range<Int>
        /// The start, in ticks of the track (`tfdt`).
        package var start: UInt64
        /// The duration in ticks.
        package var duration: Int
        /// The timescale, in ticks per second.
        package var timescale: Int
        /// Whether the first sample is a sync sample.
        package var isIndependent: Bool

        package var startSeconds: Double { Double(start) / Double(timescale) }
    }

    package private(set) var fragments: [Fragment] = []

    /// - Parameters:
    ///   - bytes: A segment, or a whole fragmented file.
    ///   - initialization: The initialization section of the segment.
    package init(_ bytes: [UInt8], initialization: InitializationBoxes) {
        let reader = BoxReader(bytes: bytes)
        var begin: Int?
        var pending: Fragment?
        for box in reader.boxes {
            switch box.type {
            // Boxes that belong to the file, not to a fragment.
            case "ftyp", "moov", "mfra", "free": continue
            case "moof":
                pending = Self.fragment(box.content, reader, initialization)
                begin = begin ?? box.whole.lowerBound
            case "mdat":
                if var fragment = pending, let start = begin {
                    fragment.range = start..<box.whole.upperBound
                    fragments.append(fragment)
                }
                pending = nil
                begin = nil
            default: begin = begin ?? box.whole.lowerBound
            }
        }
    }

    /// Returns the fragment of a `moof`. Of several tracks the video track is used, because parts begin with its frames.
    private static func fragment(_ content: Range<Int>, _ reader: BoxReader, _ initialization: InitializationBoxes) -> Fragment? {
        var best: (fragment: Fragment, isVideo: Bool)?
        for box in reader.find(["traf"], in: content) {
            guard let found = trackFragment(box.content, reader, initialization) else { continue }
            if best == nil || (found.isVideo && best?.isVideo == false) { best = found }
        }
        return best?.fragment
    }

    private static func trackFragment(
        _ content: Range<Int>, _ reader: BoxReader, _ initialization: InitializationBoxes
    ) -> (fragment: Fragment, isVideo: Bool)? {
        guard let header = reader.find(["tfhd"], in: content).first?.content,
            let word = reader.uint32(header.lowerBound, header.upperBound),
            let id = reader.uint32(header.lowerBound + 4, header.upperBound), let track = initialization.tracks[id]
        else { return nil }
        var offset = header.lowerBound + 8
        func next(_ bit: Int, _ size: Int) -> Int? {
            guard word & bit != 0 else { return nil }
            defer { offset += size }
            return reader.uint32(offset, header.upperBound)
        }
        _ = next(0x01, 8)
        _ = next(0x02, 4)
        let duration = next(0x08, 4) ?? track.defaultDuration
        _ = next(0x10, 4)
        let flags = next(0x20, 4) ?? track.defaultFlags
        var total = 0
        var firstFlags: Int?
        for run in reader.find(["trun"], in: content) {
            guard let sum = samples(run.content, reader, duration: duration, flags: flags) else { return nil }
            total += sum.duration
            firstFlags = firstFlags ?? sum.firstFlags
        }
        guard total > 0 else { return nil }
        let fragment = Fragment(
            range: 0..<0, start: baseTime(content, reader) ?? 0, duration: total, timescale: track.timescale,
            // sample_is_non_sync_sample
            isIndependent: (firstFlags ?? flags) & 0x1_0000 == 0)
        return (fragment, track.isVideo)
    }

    private static func baseTime(_ content: Range<Int>, _ reader: BoxReader) -> UInt64? {
        guard let box = reader.find(["tfdt"], in: content).first?.content, !box.isEmpty else { return nil }
        if reader.bytes[box.lowerBound] == 1 { return reader.uint64(box.lowerBound + 4, box.upperBound) }
        return reader.uint32(box.lowerBound + 4, box.upperBound).map(UInt64.init)
    }

    /// Returns the sum of the samples' durations and the flags of the first sample (`trun`, §8.8.8).
    private static func samples(
        _ box: Range<Int>, _ reader: BoxReader, duration: Int, flags: Int
    ) -> (duration: Int, firstFlags: Int?)? {
        guard let word = reader.uint32(box.lowerBound, box.upperBound), let count = reader.uint32(box.lowerBound + 4, box.upperBound) else {
            return nil
        }
        var offset = box.lowerBound + 8
        if word & 0x01 != 0 { offset += 4 }
        var firstFlags: Int?
        if word & 0x04 != 0 {
            firstFlags = reader.uint32(offset, box.upperBound)
            offset += 4
        }
        let fields = [0x100, 0x200, 0x400, 0x800].filter { word & $0 != 0 }
        // Reject a sample count that exceeds the size of the box; samples without fields take no space, so their count has a fixed limit.
        guard count <= (fields.isEmpty ? 1 << 20 : (box.upperBound - offset) / (4 * fields.count)) else { return nil }
        guard word & 0x100 != 0 else {
            if word & 0x400 != 0, firstFlags == nil { firstFlags = reader.uint32(offset + (word & 0x200 != 0 ? 4 : 0), box.upperBound) }
            return (duration * count, firstFlags ?? flags)
        }
        var total = 0
        for index in 0..<count {
            let entry = offset + index * 4 * fields.count
            total += reader.uint32(entry, box.upperBound) ?? 0
            if index == 0, firstFlags == nil, word & 0x400 != 0 {
                firstFlags = reader.uint32(entry + (word & 0x200 != 0 ? 8 : 4), box.upperBound)
            }
        }
        return (total, firstFlags ?? flags)
    }
}
