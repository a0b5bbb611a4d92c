import PlayheadSamples
import Testing

@testable import PlayheadFFmpeg

/// The first picture during opening, and the detection of transport streams by their first packets.
@Suite(.enabled(if: Samples.areThere))
struct FirstPictureTests {
    private static let recipes = [
        SampleRecipe(.file(.mpegTS)), SampleRecipe(.file(.mp4)), SampleRecipe.mp4WithBFrames,
    ]
    private static let brief = Demuxer.Probing(pictures: 2)

    @Test("The first picture is the first of the decoder, and arrives before the container is open", arguments: recipes)
    func picture(_ recipe: SampleRecipe) async throws {
        let bytes = try await Samples.bytes(recipe)
        let whole = try Demuxer(source: MemorySource(bytes))
        let video = try #require(whole.bestStream(.video))
        let expected = try #require(try Playthrough(whole, hashes: true).frames(of: video).first)
        var pictures: [Frame] = []
        _ = try Demuxer(source: MemorySource(bytes), probing: Self.brief) { pictures += [$0()].compactMap(\.self) }
        #expect(pictures.count == 1)
        #expect(pictures.first?.fingerprint == expected.fingerprint)
    }

    @Test("The first picture of a transport stream needs no data of the sound")
    func withoutSound() async throws {
        let bytes = try await Samples.bytes(SampleRecipe(.file(.mpegTS)))
        let whole = try Demuxer(source: MemorySource(bytes))
        let sound = try #require(whole.bestStream(.audio))
        var position: Int64?
        while position == nil, let packet = try whole.read() { if packet.streamIndex == sound.index { position = packet.position } }
        var pictures = 0
        let truncated = Array(bytes[..<Int(try #require(position))])
        _ = try? Demuxer(source: MemorySource(truncated), probing: Self.brief) { _ in pictures += 1 }
        #expect(pictures == 1)
    }

    @Test("Timed metadata without a descriptor does not delay the detection of the streams")
    func metadata() async throws {
        let bytes = try await Samples.bytes(SampleRecipe(.file(.mpegTS)))
        let stream = withMetadata(bytes)
        let (plain, tagged) = (
            try Demuxer(source: MemorySource(bytes), probing: Self.brief), try Demuxer(source: MemorySource(stream), probing: Self.brief)
        )
        #expect(!tagged.takeTags().isEmpty && tagged.position < plain.position * 2 && tagged.position < stream.count)
    }

    @Test("Timed metadata that a later table declares does not delay the packets of other streams")
    func laterMetadata() async throws {
        let bytes = try await Samples.bytes(SampleRecipe(.file(.mpegTS), duration: 20))
        let stream = withMetadata(bytes, from: bytes.count / 4)
        let (plain, tagged) = (
            try Demuxer(source: MemorySource(bytes), probing: Self.brief), try Demuxer(source: MemorySource(stream), probing: Self.brief)
        )
        while plain.position < bytes.count / 2, try plain.read() != nil { #expect(try tagged.read() != nil) }
        #expect(!tagged.takeTags().isEmpty && tagged.position < stream.count * 3 / 4, "\(tagged.position) of \(stream.count)")
    }

    /// Returns a transport stream with timed metadata before each picture after `place`, from which on its tables declare it.
    private func withMetadata(_ bytes: [UInt8], from place: Int = 0) -> [UInt8] {
        let (tables, pictures, metadata) = (0x1000, 0x100, 0x1F5)
        let body = [UInt8](repeating: 1, count: 160)
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 32] + body
        let unit = [0, 0, 1, 0xBD, 0, 178, 0x84, 0x80, 5, 0x21, 0, 1, 0, 1] + tag
        var stream: [UInt8] = []
        for start in stride(from: 0, to: bytes.count - 187, by: 188) {
            var packet = Array(bytes[start..<start + 188])
            let (identifier, begins) = (Int(packet[1] & 31) << 8 | Int(packet[2]), packet[1] & 0x40 != 0)
            if start >= place, identifier == tables, begins {
                let length = Int(packet[6] & 15) << 8 | Int(packet[7])
                var section = packet[5..<8 + length - 4] + [0x15, 0xE1, 0xF5, 0xF0, 0]
                section[7] += 5
                // Another version of the table.
                section[10] ^= 2
                let sum = ProgramTables.checksum32(Array(section))
                packet = packet[..<5] + section + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }
                packet += [UInt8](repeating: 0xFF, count: 188 - packet.count)
            }
            if start >= place, identifier == pictures, begins {
                stream += [0x47, 0x40 | UInt8(metadata >> 8), UInt8(metadata & 255), 0x10] + unit
            }
            stream += packet
        }
        return stream
    }

    @Test("Detection by the first packets finds the streams and frames of the whole detection")
    func equality() async throws {
        let bytes = try await Samples.bytes(SampleRecipe(.file(.mpegTS)))
        let (whole, brief) = (try Demuxer(source: MemorySource(bytes)), try Demuxer(source: MemorySource(bytes), probing: Self.brief))
        #expect(abs(try #require(brief.startTime) - (whole.startTime ?? .nan)) < 1e-6)
        #expect(brief.streams.map(\.width) == whole.streams.map(\.width) && brief.streams.map(\.height) == whole.streams.map(\.height))
        #expect(brief.streams.map(\.frameRate) == whole.streams.map(\.frameRate))
        #expect(brief.streams.map(\.sampleRate) == whole.streams.map(\.sampleRate))
        #expect(brief.streams.map(\.channels) == whole.streams.map(\.channels))
        let (expected, found) = (try Playthrough(whole, hashes: true), try Playthrough(brief, hashes: true))
        #expect(found.decodingErrors == 0 && found.packets == expected.packets)
        for stream in brief.streams {
            let pairs = zip(found.frames(of: stream), expected.frames(of: stream))
            #expect(found.frames(of: stream).count == expected.frames(of: stream).count)
            // FFmpeg rounds the durations of sound to ticks of 90 kHz.
            #expect(pairs.allSatisfy { abs(($0.time ?? .nan) - ($1.time ?? .infinity)) < 0.000_1 && $0.fingerprint == $1.fingerprint })
        }
    }
}
