import Foundation
import PlayheadCore
import PlayheadDASH
import PlayheadTestKit
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("The clock of a live origin", .timeLimit(.minutes(5)))
struct WallClockTests {
    /// The answers of a server of the time.
    private enum Answer {
        /// The time of the clock with an error in seconds, with or without a fraction.
        case time(error: Double, hasFraction: Bool)
        case failure
        /// No answer until the request is cancelled.
        case silence
    }

    /// A server of the time, on the clock of a test, which began in 1970.
    private final class TimeServer: Loader {
        private let clock: ManualClock
        private let state = Locked((answer: Answer.time(error: 0, hasFraction: true), requests: 0))

        init(_ clock: ManualClock) { self.clock = clock }

        var requests: Int { state.withLock { $0.requests } }

        func answer(_ answer: Answer) { state.withLock { $0.answer = answer } }

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            let answer = state.withLock { state in
                state.requests += 1
                return state.answer
            }
            switch answer {
            case .time(let error, let hasFraction):
                let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
                let text = style.format(Date(timeIntervalSince1970: clock.now + error))
                return LoadResponse(url: request.url, body: LoadBody(bytes: Array(text.utf8)))
            case .failure: throw LoadError(.status(500), kind: request.kind, url: request.url)
            case .silence:
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw CancellationError()
            }
        }
    }

    private let url = "http://a.test/a.mpd"

    private func manifest(_ timings: String) throws -> Manifest {
        let text = "<MPD type='dynamic' availabilityStartTime='1970-01-01T00:00:00Z'>\(timings)<Period start='PT0S'/></MPD>"
        return try Manifest.parse(Array(text.utf8), url: url)
    }

    private let timing = "<UTCTiming schemeIdUri='urn:mpeg:dash:utc:http-iso:2014' value='http://a.test/time'/>"

    @Test("The time is requested again every ten minutes: the clock follows a drift, and stays if a server fails, is silent or jumps")
    func drift() async throws {
        let clock = ManualClock()
        let server = TimeServer(clock)
        let resources = SegmentResources(loader: server, options: RequestOptions(), clock: clock)
        let manifest = try manifest(timing)
        let start = await WallClock(of: manifest, date: nil, receivedAt: clock.now, resources: resources) { _ in }
        let warnings = Locked<[String]>([])
        let feed = ManifestFeed(manifest, url: url, wallClock: start, resources: resources) { update in
            if case .failure(let error) = update { warnings.withLock { $0.append(error.underlying ?? "") } }
        }
        feed.acquire()
        var next = clock.now + WallClock.interval
        /// Returns the error of the clock after the next request.
        func error(after answer: Answer, timeout: Double = 0) async throws -> Double {
            server.answer(answer)
            try await eventually("the next request is awaited") { clock.nextDeadline == next }
            clock.advance(to: next)
            if timeout > 0 {
                try await eventually("the answer is awaited") { clock.nextDeadline == next + timeout }
                clock.advance(by: timeout)
            }
            next += WallClock.interval
            try await eventually("the request is over") { clock.nextDeadline == next }
            return try #require(feed.content.wallClock).offset
        }
        #expect(abs(try await error(after: .time(error: 0.5, hasFraction: true)) - 0.5) < 0.01)
        #expect(abs(try await error(after: .failure) - 0.5) < 0.01)
        #expect(abs(try await error(after: .silence, timeout: 3) - 0.5) < 0.01)
        #expect(abs(try await error(after: .time(error: 0, hasFraction: false)) - 0.5) < 0.01, "The answer is too inaccurate.")
        #expect(warnings.withLock { $0 } == [])
        #expect(abs(try await error(after: .time(error: 90.5, hasFraction: true)) - 0.5) < 0.01)
        #expect(warnings.withLock { $0 } == ["UTCTiming has jumped by 90 s, and is not used."])
        #expect(abs(try await error(after: .time(error: -4, hasFraction: false)) + 4) < 1.01)
        await feed.close()
    }

    @Test(
        "A time that is days or decades off, or invalid, is not used if the response with the manifest contradicts it",
        arguments: [false, true])
    func wrong(isDirect: Bool) async throws {
        let clock = ManualClock()
        let server = TimeServer(clock)
        let now = Date().timeIntervalSince1970
        let days = 5.0
        server.answer(.time(error: now + days * 86_400 + 60, hasFraction: true))
        let direct = "<UTCTiming schemeIdUri='urn:mpeg:dash:utc:direct:2014' value='1970-01-01T00:00:00Z'/>"
        let invalid = "<UTCTiming schemeIdUri='urn:mpeg:dash:utc:direct:2014' value='tomorrow'/>"
        let warnings = Locked<[String]>([])
        let wallClock = await WallClock(
            of: try manifest(isDirect ? direct + invalid : timing), date: now, receivedAt: clock.now,
            resources: SegmentResources(loader: server, options: RequestOptions(), clock: clock)
        ) { error in warnings.withLock { $0.append(error.underlying ?? "") } }
        // The clock of the machine, which the response confirms.
        #expect(abs(wallClock.offset - now) < 60)
        let found = warnings.withLock { $0 }
        let expected =
            isDirect
            ? ["UTCTiming is wrong by -", "UTCTiming is unavailable: urn:mpeg:dash:utc:direct:2014"] : ["UTCTiming is wrong by 120 hours"]
        #expect(found.count == expected.count && zip(found, expected).allSatisfy { $0.hasPrefix($1) }, "\(found)")
    }

    @Test("Of the sources of the time four are asked, each at three addresses")
    func sources() async throws {
        let clock = ManualClock()
        let server = TimeServer(clock)
        server.answer(.failure)
        let many = timing.replacing("/time'", with: "/1 http://a.test/2 http://a.test/3 http://a.test/4'")
        let manifest = try manifest(String(repeating: many, count: 100))
        let warnings = Locked(0)
        _ = await WallClock(
            of: manifest, date: nil, receivedAt: clock.now,
            resources: SegmentResources(loader: server, options: RequestOptions(), clock: clock)
        ) { _ in warnings.withLock { $0 += 1 } }
        #expect(server.requests == 12 && warnings.withLock { $0 } == 4)
    }
}
