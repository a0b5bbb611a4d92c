import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTestKit
import PlayheadTransport
import Synchronization
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

    @Test("end with the task that asks for them") func cancelled() async throws {
        let loader = StallingLoader(Array(try await fragments().prefix(40_000)))
        let probe = MediaProbe(configuration: EngineConfiguration(loader: loader))
        let url = try #require(URL(string: "http://stalling.test/file.mp4"))
        let task = Task { try await probe.run(url, withFrames: true) }
        await loader.stalled()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

/// Gives some bytes of a longer body, and then nothing until it is cancelled.
private final class StallingLoader: Loader, LoadBodySource {
    private let bytes: [UInt8]
    private let isGiven = Mutex(false)
    private let stall = AsyncStream.makeStream(of: Void.self)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns once nothing more comes.
    func stalled() async { for await _ in stall.stream { return } }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        LoadResponse(url: request.url, contentLength: Int64(bytes.count * 2), body: LoadBody(source: self))
    }

    func next() async throws -> [UInt8]? {
        if !isGiven.withLock({ $0.exchange(true) }) { return bytes }
        stall.continuation.yield()
        try await SystemClock().sleep(for: .infinity)
        return nil
    }

    func cancel() {}
}

extension Bool {
    /// Sets a value.
    /// - Returns: The one before it.
    fileprivate mutating func exchange(_ value: Bool) -> Bool {
        defer { self = value }
        return self
    }
}
