/// Checks the bytes of one segment before they reach the demuxer, which would search all following segments for the end of an incomplete
/// box, or skip damaged bytes silently, and passes on what it can read.
struct SegmentCheck {
    /// The reason why a segment cannot be read.
    struct Failure: Error {
        var reason: String
    }

    /// The required format; `nil` to detect it from the first bytes.
    private let expected: SegmentShape?
    /// The format, once it is known.
    private(set) var shape: SegmentShape?
    private var boxes: SegmentBoxes
    /// The number of missing bytes of the current packet.
    private var rest = 0
    private var packets = 0
    private var lost = 0
    private var isEmpty = true

    private static let packet = 188

    /// - Parameters:
    ///   - expected: The required format; an initialization segment of boxes requires boxes.
    ///   - offset: The offset of the segment in its resource, in bytes.
    init(expecting expected: SegmentShape? = nil, at offset: Int64 = 0) {
        self.expected = expected
        boxes = SegmentBoxes(at: offset)
    }

    /// The number of bytes beside the boxes of the segment that were left out.
    var strayBytes: Int { boxes.strayBytes }

    /// Whether a fragment is complete, and the next one has not begun.
    var isBetweenFragments: Bool { shape == .boxes && boxes.isBetweenFragments }

    /// Returns the bytes to append to the run, in which they begin at `position`.
    /// - Throws: ``Failure``.
    mutating func consume(_ bytes: [UInt8], at position: Int = 0) throws(Failure) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        isEmpty = false
        if shape == nil {
            guard let found = SegmentShape(bytes), expected == nil || expected == found else {
                throw Failure(reason: "It does not begin like media data.")
            }
            shape = found
        }
        switch shape {
        case .boxes: return try boxes.consume(bytes, at: position)
        case .transportStream: try walkPackets(bytes)
        case .matroska, .other, nil: break
        }
        return bytes
    }

    /// Returns the last bytes to append to the run.
    /// - Throws: ``Failure`` if the segment ends in the middle of a box or packet.
    mutating func finish() throws(Failure) -> [UInt8] {
        if isEmpty { throw Failure(reason: "It is empty.") }
        switch shape {
        case .boxes: return try boxes.finish()
        case .transportStream where rest != 0 && lost == 0: throw Failure(reason: "It ends in the middle of a packet.")
        default: return []
        }
    }

    /// Converts four or eight bytes to a number; `nil` if it is too large.
    static func boxSize(_ bytes: ArraySlice<UInt8>) -> Int? {
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }

    private mutating func walkPackets(_ bytes: [UInt8]) throws(Failure) {
        var place = rest
        while place < bytes.count {
            packets += 1
            if bytes[place] != SegmentShape.sync { lost += 1 }
            place += Self.packet
        }
        rest = place - bytes.count
        let many = 20
        if packets >= many, lost > packets / 2 { throw Failure(reason: "Most of it is not a transport stream.") }
    }
}
