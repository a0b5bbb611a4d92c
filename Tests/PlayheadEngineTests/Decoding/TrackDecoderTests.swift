import Foundation
import OriginTestSupport
import PlayheadFFmpeg
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("The decoder of a track", .enabled(if: Samples.areThere))
struct TrackDecoderTests {
    /// Returns a store with all pictures of a sample whose groups of pictures have B-frames that no other refers to.
    private func store() async throws -> PacketStore { try store(of: try await Samples.url(Samples.small).path) }

    /// Returns a store with all pictures of a file, and a packet without a decoder before the first key picture from `time` (seconds) on.
    private func store(of path: String, undecodableAt time: Double = .infinity) throws -> PacketStore {
        let demuxer = try Demuxer(source: FileByteSource(path: path))
        let stream = try #require(demuxer.bestStream(.video))
        demuxer.select([stream])
        let format = TrackFormat(stream: stream, offset: 0)
        let store = PacketStore {}
        let generation = store.reset()
        store.define([.video], isMuxed: true)
        var time = time
        while let packet = try demuxer.read() {
            let placed = MediaPacket(packet, format: format, fallback: 0, isDelayed: packet.isKey && packet.pts == nil)
            if placed.isKey, placed.time >= time {
                time = .infinity
                let unknown = TrackFormat(stream: try StreamInfo(unread: .video, index: 0), offset: 0)
                let ticks = Int64(saturating: placed.time / unknown.stream.timeBase)
                let other = MediaPacket(try Packet(size: 100, time: ticks, duration: 0, isKey: true), format: unknown, fallback: 0)
                #expect(store.append(other, to: .video, generation: generation, blocking: false))
            }
            #expect(store.append(placed, to: .video, generation: generation, blocking: false))
        }
        store.finish([.video], generation: generation)
        return store
    }

    /// Returns the times of all pictures that are decoded, in seconds.
    private func times(_ store: PacketStore, hurryingTo end: Double? = nil, threads: Int? = 1) throws -> [Double] {
        let decoder = TrackDecoder(kind: .video, store: store, threads: threads)
        if let end { decoder.hurry(to: end) }
        var times: [Double] = []
        while true {
            switch decoder.step() {
            case .frame(let frame): times.append(frame.time)
            case .ended: return times
            case .failed(let error): throw error
            case .starved, .sparse: throw CancellationError()
            }
        }
    }

    @Test(
        "Until a time only pictures that others refer to are decoded, and all from then on, also where the number of threads changes",
        arguments: [0.5, 2.9, 5.9], [1, nil])
    func hurrying(end: Double, threads: Int?) async throws {
        let all = try times(try await store())
        #expect(all.count == 180)
        let last = try #require(try await store().latest(.video, upTo: end))
        let found = try times(try await store(), hurryingTo: last, threads: threads)
        #expect(found.filter { $0 >= last - 0.001 } == all.filter { $0 >= last - 0.001 })
        let (decoded, before) = (found.count { $0 < last - 0.001 }, all.count { $0 < last - 0.001 })
        #expect(decoded < before * 3 / 4, "\(decoded) of \(before)")
    }

    @Test("A search among pictures without presentation times loses no picture behind its target")
    func searchWithoutTimes() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("film.avi")
            try await CachedTool("ffmpeg").run(
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=4", "-c:v", "mpeg4", "-bf", "2", "-g", "12",
                    file.path,
                ], in: folder)
            let target = 1.9
            let all = try times(try store(of: file.path), threads: nil).filter { $0 > target }
            let found = try times(try store(of: file.path), hurryingTo: target, threads: nil).filter { $0 > target }
            #expect(all.count > 50 && found.count == all.count)
        }
    }

    @Test("Packets are decoded again after those of a format without a decoder")
    func undecodableFormat() async throws {
        let last = try #require(try times(try await store()).last)
        let path = try await Samples.url(Samples.small).path
        let decoder = TrackDecoder(kind: .video, store: try store(of: path, undecodableAt: 1), threads: 1)
        var (found, failures): (Double?, Int) = (nil, 0)
        decoding: while true {
            switch decoder.step() {
            case .frame(let frame): found = frame.time
            case .failed: failures += 1
            case .ended, .starved, .sparse: break decoding
            }
        }
        #expect(found == last && failures == 1)
    }

    @Test("A search has more threads where there are several processors, up to the next key frame behind its target")
    func threads() async throws {
        let decoder = TrackDecoder(kind: .video, store: try await store(), threads: nil)
        decoder.hurry(to: 1.9)
        var found: [(time: Double, threads: Int)] = []
        while case .frame(let frame) = decoder.step() { found.append((frame.time, decoder.openThreads)) }
        let several = min(4, ProcessInfo.processInfo.activeProcessorCount)
        #expect(found.filter { $0.time < 1.9 }.allSatisfy { $0.threads == several })
        #expect(found.last?.threads == 1)
    }
}
