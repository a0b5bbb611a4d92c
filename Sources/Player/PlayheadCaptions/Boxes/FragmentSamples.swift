/// The samples of a segment of captions in fragmented MP4 (ISO/IEC 14496-12 §8.8).
struct FragmentSamples {
    /// A sample.
    struct Sample {
        /// The start and end, in ticks.
        var start: Int64
        var end: Int64
        var bytes: ArraySlice<UInt8>
    }

    /// The defaults for samples of fragments.
    private struct Defaults {
        var duration: Int64 = 0
        var size: Int64 = 0
    }

    /// The maximum number of samples of a segment.
    private static let maximumCount = 10_000
    /// The maximum depth of containers, of which a media header is in the third.
    private static let maximumDepth = 4

    /// The ticks per second.
    private(set) var timescale: Int64 = 1000
    private(set) var samples: [Sample] = []
    private var defaults = Defaults()
    /// The size of all samples, in bytes: they may name the same bytes.
    private var total = 0

    /// - Parameters:
    ///   - segment: The bytes of the segment.
    ///   - initialization: The bytes of its initialization segment; none if the segment contains them.
    init(of segment: [UInt8], initialization: [UInt8]) {
        read(initialization[...])
        read(segment[...])
    }

    // MARK: Boxes

    private static let containers: Set<String> = ["moov", "trak", "mdia", "mvex"]

    /// Calls `body` for each box with its type, its content and its offset.
    static func boxes(in bytes: ArraySlice<UInt8>, _ body: (String, ArraySlice<UInt8>, Int) -> Void) {
        var rest = bytes
        while rest.count >= 8 {
            let start = rest.startIndex
            let short = number(rest.prefix(4))
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            let header = short == 1 ? 16 : 8
            let declared = short == 1 ? number(rest.dropFirst(8).prefix(8)) : short == 0 ? UInt64(rest.count) : short
            guard let size = Int(exactly: declared), size >= header, size <= rest.count else { return }
            body(type, rest.prefix(size).dropFirst(header), start)
            rest = rest.dropFirst(size)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    /// Reads the boxes of a file or segment.
    private mutating func read(_ bytes: ArraySlice<UInt8>, depth: Int = 0) {
        var found: [(String, ArraySlice<UInt8>, Int)] = []
        Self.boxes(in: bytes) { found.append(($0, $1, $2)) }
        for (type, content, offset) in found {
            switch type {
            case "moof": readFragment(content, at: offset, in: bytes)
            case "mdhd":
                let isLong = content.first == 1
                let scale = Self.number(content.dropFirst(isLong ? 20 : 12).prefix(4))
                if scale > 0 { timescale = Int64(clamping: scale) }
            case "trex":
                defaults.duration = Int64(clamping: Self.number(content.dropFirst(12).prefix(4)))
                defaults.size = Int64(clamping: Self.number(content.dropFirst(16).prefix(4)))
            case let type where depth < Self.maximumDepth && Self.containers.contains(type): read(content, depth: depth + 1)
            default: break
            }
        }
    }

    private mutating func readFragment(_ fragment: ArraySlice<UInt8>, at start: Int, in bytes: ArraySlice<UInt8>) {
        var tracks: [ArraySlice<UInt8>] = []
        Self.boxes(in: fragment) { type, content, _ in if type == "traf" { tracks.append(content) } }
        for track in tracks {
            var (time, base, defaults) = (Int64(0), start, self.defaults)
            var runs: [ArraySlice<UInt8>] = []
            Self.boxes(in: track) { type, content, _ in
                switch type {
                case "tfhd": Self.readHeader(content, &base, &defaults)
                case "tfdt":
                    time = Int64(
                        clamping: Self.number(content.first == 1 ? content.dropFirst(4).prefix(8) : content.dropFirst(4).prefix(4)))
                case "trun": runs.append(content)
                default: break
                }
            }
            var place = base
            for run in runs { readRun(run, base: base, defaults, in: bytes, &place, &time) }
        }
    }

    private static func readHeader(_ content: ArraySlice<UInt8>, _ base: inout Int, _ defaults: inout Defaults) {
        let flags = number(content.dropFirst(1).prefix(3))
        var rest = content.dropFirst(8)
        func next(_ size: Int, if flag: UInt64) -> UInt64? {
            guard flags & flag != 0 else { return nil }
            defer { rest = rest.dropFirst(size) }
            return number(rest.prefix(size))
        }
        if let offset = next(8, if: 1) { base = Int(clamping: offset) }
        _ = next(4, if: 2)
        if let duration = next(4, if: 8) { defaults.duration = Int64(clamping: duration) }
        if let size = next(4, if: 0x10) { defaults.size = Int64(clamping: size) }
    }

    private mutating func readRun(
        _ content: ArraySlice<UInt8>, base: Int, _ defaults: Defaults, in bytes: ArraySlice<UInt8>, _ place: inout Int, _ time: inout Int64
    ) {
        let flags = Self.number(content.dropFirst(1).prefix(3))
        let count = Self.number(content.dropFirst(4).prefix(4))
        var rest = content.dropFirst(8)
        func next(if flag: UInt64) -> UInt64? {
            guard flags & flag != 0 else { return nil }
            defer { rest = rest.dropFirst(4) }
            return Self.number(rest.prefix(4))
        }
        // Without an offset the data follows that of the previous run.
        if let offset = next(if: 1) { place = base.saturatingAdding(Int(Int32(truncatingIfNeeded: offset))) }
        _ = next(if: 4)
        for _ in 0..<min(count, UInt64(content.count)) {
            let duration = next(if: 0x100).map { Int64(clamping: $0) } ?? defaults.duration
            let size = next(if: 0x200).map { Int(clamping: $0) } ?? Int(clamping: defaults.size)
            _ = next(if: 0x400)
            _ = next(if: 0x800)
            let end = place.saturatingAdding(size)
            total = total.saturatingAdding(size)
            guard place >= bytes.startIndex, end <= bytes.endIndex, samples.count < Self.maximumCount, total <= bytes.count else { return }
            // bounded: the guard above
            samples.append(Sample(start: time, end: time.saturatingAdding(duration), bytes: bytes[place..<end]))
            place = end
            time = time.saturatingAdding(duration)
        }
    }
}
