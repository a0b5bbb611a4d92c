import TestSupport
import Testing

@testable import PlayheadFFmpeg

@Suite("Files with too many comments")
struct TagLimitTests {
    private static func little(_ value: Int, _ size: Int = 4) -> [UInt8] { (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) } }

    private static func big(_ value: Int, _ size: Int) -> [UInt8] { little(value, size).reversed() }

    /// A list of comments.
    private static func comments(_ count: Int) -> [UInt8] {
        var bytes = little(1) + [65] + little(count)
        for number in 0..<count {
            let text = Array("K\(number)=x".utf8)
            bytes += little(text.count)
            bytes += text
        }
        return bytes
    }

    private static func flac(_ count: Int) -> [UInt8] {
        // 44,100 Hz, two channels, 16 bits.
        let format: [UInt8] = [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0]
        let streamInfo: [UInt8] = format + [UInt8](repeating: 0, count: 20)
        let list = comments(count)
        var bytes = Array("fLaC".utf8)
        bytes += [0] + big(streamInfo.count, 3) + streamInfo
        bytes += [0x84] + big(list.count, 3) + list
        return bytes
    }

    /// The checksums of single bytes.
    private static let checksums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { sum, _ in sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }

    /// The checksum of pages (RFC 3533 §6).
    private static func checksum(_ page: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0
        for byte in page { sum = sum << 8 ^ checksums[Int(sum >> 24) ^ Int(byte)] }
        return sum
    }

    /// Returns a packet in pages of at most `segments` segments; all but the first one have the flags `next`.
    private static func pages(
        _ packet: [UInt8], flags: UInt8 = 0, number first: Int, segments: Int = 255, next: UInt8 = 1
    ) -> [UInt8] {
        var rest = [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
        var (place, number) = (0, first)
        var result: [UInt8] = []
        while !rest.isEmpty {
            let lacing = Array(rest.prefix(segments))
            rest.removeFirst(lacing.count)
            let size = lacing.reduce(0) { $0 + Int($1) }
            var page = Array("OggS".utf8)
            page += [0, number == first ? flags : next]
            page += [UInt8](repeating: rest.isEmpty ? 0 : 255, count: 8)
            page += little(7) + little(number) + little(0)
            page += [UInt8(lacing.count)]
            page += lacing
            page += packet[place..<place + size]
            page.replaceSubrange(22..<26, with: little(Int(checksum(page))))
            result += page
            place += size
            number += 1
        }
        return result
    }

    private static func opus(_ count: Int) -> [UInt8] {
        let head: [UInt8] = Array("OpusHead".utf8) + [1, 1, 0, 0] + little(48_000) + [0, 0, 0]
        var bytes = pages(head, flags: 2, number: 0)
        bytes += pages(Array("OpusTags".utf8) + comments(count), number: 1)
        bytes += pages([0xFC, 0xFF, 0xFE], number: 1000)
        return bytes
    }

    /// The first packet of Speex: wideband, mono.
    private static let speexHead: [UInt8] = {
        let numbers = [1, 80, 16_000, 1, 4, 1, 28_000, 320, 0, 1, 0, 0, 0]
        return Array("Speex   1.2".utf8) + [UInt8](repeating: 0, count: 17) + numbers.flatMap { little($0) }
    }()

    /// A file of Speex with a list of comments.
    private static func speex(_ list: [UInt8], segments: Int = 255, next: UInt8 = 1) -> [UInt8] {
        var bytes = pages(speexHead, flags: 2, number: 0)
        bytes += pages(list, number: 1, segments: segments, next: next)
        bytes += pages([UInt8](repeating: 0, count: 60), number: 100_000)
        return bytes
    }

    /// A list in whose pages of one segment only seven bytes follow where each comment but the first begins.
    private static func tightComments(_ count: Int) -> [UInt8] {
        let (segment, room, length) = (255, 7, 4)
        var bytes = little(1) + [65] + little(count)
        for number in 0..<count {
            let size = number == 0 ? segment - room - bytes.count - length : segment - length
            let text = Array("K\(number)=".utf8)
            bytes += little(size) + text + [UInt8](repeating: 0x78, count: size - text.count)
        }
        return bytes
    }

    /// Returns the bytes that FFmpeg reads of `bytes`, which arrive in pieces.
    private func limited(_ bytes: [UInt8], piece: Int = .max) -> [UInt8] {
        var limit = TagLimit()
        return inPieces(bytes, of: piece) { limit.apply(to: $0, at: $1) }
    }

    @Test("FLAC with 50,000 comments opens with the permitted ones")
    func manyInFLAC() throws {
        let demuxer = try Demuxer(source: MemorySource(Self.flac(50_000)))
        #expect(demuxer.tags.count == TagLimit.maximumComments && demuxer.tags.first?.name == "K0")
    }

    @Test("Opus in Ogg with 50,000 comments opens with the permitted ones, because the checksums stay correct")
    func manyInOgg() throws {
        let demuxer = try Demuxer(source: MemorySource(Self.opus(50_000)))
        #expect(demuxer.streamTags.count { $0.name.hasPrefix("K") } == TagLimit.maximumComments)
    }

    @Test("Speex with 50,000 comments opens with the permitted ones, whatever the flags of its pages say", arguments: [1, 0] as [UInt8])
    func manyInSpeex(next: UInt8) throws {
        let demuxer = try Demuxer(source: MemorySource(Self.speex(Self.comments(50_000), next: next)))
        #expect(demuxer.streamTags.count { $0.name.hasPrefix("K") } == TagLimit.maximumComments)
    }

    @Test("The comments of each codec in Ogg are limited, and usual ones do not change")
    func codecs() {
        func named(_ first: UInt8, _ name: String) -> [UInt8] { [first] + Array(name.utf8) }
        let vp8 = Array("OVP80".utf8)
        let codecs: [(head: [UInt8], beginning: [UInt8])] = [
            (named(1, "vorbis"), named(3, "vorbis")),
            // FFmpeg compares the first byte only.
            (named(1, "vorbis"), named(3, "sibrov")),
            (named(0x80, "theora"), named(0x81, "theora")),
            (named(0x80, "daala"), named(0x81, "daala")),
            (named(1, "video"), named(3, "vorbis")),
            (named(1, "audio"), named(3, "vorbis")),
            (vp8 + [1, 1], vp8 + [2, 0x20]),
            (Array("CELT    ".utf8), []),
            (Self.speexHead, []),
            (named(0x7F, "FLAC"), [0x84, 0, 0, 0]),
            (Array("OpusHead".utf8), Array("OpusTags".utf8)),
        ]
        for (head, beginning) in codecs {
            func file(_ count: Int) -> [UInt8] {
                Self.pages(head + [0], flags: 2, number: 0) + Self.pages(beginning + Self.comments(count), number: 1)
            }
            let (many, usual) = (file(TagLimit.maximumComments + 5), file(TagLimit.maximumComments))
            #expect(limited(many) != many, "\(String(decoding: head, as: UTF8.self))")
            #expect(limited(usual) == usual)
        }
    }

    @Test("Pages without room to end a list are dropped behind twice the permitted number", arguments: [1, 4096, .max])
    func tightPages(piece: Int) {
        let permitted = 2 * TagLimit.maximumComments
        let usual = Self.speex(Self.tightComments(permitted), segments: 1)
        #expect(limited(usual, piece: piece) == usual)
        let many = Self.speex(Self.tightComments(permitted + 1000), segments: 1)
        #expect(limited(many, piece: piece) == limited(many) && limited(many) != many)
        #expect(throws: FFmpegError.self) { try Demuxer(source: MemorySource(many)) }
    }

    @Test("The bytes are the same however they arrive, and usual ones do not change", arguments: [1, 7, 4096])
    func pieces(piece: Int) {
        for make in [Self.flac, Self.opus] {
            let bytes = make(TagLimit.maximumComments + 5)
            #expect(limited(bytes) != bytes && limited(bytes, piece: piece) == limited(bytes))
            let usual = make(TagLimit.maximumComments)
            #expect(limited(usual, piece: piece) == usual)
        }
    }

    @Test("Bytes that are read again are changed again, once", arguments: [0, 100])
    func again(start: Int) {
        for make in [Self.flac, Self.opus] {
            let bytes = make(TagLimit.maximumComments + 5)
            let expected = limited(bytes)
            var limit = TagLimit()
            var copy = bytes
            copy.withUnsafeMutableBufferPointer { limit.apply(to: $0, at: 0) }
            var second = Array(bytes[start...])
            second.withUnsafeMutableBufferPointer { limit.apply(to: $0, at: Int64(start)) }
            #expect(second == Array(expected[start...]))
        }
    }

    @Test("Damaged bytes do not trap")
    func damage() {
        var numbers = SeededGenerator(seed: 9)
        for make in [Self.flac, Self.opus] {
            let bytes = make(1100)
            for _ in 0..<50 {
                var damaged = bytes
                for _ in 0..<20 { damaged[numbers.below(damaged.count)] = UInt8(numbers.below(256)) }
                #expect(limited(damaged, piece: 1 + numbers.below(5000)).count == bytes.count)
            }
        }
    }
}
