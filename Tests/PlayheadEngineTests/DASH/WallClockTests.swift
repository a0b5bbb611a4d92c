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
        /// A body without a time, behind a head with a date.
        case head(String)
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
            case .head(let date):
                return LoadResponse(headers: ["Date": date], url: request.url, body: LoadBody(bytes: Array("no time".utf8)))
            case .failure: throw LoadError(.status(500), kind: request.kind, url: request.url)
            case .silence:
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw CancellationError()
            }
        }
    }

    private let url = "http://a.test/a.mpd"

    private func manifest(_ timings: String, attributes: String = "") throws -> Manifest {
        let text = "<MPD type='dynamic' availabilityStartTime='1970-01-01T00:00:00Z' \(attributes)>\(timings)<Period start='PT0S'/></MPD>"
        return try Manifest.parse(Array(text.utf8), url: url)
    }

    private let timing = "<UTCTiming schemeIdUri='urn:mpeg:dash:utc:http-iso:2014' value='http://a.test/time'/>"

    @Test("The time is requested every ten minutes: the clock follows a drift, and stays, with one warning, if a server fails or jumps")
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
        for jump in [90.5, 95.5] { #expect(abs(try await error(after: .time(error: jump, hasFraction: true)) - 0.5) < 0.01) }
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

    @Test(
        "The time is that of the body or of the head of a response, as the scheme says, also of the first edition",
        arguments: ["http-iso:2014", "http-xsdate:2014", "http-xsdate:2012", "http-head:2014", "http-head:2012"])
    func schemes(scheme: String) async throws {
        let clock = ManualClock()
        let server = TimeServer(clock)
        let isHead = scheme.hasPrefix("http-head")
        server.answer(isHead ? .head("Thu, 01 Jan 1970 01:23:20 GMT") : .time(error: 5000 - clock.now, hasFraction: false))
        let warnings = Locked(0)
        let wallClock = await WallClock(
            of: try manifest(timing.replacing("http-iso:2014", with: scheme)), date: nil, receivedAt: clock.now,
            resources: SegmentResources(loader: server, options: RequestOptions(), clock: clock)
        ) { _ in warnings.withLock { $0 += 1 } }
        #expect(abs(clock.now + wallClock.offset - 5000) <= 1 && server.requests == 1 && warnings.withLock { $0 } == 0)
    }

    @Test(
        "Without a date of the response a time that is days off is not used if the manifest was published just now, and is used otherwise",
        arguments: [(0.0, false), (7200.0, true), (86_400.0, true)])
    func published(age: Double, isUsed: Bool) async throws {
        let clock = ManualClock()
        let now = Date().timeIntervalSince1970
        let server = TimeServer(clock)
        server.answer(.time(error: now + 5 * 86_400, hasFraction: true))
        let published = Date.ISO8601FormatStyle().format(Date(timeIntervalSince1970: now - age))
        let warnings = Locked<[String]>([])
        let wallClock = await WallClock(
            of: try manifest(timing, attributes: "publishTime='\(published)'"), date: nil, receivedAt: clock.now,
            resources: SegmentResources(loader: server, options: RequestOptions(), clock: clock)
        ) { error in warnings.withLock { $0.append(error.underlying ?? "") } }
        #expect(abs(clock.now + wallClock.offset - now - (isUsed ? 5 * 86_400 : 0)) < 60)
        #expect(warnings.withLock { $0 } == (isUsed ? [] : ["UTCTiming is wrong by 120 hours, and is not used."]))
    }

    @Test(
        "A time that is days off is not used if there is nothing to play at it, and there is at the time of the machine",
        .enabled(if: Samples.areThere), arguments: [-5.0, 5])
    func nothingToPlay(days: Double) async throws {
        // Makes sure that the segments exist.
        _ = try await DASHOrigin.original()
        let style = Date.ISO8601FormatStyle()
        let now = Date()
        let (start, wrong) = (style.format(now.addingTimeInterval(-4)), style.format(now.addingTimeInterval(days * 86_400)))
        let entries = "timescale=\"1\"><SegmentTimeline><S t=\"0\" d=\"1\" r=\"5\"/></SegmentTimeline></SegmentTemplate>"
        let origin = try await DASHOrigin {
            """
            <MPD type="dynamic" minimumUpdatePeriod="PT1S" timeShiftBufferDepth="PT1H" suggestedPresentationDelay="PT2S"
            availabilityStartTime="\(start)">
            <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="\(wrong)"/>
            <Period start="PT0S">\(DASHOrigin.pictures(days < 0 ? "duration=\"1\"/>" : entries))</Period></MPD>
            """
        }
        let rig = try DASHRig(origin, on: ManualClock())
        let window = try #require(try await rig.rig.open().window)
        #expect((3..<600).contains(window.edge), "\(window)")
        try await eventually("the warning is reported") { !rig.rig.warnings.isEmpty }
        let warnings = rig.rig.warnings.map { $0.underlying ?? "" }
        #expect(warnings == ["UTCTiming is wrong by \(Int(saturating: days * 24)) hours, and is not used."])
        try await rig.close()
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
