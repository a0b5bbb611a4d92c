import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTestKit
import PlayheadTransport
import Testing

@Suite("Frames of the probe", .enabled(if: Samples.areThere), .timeLimit(.minutes(2)))
struct ProbeFramesTests {
    /// The fragmented sample as one file.
    private func fragments() async throws -> [UInt8] {
        let folder = try await Samples.url(.hlsFragmentedMP4).deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix("m3u8") }.sorted()
        let ordered = names.filter { $0.contains("init") } + names.filter { !$0.contains("init") }
        return try ordered.flatMap { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) }
    }

    @Test("are read to the end where one track's timestamps are far ahead of the other's", arguments: [0, 1])
    func tracksApart(track: Int) async throws {
        var bytes = try await fragments()
        let name = Array("tfdt".utf8)
        let places = bytes.indices.dropLast(16).filter { Array(bytes[$0..<($0 + 4)]) == name }
        // The box of each track in turn: the upper half of 64 bits becomes one, which is days.
        for (index, place) in places.enumerated() where index % 2 == track { bytes[place + 11] = 1 }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mp4")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let probe = MediaProbe(configuration: EngineConfiguration(loader: URLLoader()))
        let frames = try #require(try await probe.run(file, withFrames: true).frames)
        #expect(places.count == 12)
        #expect(frames.count { $0.type != nil } == 180)
        #expect(frames.count { $0.type == nil } > 250)
    }
}
