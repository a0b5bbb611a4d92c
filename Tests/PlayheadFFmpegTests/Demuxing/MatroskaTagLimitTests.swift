import TestSupport
import Testing

@testable import PlayheadFFmpeg

@Suite("Matroska with too many tags and chapters")
struct MatroskaTagLimitTests {
    private static func element(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
        // The length has four bytes.
        var bytes = identifier
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: (content.count | 0x1000_0000) >> shift)) }
        return bytes + content
    }

    private static func tag(_ name: String, inside: [UInt8] = []) -> [UInt8] {
        element([0x67, 0xC8], element([0x45, 0xA3], Array(name.utf8)) + element([0x44, 0x87], [0x78]) + inside)
    }

    private static func chapter(_ number: Int) -> [UInt8] {
        // Identifiers that decrease are searched.
        let (identifier, time) = (10_000_000 - number, number + 1)
        func octets(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        return element([0xB6], element([0x73, 0xC4], octets(identifier)) + element([0x91], octets(time)))
    }

    /// A file with one track of sound, whose tags are in one group, and its chapters.
    private static func file(tags: [UInt8], chapters: [UInt8] = []) -> [UInt8] {
        let name = element([0x42, 0x82], Array("matroska".utf8))
        let head = element([0x1A, 0x45, 0xDF, 0xA3], name + element([0x42, 0x87], [4]) + element([0x42, 0x85], [2]))
        let rate = element([0xB5], [0x45, 0x3B, 0x80, 0x00])
        let sound = element([0xE1], rate + element([0x9F], [1]) + element([0x62, 0x64], [16]))
        var track = element([0xD7], [1]) + element([0x73, 0xC5], [1]) + element([0x83], [2])
        track += element([0x86], Array("A_PCM/INT/LIT".utf8)) + sound
        var body = element([0x15, 0x49, 0xA9, 0x66], element([0x2A, 0xD7, 0xB1], [0x0F, 0x42, 0x40]))
        body += element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], track))
        body += element([0x12, 0x54, 0xC3, 0x67], element([0x73, 0x73], tags))
        body += element([0x10, 0x43, 0xA7, 0x70], element([0x45, 0xB9], chapters))
        let block: [UInt8] = [0x81, 0, 0, 0x80] + [UInt8](repeating: 0, count: 960)
        body += element([0x1F, 0x43, 0xB6, 0x75], element([0xE7], [0]) + element([0xA3], block))
        return head + element([0x18, 0x53, 0x80, 0x67], body)
    }

    private static func tags(_ count: Int) -> [UInt8] { (0..<count).flatMap { tag("K\($0)") } }

    /// Returns the bytes that FFmpeg reads of `bytes`, which arrive in pieces.
    private func limited(_ bytes: [UInt8], piece: Int = .max) -> [UInt8] {
        var limit = MatroskaTagLimit()
        return inPieces(bytes, of: piece) { limit.apply(to: $0, at: $1) }
    }

    @Test("A file with 50,000 tags, beside each other or inside of each other, opens with the permitted ones")
    func manyTags() throws {
        for tags in [Self.tags(50_000), Self.tag("K0", inside: Self.tags(50_000))] {
            let demuxer = try Demuxer(source: MemorySource(Self.file(tags: tags)))
            let found = demuxer.tags.filter { $0.name.hasPrefix("K") }
            #expect(found.count == MatroskaTagLimit.maximumTags && found.first?.name == "K0")
            #expect(try demuxer.read() != nil)
        }
    }

    @Test("A file with 50,000 chapters opens with the first ones")
    func manyChapters() throws {
        let chapters = (0..<50_000).flatMap(Self.chapter)
        let limited = limited(Self.file(tags: [], chapters: chapters))
        let voids = zip(Self.file(tags: [], chapters: chapters), limited).count { $0 == 0xB6 && $1 == 0xEC }
        #expect(voids == 50_000 - MatroskaTagLimit.maximumChapters)
        let demuxer = try Demuxer(source: MemorySource(Self.file(tags: [], chapters: chapters)))
        #expect(demuxer.chapters.count == ContainerChapter.maximum)
    }

    @Test("The bytes are the same however they arrive, and usual ones do not change", arguments: [1, 7, 4096])
    func pieces(piece: Int) {
        let chapters = (0..<MatroskaTagLimit.maximumChapters).flatMap(Self.chapter)
        let bytes = Self.file(tags: Self.tags(MatroskaTagLimit.maximumTags + 5), chapters: chapters)
        #expect(limited(bytes) != bytes && limited(bytes, piece: piece) == limited(bytes))
        let usual = Self.file(tags: Self.tags(MatroskaTagLimit.maximumTags), chapters: chapters)
        #expect(limited(usual, piece: piece) == usual)
    }

    @Test("A list that is read again is changed again, as before")
    func again() throws {
        let bytes = Self.file(tags: Self.tags(MatroskaTagLimit.maximumTags + 5))
        let expected = limited(bytes)
        var limit = MatroskaTagLimit()
        var copy = bytes
        copy.withUnsafeMutableBufferPointer { limit.apply(to: $0, at: 0) }
        let start = 40
        var second = Array(bytes[start...])
        second.withUnsafeMutableBufferPointer { limit.apply(to: $0, at: Int64(start)) }
        #expect(second == Array(expected[start...]))
    }

    @Test("Other containers do not change")
    func otherContainers() {
        let bytes = Array("RIFF".utf8) + Self.file(tags: Self.tags(MatroskaTagLimit.maximumTags + 5))
        #expect(limited(bytes) == bytes)
    }

    @Test("Damaged bytes do not trap")
    func damage() {
        var numbers = SeededGenerator(seed: 11)
        let bytes = Self.file(tags: Self.tags(1100), chapters: (0..<1100).flatMap(Self.chapter))
        for _ in 0..<50 {
            var damaged = bytes
            for _ in 0..<20 { damaged[numbers.below(damaged.count)] = UInt8(numbers.below(256)) }
            #expect(limited(damaged, piece: 1 + numbers.below(5000)).count == bytes.count)
        }
    }
}
