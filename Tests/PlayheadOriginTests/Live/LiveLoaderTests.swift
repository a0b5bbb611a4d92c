import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadOrigin
import PlayheadTestKit
import PlayheadTransport
import Testing

@Suite("A loader without sockets", .timeLimit(.minutes(5)))
struct LiveLoaderTests {
    private static let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts\n#EXT-X-ENDLIST\n"

    private func broadcast(_ options: LiveOptions = LiveOptions()) throws -> LiveBroadcast {
        let folder = MediaFolder(files: ["main.m3u8": Array(Self.playlist.utf8), "a.ts": pattern(10_000), "b.ts": pattern(20_000)])
        return LiveBroadcast(try LivePresentation(RecordedPresentation(entry: "main.m3u8", in: folder), options: options), folder: folder)
    }

    /// Performs work while the clock is advanced to each deadline that the work waits for.
    private func driven<Value: Sendable>(_ clock: ManualClock, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = Task { try await work() }
        let driver = Task {
            while !Task.isCancelled {
                try await clock.waitForSleepers(1)
                clock.advanceToNextDeadline()
            }
        }
        defer { driver.cancel() }
        return try await task.value
    }

    @Test("loads playlists and segments, and fails for missing resources")
    func answers() async throws {
        let loader = LiveLoader(try broadcast(), clock: ManualClock(now: 100))
        let (response, bytes) = try await loader.loadWhole(LoadRequest(url: loader.url, kind: .manifest), upTo: 10_000)
        #expect(response.contentType == MediaType.playlist)
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("b.5.ts\n"))
        #expect(try await loader.loadWhole(LoadRequest(url: loader.url("b.5.ts"), kind: .segment), upTo: 100_000).bytes == pattern(20_000))
        let part = LoadRequest(url: loader.url("b.5.ts"), kind: .segment, byteRange: ByteRange(offset: 5, length: 3))
        let ranged = try await loader.loadWhole(part, upTo: 100)
        #expect(ranged.bytes == Array(pattern(20_000)[5..<8]) && ranged.response.status == 206 && ranged.response.totalLength == 20_000)
        let error = await #expect(throws: LoadError.self) { try await loader.load(LoadRequest(url: loader.url("a.6.ts"), kind: .segment)) }
        #expect(error?.reason == .status(404))
        #expect(loader.requests.map(\.path) == ["main.m3u8", "b.5.ts", "b.5.ts", "a.6.ts"])
        #expect(loader.requests.map(\.bytesSent).dropFirst().prefix(2) == [20_000, 3])
    }

    @Test("simulates latency and bandwidth on the clock, in chunks of at least 50 ms or 12 kbit")
    func network() async throws {
        let clock = ManualClock()
        let loader = LiveLoader(try broadcast(), clock: clock, network: NetworkTrace(bytesPerSecond: 10_000, latency: 0.3))
        let chunks = try await driven(clock) {
            var chunks: [(time: Double, count: Int)] = []
            for try await chunk in try await loader.load(LoadRequest(url: loader.url("b.5.ts"), kind: .segment)).body {
                chunks.append((clock.now, chunk.count))
            }
            return chunks
        }
        #expect(abs(clock.now - 2.3) < 1e-6)
        #expect(chunks.count == 14 && chunks.allSatisfy { $0.count <= 1500 })
        #expect(abs((chunks.first?.time ?? 0) - 0.45) < 1e-6)
        #expect(chunks.reduce(0) { $0 + $1.count } == 20_000)
    }

    @Test("two transfers share the bandwidth")
    func sharing() async throws {
        let clock = ManualClock()
        let loader = LiveLoader(try broadcast(), clock: clock, network: NetworkTrace(bytesPerSecond: 10_000))
        try await driven(clock) {
            async let one = loader.loadWhole(LoadRequest(url: loader.url("b.5.ts"), kind: .segment), upTo: 100_000)
            async let two = loader.loadWhole(LoadRequest(url: loader.url("b.3.ts"), kind: .segment), upTo: 100_000)
            _ = try await (one, two)
        }
        #expect(abs(clock.now - 4) < 1e-6)
    }

    @Test("reports faults of responses as the errors of a real connection")
    func faults() async throws {
        let kinds: [(Fault.Kind, LoadError.Reason)] = [
            (.status(503), .status(503)), (.latency(60), .headTimeout), (.stall(afterBytes: 1000), .progressTimeout),
            (.cut(afterBytes: 500), .connectionLost), (.cut(afterBytes: nil), .connectionLost),
            (.redirect(to: nil), .redirectLoop(status: 302)),
            (.contentLength(offset: 7), .incomplete(received: 20_000, expected: 20_007)),
        ]
        for (kind, reason) in kinds {
            let clock = ManualClock()
            let loader = LiveLoader(try broadcast(), clock: clock, faults: [Fault(kind: kind)])
            let error = await #expect(throws: LoadError.self) {
                try await driven(clock) {
                    try await loader.loadWhole(LoadRequest(url: loader.url("b.5.ts"), kind: .segment), upTo: 100_000)
                }
            }
            #expect(error?.reason == reason, "\(kind)")
        }
    }

    @Test("a range that the server ignores is extracted nevertheless")
    func ignoredRange() async throws {
        let loader = LiveLoader(try broadcast(), clock: ManualClock(), faults: [Fault(kind: .ignoreRanges)])
        let request = LoadRequest(url: loader.url("b.5.ts"), kind: .segment, byteRange: ByteRange(offset: 100, length: 50))
        let (response, bytes) = try await loader.loadWhole(request, upTo: 100)
        #expect(response.status == 200 && bytes == Array(pattern(20_000)[100..<150]))
    }

    @Test("blocking reloads are answered when the content is available")
    func blocking() async throws {
        let clock = ManualClock(now: 50)
        let loader = LiveLoader(try broadcast(LiveOptions(canBlockReload: true)), clock: clock)
        let text = try await driven(clock) {
            String(
                decoding: try await loader.loadWhole(LoadRequest(url: loader.url("main.m3u8?_HLS_msn=6"), kind: .manifest), upTo: 10_000)
                    .bytes, as: UTF8.self)
        }
        #expect(clock.now == 54)
        #expect(text.hasSuffix("a.6.ts\n"))
    }

    @Test("a cancelled transfer ends immediately, even while it waits")
    func cancelling() async throws {
        let clock = ManualClock()
        let loader = LiveLoader(try broadcast(), clock: clock, network: NetworkTrace(bytesPerSecond: 10_000))
        let body = try await loader.load(LoadRequest(url: loader.url("b.5.ts"), kind: .segment)).body
        let reader = Task {
            for try await _ in body {}
        }
        try await clock.waitForSleepers(1)
        body.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(clock.sleeperCount == 0 && loader.requests.allSatisfy(\.isFinished))
    }

    @Test("a day of reloads takes no time")
    func day() async throws {
        let clock = ManualClock()
        let loader = LiveLoader(try broadcast(), clock: clock, keepsRequests: false)
        var last = ""
        for _ in 0..<21_600 {
            clock.advance(by: 4)
            last = String(
                decoding: try await loader.loadWhole(LoadRequest(url: loader.url, kind: .manifest), upTo: 10_000).bytes, as: UTF8.self)
        }
        #expect(last.hasSuffix("b.21605.ts\n"))
        #expect(loader.requestCount == 21_600)
    }

    @Test("delivers an open segment as it is produced, without a length, also for an open range")
    func openSegment() async throws {
        let live = try Recordings.lowLatency(LiveOptions(initialDuration: 0, startDate: 0, hasManifest: true))
        let bytes = pattern(400)
        let folder = MediaFolder(files: ["video/s0.m4s": bytes, "video/s1.m4s": bytes])
        let clock = ManualClock(now: 50)
        let loader = LiveLoader(LiveBroadcast(live, folder: folder), clock: clock)
        clock.advance(to: 50 + 8.6)
        let (pieces, length) = try await driven(clock) {
            let range = ByteRange(offset: 0, length: nil)
            let response = try await loader.load(LoadRequest(url: loader.url("video/s0.4.m4s"), kind: .segment, byteRange: range))
            var pieces: [(time: Double, bytes: [UInt8])] = []
            for try await piece in response.body where !piece.isEmpty { pieces.append((clock.now - 50, piece)) }
            return (pieces, response.contentLength)
        }
        #expect(length == nil && pieces.flatMap(\.bytes) == bytes && pieces.map(\.bytes.count) == [100, 100, 100, 100])
        #expect(zip(pieces.map(\.time), [8.6, 9, 9.5, 10]).allSatisfy { abs($0 - $1) < 0.001 }, "\(pieces.map(\.time))")
    }
}
