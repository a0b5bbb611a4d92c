import PlayheadFFmpeg
import Testing

@testable import PlayheadSamples

@Suite("Captions inside videos", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct ClosedCaptionDecoderTests {
    /// The pictures of an H.264 stream.
    private func pictures(_ bytes: [UInt8]) throws -> [Frame] {
        let demuxer = try Demuxer(source: MemorySource(bytes))
        let stream = try #require(demuxer.bestStream(.video))
        let decoder = try Decoder(stream: stream)
        var frames: [Frame] = []
        var isOver = false
        while !isOver {
            let packet = try demuxer.read()
            isOver = packet == nil
            _ = try decoder.send(packet)
            while case .frame(let frame) = try decoder.receive() { frames.append(frame) }
        }
        return frames
    }

    private func events(_ pairs: [(UInt8, UInt8)], with decoder: ClosedCaptionDecoder) async throws -> [ClosedCaptionDecoder.Event] {
        var events: [ClosedCaptionDecoder.Event] = []
        for (index, picture) in try pictures(try await CaptionedVideo.stream(pairs, cache: Samples.folder)).enumerated() {
            events += try decoder.decode(picture.closedCaptions ?? [], at: Double(index) / Double(CaptionedVideo.frameRate))
        }
        return events
    }

    private func text(_ event: ClosedCaptionDecoder.Event) -> String {
        // After the codes in braces.
        String(event.dialogue.split(separator: "}").last ?? "")
    }

    @Test("a caption is reported at the picture that shows it, and its end at the picture that clears it")
    func popOn() async throws {
        let hello = CaptionedVideo.popOn("Hello")
        let pause = Array(repeating: CaptionedVideo.filler, count: 20).flatMap { $0 }
        let bye = CaptionedVideo.popOn("Bye")
        let found = try await events(hello + pause + bye + pause + CaptionedVideo.erase + pause, with: ClosedCaptionDecoder())
        let shown = found.filter { !text($0).isEmpty && $0.dialogue.contains("Hello") || $0.dialogue.contains("Bye") }
        #expect(shown.map(text) == ["Hello", "Bye"])
        let second = hello.count + pause.count + bye.count
        // The first of the two codes applies.
        #expect(abs((shown.first?.start ?? 0) - Double(hello.count - 2) / 30) < 0.001)
        #expect(abs((shown.last?.start ?? 0) - Double(second - 2) / 30) < 0.001)
        #expect(shown.allSatisfy { $0.end == .infinity })
        let wipe = try #require(found.last)
        #expect(!wipe.dialogue.contains("Bye") && abs(wipe.start - Double(second + pause.count) / 30) < 0.001)
    }

    @Test("after a flush no earlier caption is shown")
    func flush() async throws {
        let decoder = try ClosedCaptionDecoder()
        _ = try await events(CaptionedVideo.popOn("Old"), with: decoder)
        decoder.flush()
        let found = try await events(CaptionedVideo.popOn("New"), with: decoder)
        #expect(found.contains { $0.dialogue.contains("New") } && !found.contains { $0.dialogue.contains("Old") })
    }

    @Test("pictures without captions give no events")
    func none() async throws {
        #expect(try await events([], with: ClosedCaptionDecoder()).isEmpty)
    }
}
