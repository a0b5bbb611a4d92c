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
