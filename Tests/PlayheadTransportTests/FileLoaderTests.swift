import Foundation
import PlayheadCore
import PlayheadTransport
import TestSupport
import Testing

@Suite("Loading files", .timeLimit(.minutes(5)))
struct FileLoaderTests {
    private static let content = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    private static func withFile(_ body: (URL) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a b%20ü.bin")
            try Data(content).write(to: file)
            try await body(file)
        }
    }

    @Test("A file is loaded completely, whatever its name")
    func whole() async throws {
        try await Self.withFile { file in
            let loader = URLLoader()
            let (response, bytes) = try await loader.loadWhole(LoadRequest(url: file, kind: .media), upTo: 1_000_000)
            #expect(bytes == Self.content)
            #expect(response.status == 200)
            #expect(response.contentLength == 700_000)
            #expect(response.totalLength == 700_000)
            #expect(response.acceptsRanges)
            #expect(response.contentType == nil)
            #expect(loader.metrics.counters == TransferCounters(requests: 1, bytes: 700_000))
            await loader.shutdown()
        }
    }

    @Test(
        "A range gives just its bytes",
        arguments: [
            (ByteRange(offset: 300_000, length: 300_000), 300_000..<600_000), (ByteRange(offset: 699_999), 699_999..<700_000),
            (ByteRange(offset: 600_000, length: .max - 600_000), 600_000..<700_000),
        ])
    func ranges(range: ByteRange, expected: Range<Int>) async throws {
        try await Self.withFile { file in
            let (response, bytes) = try await FileLoader().loadWhole(
                LoadRequest(url: file, kind: .media, byteRange: range), upTo: 1_000_000)
            #expect(bytes == Array(Self.content[expected]))
            #expect(response.status == 206)
            #expect(response.contentLength == Int64(expected.count))
            #expect(response.totalLength == 700_000)
        }
    }

    @Test("A range after the end fails as with a server")
    func pastTheEnd() async throws {
        try await Self.withFile { file in
            let request = LoadRequest(url: file, kind: .media, byteRange: ByteRange(offset: 700_000))
            #expect(await loadError { try await FileLoader().load(request) }?.reason == .status(416))
        }
    }

    @Test("A missing file, a folder and a pipe are errors")
    func unreadable() async throws {
        try await withTemporaryFolder { folder in
            let pipe = folder.appending(path: "pipe")
            try #require(mkfifo(pipe.path(percentEncoded: false), 0o600) == 0)
            for url in [folder.appending(path: "missing"), folder, pipe] {
                let failure = try #require(await loadError { try await FileLoader().load(LoadRequest(url: url, kind: .manifest)) })
                #expect(failure.reason == .fileUnreadable)
                #expect(PlaybackError(failure).kind == .fileUnreadable)
                #expect(PlaybackError(failure).underlying != nil)
            }
        }
    }

    @Test("A file URL of another machine is an error that names it; localhost is this machine")
    func foreign() async throws {
        try await Self.withFile { file in
            func request(_ host: String) throws -> LoadRequest {
                LoadRequest(url: try #require(URL(string: "file://\(host)\(file.path(percentEncoded: true))")), kind: .media)
            }
            let failure = try #require(await loadError { try await FileLoader().load(request("nas.example")) })
            #expect(failure.reason == .invalidURL && failure.detail?.contains("nas.example") == true)
            for host in ["", "LocalHost"] { #expect(try await FileLoader().load(request(host)).totalLength == 700_000) }
        }
    }

    @Test("An empty file is an empty body")
    func empty() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "empty")
            try Data().write(to: file)
            let (response, bytes) = try await FileLoader().loadWhole(LoadRequest(url: file, kind: .media), upTo: 10)
            #expect(bytes.isEmpty)
            #expect(response.contentLength == 0)
        }
    }

    @Test("A file that is truncated while it is read throws")
    func truncated() async throws {
        try await Self.withFile { file in
            let response = try await FileLoader().load(LoadRequest(url: file, kind: .media))
            var iterator = response.body.makeAsyncIterator()
            let first = try #require(try await iterator.next())
            try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(first.count))
            let failure = await loadError { try await iterator.next() }
            #expect(failure?.reason == .incomplete(received: Int64(first.count), expected: 700_000))
        }
    }

    @Test("Abandoning a body closes its file", .enabled(if: ProcessTable.isThere))
    func givenUp() async throws {
        try await Self.withFile { file in
            let ended = Recorder<LoadOutcome>()
            let loader = FileLoader(metrics: TransferMetrics { if let outcome = $0.outcome { ended.append(outcome) } })
            for _ in 0..<200 {
                let response = try await loader.load(LoadRequest(url: file, kind: .media))
                for try await _ in response.body { break }
            }
            // The thread of the last read may hold the file for a moment longer than its reader.
            try await eventually("it is closed") { ProcessTable.descriptors(of: file.path) == 0 }
            #expect(ended.all == Array(repeating: .cancelled, count: 200))
        }
    }

    @Test("Cancelling the reading task throws")
    func cancelled() async throws {
        try await Self.withFile { file in
            let body = try await FileLoader().load(LoadRequest(url: file, kind: .media)).body
            let isCancelled = Signal()
            let reading = Task {
                await isCancelled.wait()
                for try await _ in body {}
            }
            reading.cancel()
            isCancelled.set()
            await #expect(throws: CancellationError.self) { try await reading.value }
        }
    }
}
