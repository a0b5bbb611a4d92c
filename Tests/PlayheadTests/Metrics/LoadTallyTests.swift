import Foundation
import PlayheadCore
import PlayheadTestKit
import PlayheadTransport
import Synchronization
import Testing

@testable import Playhead

@Suite("The sums of requests")
struct LoadTallyTests {
    /// A body of which each chunk, and the end, takes a second.
    private final class TimedBody: LoadBodySource {
        private let chunks: Mutex<[[UInt8]]>
        private let clock: ManualClock

        init(_ chunks: [[UInt8]], _ clock: ManualClock) {
            self.chunks = Mutex(chunks)
            self.clock = clock
        }

        func next() async throws -> [UInt8]? {
            clock.advance(by: 1)
            return chunks.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }

        func cancel() {}
    }

    /// Responds after a second with a body of five bytes; the path `/missing` is absent.
    private struct TimedLoader: Loader {
        let clock: ManualClock

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            clock.advance(by: 1)
            if request.url.path == "/missing" { throw LoadError(.status(404), kind: request.kind, url: request.url) }
            return LoadResponse(url: request.url, body: LoadBody(source: TimedBody([[1, 2, 3], [4, 5]], clock)))
        }
    }

    private func loader(_ tally: LoadTally) -> MeteredLoader {
        let clock = ManualClock()
        let meter = LoadMeter(tally: tally, measurements: MetricCenter(clock: clock), playback: "a", conditions: { NetworkConditions() })
        return MeteredLoader(base: TimedLoader(clock: clock), meter: meter)
    }

    private func request(_ text: String, _ kind: LoadKind, attempt: Int = 1) throws -> LoadRequest {
        var request = LoadRequest(url: try #require(URL(string: text)), kind: kind)
        request.attempt = attempt
        return request
    }

    @Test("A request in progress counts with the bytes that were read so far")
    func progress() async throws {
        let tally = LoadTally { _ in }
        let response = try await loader(tally).load(try request("https://example.com/film.mp4", .media))
        var body = response.body.makeAsyncIterator()
        let first = try await body.next()
        #expect(first == [1, 2, 3])
        let begun = tally.take()
        #expect(begun.mediaRequests == 1 && begun.bytes == 3 && begun.seconds == 2)
        #expect(tally.requests.count == 1 && tally.requests.bytes == 3)
        while try await body.next() != nil {}
        // The next period has the rest of the bytes, and not the request again.
        let rest = tally.take()
        #expect(rest.mediaRequests == 0 && rest.bytes == 2 && rest.seconds == 2 && rest.rates.standardDeviation == 0)
        let requests = tally.requests
        #expect(requests.count == 1 && requests.bytes == 5 && requests.failures == 0 && requests.recoveries == 0)
    }

    @Test("Failures and later successes count in the sums of all requests, and failures are passed on")
    func outcomes() async throws {
        let failures = Mutex(0)
        let tally = LoadTally { _ in failures.withLock { $0 += 1 } }
        let loader = loader(tally)
        let missing = try request("https://example.com/missing", .segment)
        await #expect(throws: LoadError.self) { try await loader.load(missing) }
        _ = try await loader.load(try request("https://example.com/there", .segment, attempt: 2)).body.collect(upTo: 10)
        let requests = tally.requests
        #expect(requests.count == 2 && requests.bytes == 5 && requests.failures == 1 && requests.recoveries == 1)
        #expect(failures.withLock { $0 } == 1)
    }

    @Test("The access log counts media over a network only; the sums of all requests count the others too")
    func kinds() async throws {
        let tally = LoadTally { _ in }
        let loader = loader(tally)
        for (text, kind) in [("https://example.com/a.m3u8", LoadKind.manifest), ("file:///a.m3u8", .manifest), ("file:///a.ts", .segment)] {
            _ = try await loader.load(try request(text, kind)).body.collect(upTo: 10)
        }
        let sums = tally.take()
        #expect(sums.manifestRequests == 1 && sums.mediaRequests == 0 && sums.bytes == 0 && sums.seconds == 0)
        #expect(tally.requests.count == 3 && tally.requests.bytes == 15)
    }
}
