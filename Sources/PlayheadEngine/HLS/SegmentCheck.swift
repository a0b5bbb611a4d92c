import PlayheadCore

/// What the bytes of a segment are, as far as it can be told from how they begin.
enum SegmentShape: Sendable, Hashable {
    /// Boxes (ISO/IEC 14496-12 §4.2): fragmented MP4.
    case boxes
    /// Packets of 188 bytes (ISO/IEC 13818-1 §2.4.3).
    case transportStream
    /// Anything else that may be media or text.
    case other

    /// Bytes that are enough to tell.
    static let sample = 189
    private static let packet = 188
    static let sync: UInt8 = 0x47

    /// How `bytes` begin; `nil` where no media and no text begins so.
    init?(_ bytes: [UInt8]) {
        if bytes.first == Self.sync, bytes.count <= Self.packet || bytes[Self.packet] == Self.sync {
            self = .transportStream
        } else if bytes.count >= 8, Self.isType(bytes[4..<8]), SegmentCheck.boxSize(bytes[..<4]).map({ $0 < 2 || $0 >= 8 }) == true {
            self = .boxes
        } else if Self.isSound(bytes) || Self.starts.contains(where: { bytes.starts(with: $0) }) || Self.isText(bytes) {
            self = .other
        } else {
            return nil
        }
    }

    /// Bytes that are enough to find a transport stream behind something else.
    static let longSample = furthestSync + 2 * packet + 1
    private static let furthestSync = 5 * packet

    /// How many bytes of something else stand before a transport stream; `nil` where none begins soon.
    static func bytesBeforeTransportStream(_ bytes: [UInt8]) -> Int? {
        (0..<min(furthestSync, max(0, bytes.count - 2 * packet))).first { place in
            (0...2).allSatisfy { bytes[place + $0 * packet] == sync }
        }
    }

    /// ID3, Ogg, Matroska, FLAC, RIFF, program and elementary streams.
    private static let starts: [[UInt8]] = [
        [0x49, 0x44, 0x33], [0x4F, 0x67, 0x67, 0x53], [0x1A, 0x45, 0xDF, 0xA3], [0x66, 0x4C, 0x61, 0x43], [0x52, 0x49, 0x46, 0x46],
        [0, 0, 1], [0, 0, 0, 1], [sync],
    ]

    /// The sync words of AAC, MP3, AC-3 and DTS.
    private static func isSound(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 1 else { return false }
        return bytes[0] == 0xFF && bytes[1] & 0xE0 == 0xE0 || bytes[0] == 0x0B && bytes[1] == 0x77 || bytes[0] == 0x7F && bytes[1] == 0xFE
    }

    /// Captions, for example.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        let space: ClosedRange<UInt8> = 0x09...0x0D
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) || bytes.allSatisfy { (0x20...0x7E).contains($0) || space.contains($0) }
    }

    /// Whether four bytes can be the type of a box.
    static func isType(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: " ") || byte == 0xA9
        }
    }
}

/// Looks at the bytes of one segment as they go by: what can't be media must not reach a demuxer, which would look for the end of a box that
/// never comes in all that follows, or pass over what is damaged without a word.
struct SegmentCheck {
    /// Why a segment can't be read.
    struct Failure: Error {
        var reason: String
    }

    /// What has to come; `nil` leaves it to the first bytes.
    private let expected: SegmentShape?
    /// What it is, once that is known.
    private(set) var shape: SegmentShape?
    /// Bytes of the current box, or packet, that are still to come; `nil` where a box goes on to the end of the segment.
    private var rest: Int? = 0
    private var header: [UInt8] = []
    private var packets = 0
    private var lost = 0
    private var isEmpty = true

    private static let packet = 188

    /// - Parameter expected: What has to come, as an initialization section of boxes has it.
    init(expecting expected: SegmentShape? = nil) { self.expected = expected }

    /// - Throws: ``Failure``.
    mutating func consume(_ bytes: [UInt8]) throws(Failure) {
        guard !bytes.isEmpty else { return }
        isEmpty = false
        if shape == nil {
            guard let found = SegmentShape(bytes), expected == nil || expected == found else {
                throw Failure(reason: "It begins like no media.")
            }
            shape = found
        }
        switch shape {
        case .boxes: try walkBoxes(bytes)
        case .transportStream: try walkPackets(bytes)
        case .other, nil: break
        }
    }

    /// - Throws: ``Failure`` where it ends in the middle of something.
    func finish() throws(Failure) {
        if isEmpty { throw Failure(reason: "It is empty.") }
        switch shape {
        case .boxes where !header.isEmpty || rest.map({ $0 > 0 }) == true: throw Failure(reason: "It ends in the middle of a box.")
        case .transportStream where rest != 0 && lost == 0: throw Failure(reason: "It ends in the middle of a packet.")
        default: break
        }
    }

    private mutating func walkBoxes(_ bytes: [UInt8]) throws(Failure) {
        var place = 0
        while place < bytes.count {
            guard let open = rest else { return }
            if open > 0 {
                let step = min(open, bytes.count - place)
                place += step
                rest = open - step
                continue
            }
            let needed = header.count >= 8 && header[..<4].elementsEqual([0, 0, 0, 1]) ? 16 : 8
            let taken = min(needed - header.count, bytes.count - place)
            header += bytes[place..<place + taken]
            place += taken
            guard header.count == needed else { continue }
            guard SegmentShape.isType(header[4..<8]) else { throw Failure(reason: "It has something else where a box should begin.") }
            guard let size = Self.boxSize(header[..<4]), size != 1 || needed == 16 else { continue }
            switch size {
            case 0: rest = nil
            case 1:
                guard let large = Self.boxSize(header[8..<16]), large >= 16 else { throw Failure(reason: "It has a box of no size.") }
                rest = large - 16
            default:
                guard size >= 8 else { throw Failure(reason: "It has a box of no size.") }
                rest = size - 8
            }
            header = []
        }
    }

    /// A number of four or eight bytes; `nil` where it is too large.
    static func boxSize(_ bytes: ArraySlice<UInt8>) -> Int? {
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }

    private mutating func walkPackets(_ bytes: [UInt8]) throws(Failure) {
        var place = rest ?? 0
        while place < bytes.count {
            packets += 1
            if bytes[place] != SegmentShape.sync { lost += 1 }
            place += Self.packet
        }
        rest = place - bytes.count
        let many = 20
        if packets >= many, lost > packets / 2 { throw Failure(reason: "Most of it is no transport stream.") }
    }
}
