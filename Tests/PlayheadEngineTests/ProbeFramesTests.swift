import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport
import Testing

@Suite("Frames of a probe", .enabled(if: Samples.areThere), .timeLimit(.minutes(2)))
struct ProbeFramesTests {
    /// The fragmented sample as one file.
    private func fragments() async throws -> [UInt8] {
        let folder = try await Samples.url(.hlsFragmentedMP4).deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix("m3u8") }.sorted()
        let ordered = names.filter { $0.contains("init") } + names.filter { !$0.contains("init") }
        return try ordered.flatMap { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) }
    }

    @Test("Frames are read to the end if the timestamps of one track are far ahead of the other", arguments: [0, 1])
    func tracksApart(track: Int) async throws {
        var bytes = try await fragments()
        let name = Array("tfdt".utf8)
        let places = bytes.indices.dropLast(16).filter { Array(bytes[$0..<($0 + 4)]) == name }
        // Sets the lowest bit of the upper half of 64 bits in the box of each track, which adds days.
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

    @Test("Frames are read to the end if an audio rendition fails and another replaces it")
    func failedRendition() async throws {
        let sample = try await Samples.url(.hlsSmallLadder).deletingLastPathComponent()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.copyItem(at: sample, to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let audio = folder.appendingPathComponent("audio-en")
        for name in try FileManager.default.contentsOfDirectory(atPath: audio.path) where name.hasPrefix("segment") && !name.contains("000")
        {
            try FileManager.default.removeItem(at: audio.appendingPathComponent(name))
        }
        let loader = URLLoader()
        let probe = MediaProbe(configuration: EngineConfiguration(loader: loader))
        let whole = try #require(try await probe.run(sample.appendingPathComponent("main.m3u8"), withFrames: true).frames)
        let frames = try #require(try await probe.run(folder.appendingPathComponent("main.m3u8"), withFrames: true).frames)
        await loader.shutdown()
        let (video, audioTimes) = (frames.filter { $0.type != nil }, frames.filter { $0.type == nil }.map(\.time))
        #expect(video == whole.filter { $0.type != nil })
        let gaps = zip(audioTimes, audioTimes.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 > 0 && $0 < 0.06 }, "\(gaps.filter { $0 <= 0 || $0 >= 0.06 })")
        #expect(abs(audioTimes.count - whole.count { $0.type == nil }) <= 2)
    }

    @Test("A probe does not wait for frames once its task is cancelled", arguments: [false, true])
    func cancelled(withFrames: Bool) async throws {
        let sample = try await Samples.url(.hlsFragmentedMP4)
        let loader = SilentLoader(base: URLLoader())
        let task = Task { try await MediaProbe(configuration: EngineConfiguration(loader: loader)).run(sample, withFrames: withFrames) }
        await loader.silence.first { _ in true }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await loader.base.shutdown()
    }
}

/// A loader that never answers requests for segments.
private struct SilentLoader: Loader {
    let base: URLLoader
    /// Yields for each unanswered request.
    let silence: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init(base: URLLoader) {
        self.base = base
        (silence, continuation) = AsyncStream.makeStream(of: Void.self)
    }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        if request.url.path.hasSuffix("m3u8") { return try await base.load(request) }
        continuation.yield()
        for await _ in AsyncStream<Void>.makeStream().stream {}
        throw CancellationError()
    }
}
