import Foundation
import PlayheadSamples
import Testing

@testable import PlayheadFFmpeg

/// ADTS whose sample rate changes, as where recordings of a station were joined.
@Suite("Times of ADTS", .enabled(if: Samples.areThere))
struct ADTSTimesTests {
    private static let blockSize = 1024.0

    private struct Block {
        var position: Int64
        var time: Double
        var end: Double
    }

    private func bytes(_ rate: Int) async throws -> [UInt8] {
        let arguments = ["-f", "lavfi", "-i", "sine=r=\(rate):d=2", "-c:a", "aac", "-b:a", "64k", "-f", "adts"]
        return try [UInt8](Data(contentsOf: try await Samples.custom("rate-\(rate).aac", arguments)))
    }

    /// Returns the packets from the position of `demuxer` to the end.
    private func frames(_ demuxer: Demuxer) throws -> [Block] {
        let stream = try #require(demuxer.bestStream(.audio))
        var frames: [Block] = []
        while let packet = try demuxer.read() {
            let pts = try #require(packet.pts)
            let position = try #require(packet.position)
            #expect(packet.dts == pts)
            let time = Double(pts) * stream.timeBase
            frames.append(Block(position: position, time: time, end: time + Double(packet.duration) * stream.timeBase))
        }
        return frames
    }

    /// The rates of the parts of a file.
    private static let changes = [[44_100, 48_000], [44_100, 22_050], [22_050, 48_000, 44_100], [44_100]]

    @Test("Each frame has the duration of its own rate, and begins where the one before it ends", arguments: changes)
    func durations(rates: [Int]) async throws {
        var (joined, expected): ([UInt8], [Double]) = ([], [])
        for rate in rates {
            let part = try await bytes(rate)
            joined += part
            let count = try frames(Demuxer(source: MemorySource(part))).count
            #expect(count > 20)
            expected += Array(repeating: Self.blockSize / Double(rate), count: count)
        }
        let found = try frames(Demuxer(source: MemorySource(joined)))
        #expect(found.count == expected.count)
        var time = 0.0
        for (frame, duration) in zip(found, expected) {
            #expect(abs(frame.time - time) < 1e-5 && abs(frame.end - frame.time - duration) < 1e-6)
            time += duration
        }
    }

    @Test("A seek in what was read finds the frame of its time, and the frames from there on have the same times", arguments: changes)
    func seeks(rates: [Int]) async throws {
        var joined: [UInt8] = []
        for rate in rates { joined += try await bytes(rate) }
        let demuxer = try Demuxer(source: MemorySource(joined))
        let stream = try #require(demuxer.bestStream(.audio))
        let all = try frames(demuxer)
        let end = try #require(all.last?.end)
        for target in [end - 0.1, 0, end / 2, end / 4, end * 3 / 4] {
            try demuxer.seek(to: target, stream: stream)
            let found = try frames(demuxer)
            let first = try #require(found.first)
            // The last frame that begins at or before the target.
            #expect(first.time <= target + 1e-5 && first.end > target - 1e-5, "\(target): \(first)")
            #expect(found.map(\.position) == all.suffix(found.count).map(\.position))
            #expect(zip(found, all.suffix(found.count)).allSatisfy { abs($0.time - $1.time) < 1e-5 }, "\(target)")
        }
    }

    @Test("Behind a seek to what was not read frames follow each other")
    func unknown() async throws {
        var joined = try await bytes(44_100)
        joined += try await bytes(22_050)
        let demuxer = try Demuxer(source: MemorySource(joined))
        let stream = try #require(demuxer.bestStream(.audio))
        try demuxer.seek(to: 2.5, stream: stream)
        let found = try frames(demuxer)
        #expect(found.count > 5 && found.first.map { $0.time <= 2.5 } == true)
        #expect(zip(found, found.dropFirst()).allSatisfy { abs($0.end - $1.time) < 1e-5 })
        #expect(found.allSatisfy { abs($0.end - $0.time - Self.blockSize / 22_050) < 1e-6 })
    }
}
