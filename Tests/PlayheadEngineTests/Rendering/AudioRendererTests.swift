import PlayheadCore
import PlayheadFFmpeg
import PlayheadSamples
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

@Suite("The rendering of sound", .enabled(if: Samples.areThere), .timeLimit(.minutes(1)))
struct AudioRendererTests {
    /// Returns the sound of a sample as packets of a run.
    private func run() async throws -> (packets: [MediaPacket], stream: StreamInfo) {
        let demuxer = try Demuxer(source: FileByteSource(path: try await Samples.url(Samples.small).path))
        let stream = try #require(demuxer.bestStream(.audio))
        demuxer.select([stream])
        let format = TrackFormat(stream: stream, offset: 0)
        var packets: [MediaPacket] = []
        while let packet = try demuxer.read() { packets.append(MediaPacket(packet, format: format, fallback: 0)) }
        return (packets, stream)
    }

    /// Plays packets of sound.
    /// - Returns: The number of samples that were played.
    private func play(_ packets: [MediaPacket], of stream: StreamInfo, hasOutput: Bool) throws -> Int {
        let store = PacketStore {}
        let generation = store.reset()
        store.define([.audio], isMuxed: false)
        for packet in packets { #expect(store.append(packet, to: .audio, generation: generation)) }
        store.finish([.audio], generation: generation)
        let clock = ManualClock()
        let speaker = hasOutput ? Speaker(clock: clock) : nil
        let renderer = AudioRenderer(
            decoder: TrackDecoder(kind: .audio, store: store, threads: 1),
            announced: AudioFormat(sampleRate: stream.sampleRate, channels: stream.channels), output: speaker)
        renderer.restart(at: 0, rate: 1)
        while true {
            switch try renderer.feed(playhead: .infinity) {
            case .full:
                speaker?.resume()
                clock.advance(by: 0.1)
            case .ended: return renderer.handedFrames
            case let supply: throw UnexpectedSupply(supply: supply)
            }
        }
    }

    private struct UnexpectedSupply: Error {
        var supply: SoundSupply
    }

    @Test(
        "Blocks that a run of another quality repeats are played once, also if it is only the last one",
        arguments: [1, 2, 20], [false, true])
    func repeatedBlocks(count: Int, hasOutput: Bool) async throws {
        let (first, second) = (try await run(), try await run())
        let boundary = 60
        let expected = try play(first.packets, of: first.stream, hasOutput: hasOutput)
        #expect(expected > 100 * 1024)
        let joined = Array(first.packets.prefix(boundary) + second.packets.dropFirst(boundary - count))
        let difference = try play(joined, of: first.stream, hasOutput: hasOutput) - expected
        #expect(difference == 0, "\(difference) samples more")
    }
}
