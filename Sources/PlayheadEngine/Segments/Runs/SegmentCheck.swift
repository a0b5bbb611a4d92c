/// Checks the bytes of one segment before they reach the demuxer, which would search all following segments for the end of an incomplete
/// box, or skip damaged bytes silently.
struct SegmentCheck {
    /// The reason why a segment cannot be read.
    struct Failure: Error {
        var reason: String
    }

    /// The required format; `nil` to detect it from the first bytes.
    private let expected: SegmentShape?
    /// The format, once it is known.
    private(set) var shape: SegmentShape?
    /// The number of missing bytes of the current box or packet; `nil` if a box extends to the end of the segment.
    private var rest: Int? = 0
    private var header: [UInt8] = []
    private var packets = 0
    private var lost = 0
    private var isEmpty = true

    private static let packet = 188

    /// - Parameter expected: The required format; an initialization segment of boxes requires boxes.
    init(expecting expected: SegmentShape? = nil) { self.expected = expected }

    /// - Throws: ``Failure``.
    mutating func consume(_ bytes: [UInt8]) throws(Failure) {
        guard !bytes.isEmpty else { return }
        isEmpty = false
        if shape == nil {
            guard let found = SegmentShape(bytes), expected == nil || expected == found else {
                throw Failure(reason: "It does not begin like media data.")
            }
            shape = found
        }
        switch shape {
        case .boxes: try walkBoxes(bytes)
        case .transportStream: try walkPackets(bytes)
        case .other, nil: break
        }
    }

    /// - Throws: ``Failure`` if the segment ends in the middle of a box or packet.
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
            guard SegmentShape.isType(header[4..<8]) else { throw Failure(reason: "It has invalid data where a box should begin.") }
            guard let size = Self.boxSize(header[..<4]), size != 1 || needed == 16 else { continue }
            switch size {
            case 0: rest = nil
            case 1:
                guard let large = Self.boxSize(header[8..<16]), large >= 16 else {
                    throw Failure(reason: "It has a box of an invalid size.")
                }
                rest = large - 16
            default:
                guard size >= 8 else { throw Failure(reason: "It has a box of an invalid size.") }
                rest = size - 8
            }
            header = []
        }
    }

    /// Converts four or eight bytes to a number; `nil` if it is too large.
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
        if packets >= many, lost > packets / 2 { throw Failure(reason: "Most of it is not a transport stream.") }
    }
}
