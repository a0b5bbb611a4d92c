import Foundation
import Testing

@testable import PlayheadFFmpeg

@Suite("Tables of MP4 with too many entries")
struct BoxTableGuardTests {
    private static func join(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap(\.self) }

    private static func big(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] { join(big(UInt64(content.count + 8), 4), text(type), content) }

    private static func table(_ type: String, flags: UInt64 = 0, _ fields: [UInt64], payload: Int = 0) -> [UInt8] {
        let numbers: [UInt8] = fields.flatMap { big($0, 4) }
        return box(type, join(big(flags, 4), numbers, [UInt8](repeating: 0, count: payload)))
    }

    private static func sizes(_ length: UInt8, _ count: UInt64, type: String = "") -> [UInt8] {
        type.isEmpty
            ? box("saiz", join(big(0, 4), [length], big(count, 4)))
            : box("saiz", join(big(1, 4), text(type), big(0, 4), [length], big(count, 4)))
    }

    private static func fragment(_ table: [UInt8]) -> [UInt8] {
        let track = box("traf", join(box("tfhd", big(0, 8)), table))
        return join(box("ftyp", text("isom")), box("moof", join(box("mfhd", [0, 0, 0, 0]), track)), box("mdat", [1, 2, 3]))
    }

    private static func movie(_ table: [UInt8]) -> [UInt8] {
        join(box("ftyp", text("isom")), box("moov", box("trak", box("mdia", box("minf", box("stbl", table))))))
    }

    /// A box that is longer than its parent.
    private static let claim: [UInt8] = join(big(1 << 30, 4), text("free"))

    /// Whether the guard accepts `bytes`, which arrive in pieces.
    private func passes(_ bytes: [UInt8], piece: Int = .max, size: Int64? = nil) -> Bool {
        var tables = BoxTableGuard(size: size)
        var place = 0
        while place < bytes.count {
            let part = Array(bytes[place..<min(bytes.count, place + min(piece, bytes.count))])
            guard (try? consume(part, at: place, &tables)) != nil else { return false }
            place += part.count
        }
        return true
    }

    private func consume(_ bytes: [UInt8], at position: Int, _ tables: inout BoxTableGuard) throws {
        try bytes.withUnsafeBufferPointer { try tables.consume($0, at: Int64(position)) }
    }

    private static let many: UInt64 = 200_000_000

    private static let endlessFiles: [[UInt8]] = [
        fragment(table("senc", [many])), fragment(table("senc", flags: 2, [many], payload: 64)),
        fragment(table("senc", [many], payload: 64)),
        fragment(sizes(8, many)), fragment(sizes(0, many)), fragment(sizes(8, many, type: "cenc")), fragment(table("trun", [many])),
        fragment(table("trun", flags: 0x200, [many], payload: 40)), fragment(table("trun", flags: 1, [many, 0])),
        movie(table("stsz", [1, many])), movie(table("stsz", [0, many], payload: 16)), movie(table("senc", [many])),
        movie(table("stz2", [4, many], payload: 16)),
        join(box("ftyp", text("isom")), box("moof", join(box("traf", claim), box("traf", table("senc", [many]))))),
    ]

    private static let honestFiles: [[UInt8]] = [
        fragment(table("senc", [8], payload: 64)), fragment(table("senc", flags: 2, [4], payload: 64)), fragment(table("senc", [100])),
        fragment(sizes(8, 100)), fragment(table("trun", flags: 0x300, [10], payload: 80)),
        fragment(table("trun", flags: 0xF01, [10, 0], payload: 160)), fragment(table("trun", [500])), movie(table("stsz", [4, 1000])),
        movie(table("stz2", [4, 10], payload: 5)),
        movie(table("stsz", [0, 10], payload: 40)), [], [1, 2, 3], text("moof and senc"),
    ]

    @Test("are refused for any division into pieces", arguments: endlessFiles, [1, 7, 64, .max])
    func endless(bytes: [UInt8], piece: Int) {
        #expect(!passes(bytes, piece: piece, size: Int64(bytes.count)))
    }

    @Test("tables with all declared entries pass", arguments: honestFiles, [1, 7, 64, .max])
    func honest(bytes: [UInt8], piece: Int) {
        #expect(passes(bytes, piece: piece, size: 100_000))
    }

    @Test("long lists of edits are refused", arguments: [1, 7, 64, .max])
    func edits(piece: Int) {
        func edited(_ count: Int) -> [UInt8] {
            let list = Self.table("elst", [UInt64(count)], payload: 12 * count)
            return Self.join(Self.box("ftyp", Self.text("isom")), Self.box("moov", Self.box("trak", Self.box("edts", list))))
        }
        let maximum = Int(BoxTableGuard.maximumEdits)
        #expect(passes(edited(maximum), piece: piece, size: 1 << 20))
        #expect(!passes(edited(maximum + 1), piece: piece, size: 1 << 20))
    }

    @Test("edits that may multiply a long index are refused, in either order of the tables", arguments: [false, true])
    func multipliedIndex(isReversed: Bool) {
        func edited(_ edits: Int, samples: UInt64) -> [UInt8] {
            let list = Self.box("edts", Self.table("elst", [UInt64(edits)], payload: 12 * edits))
            let sizes = Self.box("mdia", Self.box("minf", Self.box("stbl", Self.table("stsz", [1, samples]))))
            let track = isReversed ? Self.join(sizes, list) : Self.join(list, sizes)
            return Self.join(Self.box("ftyp", Self.text("isom")), Self.box("moov", Self.box("trak", track)))
        }
        #expect(passes(edited(16, samples: 1 << 21), size: 1 << 22))
        #expect(passes(edited(32, samples: 1 << 19), size: 1 << 22))
        #expect(!passes(edited(32, samples: 1 << 19 + 1), size: 1 << 22))
    }

    /// A movie with a track for each header, and a fragment behind it.
    private static func fragmentedMovie(_ headers: [UInt8]...) -> [UInt8] {
        let tracks = headers.flatMap { box("trak", join($0, box("mdia", []))) }
        return join(box("ftyp", text("isom")), box("moov", tracks), box("moof", box("traf", table("trun", [1]))))
    }

    private static func trackHeader(version: UInt8 = 0, _ identifier: UInt64) -> [UInt8] {
        let times = [UInt8](repeating: 0, count: version == 1 ? 16 : 8)
        return box("tkhd", join([version, 0, 0, 3], times, big(identifier, 4), [UInt8](repeating: 0, count: 60)))
    }

    @Test("fragments of a movie with a track that has no identifier are refused", arguments: [1, 7, 64, .max])
    func identifiers(piece: Int) {
        let first = Self.trackHeader(1)
        #expect(passes(Self.fragmentedMovie(first, Self.trackHeader(version: 1, 2)), piece: piece))
        #expect(!passes(Self.fragmentedMovie(first, []), piece: piece))
        #expect(!passes(Self.fragmentedMovie([], first), piece: piece))
        #expect(!passes(Self.fragmentedMovie(first, Self.trackHeader(1 << 31)), piece: piece))
        #expect(!passes(Self.fragmentedMovie(Self.trackHeader(version: 1, 1 << 31)), piece: piece))
        #expect(!passes(Self.fragmentedMovie(Self.box("tkhd", [0, 0])), piece: piece))
        // Of a compressed movie, and hidden in a box that FFmpeg descends into.
        let fragment = Self.box("moof", Self.box("traf", Self.table("trun", [1])))
        #expect(!passes(Self.join(Self.box("ftyp", []), Self.box("moov", Self.box("cmov", [])), fragment), piece: piece))
        let hidden = Self.box("moov", Self.join(Self.box("trak", first), Self.box("udta", Self.box("trak", []))))
        #expect(!passes(Self.join(Self.box("ftyp", []), hidden, fragment), piece: piece))
    }

    @Test("many small tables add up")
    func sum() {
        let small = Self.fragment(Self.table("trun", [60_000]))
        #expect(passes(small))
        #expect(!passes(Self.join(small, small, small)))
    }

    @Test("data after a seek is checked too")
    func jumps() throws {
        var tables = BoxTableGuard(size: nil)
        try consume(Self.join(Self.box("ftyp", Self.text("isom")), Self.big(1_000_000, 4), Self.text("mdat")), at: 0, &tables)
        try consume([UInt8](repeating: 9, count: 100), at: 5000, &tables)
        let fragment = Self.box("moof", Self.box("traf", Self.table("senc", [Self.many])))
        #expect((try? consume(fragment, at: 7_000_000, &tables)) == nil)
    }

    @Test("random bytes and boxes of random lengths do not trap")
    func random() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var bytes = Self.endlessFiles.randomElement(using: &numbers) ?? []
            for _ in 0..<Int.random(in: 0..<12, using: &numbers) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &numbers)] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &numbers) ?? 0
            }
            _ = passes(bytes, piece: Int.random(in: 1...80, using: &numbers))
        }
    }
}
