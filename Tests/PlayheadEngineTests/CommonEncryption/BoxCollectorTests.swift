import TestSupport
import Testing

@testable import PlayheadEngine

/// Tests the collection of boxes from bytes in any pieces and positions.
@Suite struct BoxCollectorTests {
    private static func box(_ type: String, _ count: Int, isLong: Bool = false) -> [UInt8] {
        let size = count + (isLong ? 16 : 8)
        let fields = (0..<8).map { UInt8(truncatingIfNeeded: size >> (56 - 8 * $0)) }
        return (isLong ? [0, 0, 0, 1] : Array(fields[4...])) + Array(type.utf8) + (isLong ? fields : [])
            + [UInt8](repeating: 7, count: count)
    }

    private static let file =
        box("ftyp", 12) + box("moov", 300) + box("moof", 50) + box("mdat", 400, isLong: true) + box("pssh", 40) + box("moof", 90)
        + box("mdat", 100)
    private static let expected = [(20, "moov"), (328, "moof"), (802, "pssh"), (850, "moof")].map { "\($0.0) \($0.1)" }

    private func collected(_ pieces: [Range<Int>], of bytes: [UInt8] = Self.file) -> [String] {
        var collector = BoxCollector()
        var found: [String] = []
        for piece in pieces {
            bytes[piece].withUnsafeBufferPointer { part in
                collector.take(part, at: Int64(piece.lowerBound)) { box, start in
                    #expect(box == Array(bytes[Int(start)..<Int(start) + box.count]))
                    found.append("\(start) \(String(decoding: box[4..<8], as: UTF8.self))")
                }
            }
        }
        return found
    }

    @Test("Boxes are found in pieces of any size", arguments: [1, 3, 8, 17, 100, 5000])
    func pieces(_ size: Int) {
        let bounds = stride(from: 0, to: Self.file.count, by: size)
        #expect(collected(bounds.map { $0..<min($0 + size, Self.file.count) }) == Self.expected)
    }

    @Test("After seeks into boxes, over boxes and to their starts the next boxes are found")
    func seeks() {
        // To the second fragment, back to the first one, and into the samples between them.
        #expect(collected([0..<100, 850..<900, 900..<1056, 328..<386, 600..<1056]) == ["850 moof", "328 moof", "850 moof"])
        #expect(collected([0..<500, 850..<1056, 700..<1056]) == ["20 moov", "328 moof", "850 moof", "802 pssh", "850 moof"])
        #expect(collected([0..<400, 500..<600, 860..<1056, 802..<1000]) == ["20 moov", "328 moof", "802 pssh", "850 moof"])
    }

    @Test("Damaged sizes, other containers and boxes that are too large hold nothing")
    func damaged() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            var bytes = Self.file
            for _ in 0..<3 { bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next()) }
            var place = 0
            var pieces: [Range<Int>] = []
            for _ in 0..<12 {
                if random.below(4) == 0 { place = random.below(bytes.count) }
                let end = min(bytes.count, place + 1 + random.below(300))
                pieces.append(place..<end)
                place = end == bytes.count ? 0 : end
            }
            _ = collected(pieces, of: bytes)
        }
        #expect(collected([0..<1056], of: [9, 9, 9, 9] + Self.file.dropFirst(4)) == [])
        let large = [UInt8](Self.file[..<20]) + [0x04, 0, 0, 0x01] + Array("moov".utf8) + [UInt8](repeating: 0, count: 2000)
        #expect(collected([0..<large.count], of: large) == [])
    }
}
