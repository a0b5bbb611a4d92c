/// WebVTT in fragmented MP4 (`wvtt`; ISO/IEC 14496-30 §7): converts the samples of a segment to a WebVTT file.
package struct WebVTTBoxes {
    /// A cue of a sample.
    private struct Cue: Equatable {
        var start: Int64
        var end: Int64
        var id: String
        var settings: String
        var payload: String
    }

    /// The defaults for samples of fragments.
    private struct Defaults {
        var duration: Int64 = 0
        var size: Int64 = 0
    }

    /// The maximum number of cues of a segment.
    private static let maximumCues = 10_000

    private var timescale: Int64 = 1000
    private var defaults = Defaults()
    private var cues: [Cue] = []

    /// Returns the text of a WebVTT file with the cues of a segment, whose times are those of the media.
    /// - Parameters:
    ///   - segment: The bytes of the segment.
    ///   - initialization: The bytes of its initialization segment; none if the segment contains them.
    /// - Returns: The text of the file.
    package static func text(of segment: [UInt8], initialization: [UInt8]) -> String {
        var boxes = WebVTTBoxes()
        boxes.read(initialization[...])
        boxes.read(segment[...])
        var text = "WEBVTT\n"
        for cue in boxes.cues where cue.end > cue.start {
            let times = "\(boxes.timestamp(cue.start)) --> \(boxes.timestamp(cue.end))"
            text +=
                "\n" + (cue.id.isEmpty ? "" : cue.id + "\n") + times + (cue.settings.isEmpty ? "" : " " + cue.settings) + "\n" + cue.payload
                + "\n"
        }
        return text
    }

    private func timestamp(_ ticks: Int64) -> String {
        let milliseconds = Int64(saturating: max(0, Double(ticks) / Double(timescale) * 1000))
        func padded(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let seconds = milliseconds / 1000
        let time = "\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2)).\(padded(milliseconds % 1000, 3))"
        return "\(padded(seconds / 3600, 2)):\(time)"
    }

    // MARK: Boxes

    private static let containers: Set<String> = ["moov", "trak", "mdia", "mvex"]

    /// Calls `body` for each box with its type, its content and its offset.
    private static func boxes(in bytes: ArraySlice<UInt8>, _ body: (String, ArraySlice<UInt8>, Int) -> Void) {
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
    private mutating func read(_ bytes: ArraySlice<UInt8>) {
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
            case let type where Self.containers.contains(type): read(content)
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
            for run in runs { readRun(run, base: base, defaults, in: bytes, &time) }
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
        _ content: ArraySlice<UInt8>, base: Int, _ defaults: Defaults, in bytes: ArraySlice<UInt8>, _ time: inout Int64
    ) {
        let flags = Self.number(content.dropFirst(1).prefix(3))
        let count = Self.number(content.dropFirst(4).prefix(4))
        var rest = content.dropFirst(8)
        func next(if flag: UInt64) -> UInt64? {
            guard flags & flag != 0 else { return nil }
            defer { rest = rest.dropFirst(4) }
            return Self.number(rest.prefix(4))
        }
        let offset = next(if: 1).map { Int(Int32(truncatingIfNeeded: $0)) } ?? 0
        _ = next(if: 4)
        var place = base.saturatingAdding(offset)
        for _ in 0..<min(count, UInt64(content.count)) {
            let duration = next(if: 0x100).map { Int64(clamping: $0) } ?? defaults.duration
            let size = next(if: 0x200).map { Int(clamping: $0) } ?? Int(clamping: defaults.size)
            _ = next(if: 0x400)
            _ = next(if: 0x800)
            let end = place.saturatingAdding(size)
            guard place >= bytes.startIndex, end <= bytes.endIndex, cues.count < Self.maximumCues else { return }
            // bounded: the guard above
            readSample(bytes[place..<end], from: time, to: time.saturatingAdding(duration))
            place = end
            time = time.saturatingAdding(duration)
        }
    }

    private mutating func readSample(_ sample: ArraySlice<UInt8>, from start: Int64, to end: Int64) {
        Self.boxes(in: sample) { type, content, _ in
            guard type == "vttc" else { return }
            var cue = Cue(start: start, end: end, id: "", settings: "", payload: "")
            Self.boxes(in: content) { type, content, _ in
                let text = String(decoding: content, as: UTF8.self).filter { $0 != "\0" }
                switch type {
                case "iden": cue.id = text.replacing("\n", with: " ")
                case "sttg": cue.settings = text.replacing("\n", with: " ")
                case "payl": cue.payload = text.split(separator: "\n").joined(separator: "\n")
                default: break
                }
            }
            guard !cue.payload.isEmpty, !cue.payload.contains("-->"), !cue.id.contains("-->") else { return }
            // A cue that overlaps another one is split into several samples.
            let same = cues.lastIndex { $0.end == start && $0.id == cue.id && $0.settings == cue.settings && $0.payload == cue.payload }
            if let same { cues[same].end = end } else { cues.append(cue) }
        }
    }
}
