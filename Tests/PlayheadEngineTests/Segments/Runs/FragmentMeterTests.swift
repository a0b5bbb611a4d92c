import Foundation
import PlayheadSamples
import Testing

@testable import PlayheadEngine

@Suite("The part of a segment that has arrived, by its fragments", .enabled(if: Samples.areThere))
struct FragmentMeterTests {
    /// Returns the initialization segment and a segment of 2 s in six fragments.
    private func files(_ track: String) async throws -> (initialization: [UInt8], segment: [UInt8]) {
        let folder = try await Samples.url(.hlsLowLatency).deletingLastPathComponent()
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(track) }.sorted()
        let initialization = try #require(names.first { $0.contains("init") })
        let segment = try #require(names.first { $0.hasSuffix("001.m4s") })
        let read = { (name: String) in [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))) }
        return (try read(initialization), try read(segment))
    }

    /// Returns the durations that were measured, without repetitions.
    private func durations(_ meter: inout FragmentMeter, _ bytes: [UInt8], in size: Int) -> [Double] {
        var found: [Double] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            meter.receive(Array(bytes[start..<min(bytes.count, start + size)]))
            if meter.duration != found.last ?? 0 { found.append(meter.duration) }
        }
        return found
    }

    @Test(
        "Each complete fragment adds its duration, in pieces of any size, of pictures and of sound", arguments: ["video", "audio"],
        [1, 700, 4096])
    func fragments(track: String, size: Int) async throws {
        let (initialization, segment) = try await files(track)
        var meter = FragmentMeter()
        meter.receive(initialization)
        for _ in 0..<2 {
            meter.begin()
            let found = durations(&meter, segment, in: size)
            #expect(size > 1 || found.count == 6, "\(found)")
            #expect(found.count > 1 && zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
            // A segment of sound is as long as its blocks.
            #expect(abs((found.last ?? 0) - 2) < 0.05, "\(found)")
        }
    }

    @Test("A segment without its initialization segment, or of other bytes, has no duration")
    func unknown() async throws {
        let (_, segment) = try await files("video")
        var meter = FragmentMeter()
        #expect(durations(&meter, segment, in: 1000).isEmpty)
        meter.begin()
        #expect(durations(&meter, [UInt8](repeating: 0x47, count: 5000), in: 188).isEmpty)
        meter.begin()
        #expect(durations(&meter, [0, 0, 0, 8] + Array("moof".utf8) + [0, 0, 0, 0] + Array("mdat".utf8), in: 3).isEmpty)
    }
}
