import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("The boxes of a segment in a run")
struct SegmentBoxesTests {
    private static func box(_ type: String, _ content: [UInt8], size: Int? = nil) -> [UInt8] {
        number(size ?? content.count + 8, 4) + Array(type.utf8) + content
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    private static let media = [UInt8](repeating: 0xA5, count: 100)
    private static let sequence = box("mfhd", [0, 0, 0, 0, 0, 0, 0, 1])
    private static let plain = box("moof", sequence + box("traf", [UInt8](repeating: 0, count: 40))) + box("mdat", media)

    /// Returns a fragment whose samples are at the offset `base` and `data`.
    private static func fragment(base: Int, data: Int) -> [UInt8] {
        let header = box("tfhd", [0, 0, 0, 1] + number(1, 4) + number(base, 8))
        let run = box("trun", [0, 0, 0, 1] + number(1, 4) + number(data, 4))
        return box("moof", sequence + box("traf", header + run)) + box("mdat", media)
    }

    private func passed(_ bytes: [UInt8], pieces: Int = 33, at offset: Int64 = 0, run position: Int = 0) throws -> (
        bytes: [UInt8], stray: Int
    ) {
        var boxes = SegmentBoxes(at: offset)
        var output: [UInt8] = []
        var place = 0
        while place < bytes.count {
            output += try boxes.consume(Array(bytes[place..<min(place + pieces, bytes.count)]), at: position + output.count)
            place += pieces
        }
        return (output + (try boxes.finish()), boxes.strayBytes)
    }

    @Test("Complete boxes are unchanged, in pieces of any size", arguments: [1, 7, 100, 10_000])
    func whole(pieces: Int) throws {
        let large = Self.number(1, 4) + Array("mdat".utf8) + Self.number(116, 8) + Self.media
        let bytes =
            Self.box("styp", [1, 2, 3]) + Self.plain + Self.box("abcd", [UInt8](repeating: 1, count: 3000)) + large + Self.box("free", [])
        #expect(try passed(bytes, pieces: pieces) == (bytes, 0))
    }

    @Test("The description of a fragment that is too large is passed on before its end")
    func largeFragment() throws {
        var boxes = SegmentBoxes(at: 0)
        var (count, passed) = (0, 0)
        let start = Self.box("moof", [UInt8](repeating: 0, count: 1 << 20), size: 1 << 30)
        for bytes in [start] + Array(repeating: [UInt8](repeating: 0, count: 1 << 20), count: 15) {
            count += bytes.count
            passed += try boxes.consume(bytes, at: passed).count
            #expect(count - passed <= 4 << 20)
        }
        #expect(passed > 10 << 20)
    }

    @Test("Boxes without end between a fragment and its media are passed on")
    func boxesBehindFragment() throws {
        var boxes = SegmentBoxes(at: 0)
        let piece = Array(repeating: Self.box("free", [UInt8](repeating: 0, count: 1000)), count: 1000).flatMap(\.self)
        var (count, passed) = (0, try boxes.consume(Self.box("moof", Self.sequence), at: 0).count)
        for _ in 0..<8 {
            count += piece.count
            passed += try boxes.consume(piece, at: passed).count
            #expect(count - passed <= 4 << 20)
        }
    }

    @Test("A box without a size that is too large is refused")
    func largeOpenBox() throws {
        var boxes = SegmentBoxes(at: 0)
        _ = try boxes.consume(Self.box("mdat", [], size: 0), at: 0)
        let piece = [UInt8](repeating: 0, count: 1 << 20)
        #expect(throws: SegmentCheck.Failure.self) { for _ in 0..<70 { _ = try boxes.consume(piece, at: 0) } }
    }

    @Test("A last box without a size gets that of the rest of the segment")
    func open() throws {
        let open = Self.plain.dropLast(108) + Self.box("mdat", Self.media, size: 0)
        #expect(try passed(Array(open)) == (Self.plain, 0))
    }

    @Test(
        "An offset of media data from the start of the resource becomes one in the run, also if it counts from another resource",
        arguments: [(0, 0), (5000, 5000), (0, 70_000), (5000, 0), (0, 100)])
    func base(offset: Int, cutFrom: Int) throws {
        let size = Self.fragment(base: 0, data: 0).count - Self.media.count
        // Offsets that count from the fragment, and from its media data.
        for (base, data) in [(cutFrom, size), (cutFrom + size, 0)] {
            let moved = try passed(Self.fragment(base: base, data: data), at: Int64(offset), run: 900)
            #expect(moved.bytes == Self.fragment(base: 900 + base - cutFrom, data: data))
        }
        // A box between the description and its media data.
        let free = Self.box("free", [1, 2])
        func divided(_ fragment: [UInt8]) -> [UInt8] { fragment.dropLast(108) + free + fragment.suffix(108) }
        let moved = try passed(divided(Self.fragment(base: cutFrom, data: size + free.count)), at: Int64(offset), run: 900)
        #expect(moved.bytes == divided(Self.fragment(base: 900, data: size + free.count)))
    }

    @Test("Stray bytes are left out, at the end and before the next fragment")
    func stray() throws {
        for junk in [[0, 0, 0], [UInt8](repeating: 0, count: 9), Array("GARBAGE at the end".utf8), Self.number(5, 4) + Array("mdat".utf8)] {
            #expect(try passed(Self.plain + junk) == (Self.plain, junk.count))
        }
        let between = Self.plain + [UInt8](repeating: 0, count: 20) + Self.plain
        #expect(try passed(between) == (Self.plain + Self.plain, 20))
        #expect(throws: SegmentCheck.Failure.self) { try passed(Self.plain + [UInt8](repeating: 0, count: 2000)) }
        #expect(throws: SegmentCheck.Failure.self) { try passed(Array(Self.plain.dropLast(108)) + [0, 0, 0]) }
        #expect(throws: SegmentCheck.Failure.self) { try passed(Self.plain + Self.plain.dropLast(1)) }
    }

    @Test("Random fragments never trap")
    func random() {
        var numbers = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            var bytes = Self.fragment(base: .random(in: 0 ... .max, using: &numbers), data: 90) + Self.plain
            for _ in 0..<6 { bytes[.random(in: 0..<bytes.count, using: &numbers)] = .random(in: 0...255, using: &numbers) }
            _ = try? passed(bytes, pieces: .random(in: 1...300, using: &numbers), at: .random(in: 0 ... .max, using: &numbers))
        }
    }
}
