import Foundation
import Playhead
import PlayheadCore
import PlayheadEngine
import PlayheadTestKit
import PlayheadTransport
import Testing

@Suite("The timeline of a playback")
struct PlaybackTimelineTests {
    private static func start(_ id: Int, _ location: String = "http://127.0.0.1/a.m4s", kind: LoadKind = .segment) throws -> TransferEvent {
        let url = try #require(URL(string: location))
        return .started(id, LoadRequest(url: url, kind: kind), url: url)
    }

    @Test("The steps of a request become one record, on the connection of its response")
    func request() throws {
        var timeline = PlaybackTimeline()
        timeline.add(try Self.start(7, kind: .manifest), at: 0.01)
        timeline.add(.connected(3, ConnectionFacts(address: "127.0.0.1")), at: 0.02)
        timeline.add(.sent(7), at: 0.03)
        timeline.add(.head(7, status: 200, connection: 3), at: 0.05)
        timeline.add(.received(7, bytes: 100), at: 0.06)
        timeline.add(.received(7, bytes: 50), at: 0.08)
        timeline.add(.ended(7, .complete, reason: nil), at: 0.09)
        timeline.add(.disconnected(3), at: 0.5)
        let request = try #require(timeline.requests.first)
        #expect(request.id == 7 && request.kind == .manifest && request.start == 0.01 && request.sent == 0.03)
        #expect(request.firstByte == 0.05 && request.end == 0.09 && request.status == 200 && request.connection == 3)
        #expect(request.bytes == 150 && request.arrivals.entries.map(\.value) == [100, 50] && !request.hasFailed)
        #expect(timeline.connections.map(\.opened) == [0.02] && timeline.connections.map(\.closed) == [0.5] && timeline.end == 0.5)
    }

    @Test("Steps after the end of a request, and of unknown requests, change nothing")
    func lateSteps() throws {
        var timeline = PlaybackTimeline()
        timeline.add(try Self.start(1), at: 0)
        timeline.add(.ended(1, .cancelled, reason: nil), at: 1)
        let ended = timeline.requests
        for event in [
            TransferEvent.sent(1), .received(1, bytes: 9), .ended(1, .complete, reason: nil), .received(2, bytes: 9),
        ] {
            timeline.add(event, at: 2)
        }
        #expect(timeline.requests == ended)
        timeline.add(.disconnected(9), at: 2)
        #expect(timeline.connections.isEmpty)
    }

    @Test("URLs are recorded without user, password and secret parameters, and limited in length")
    func secrets() throws {
        var timeline = PlaybackTimeline()
        let long = String(repeating: "x", count: 5000)
        timeline.add(try Self.start(1, "http://alice:hunter2@127.0.0.1/a.m4s?token=geheim&part=2"), at: 0)
        timeline.add(try Self.start(2, "http://127.0.0.1/\(long)"), at: 0)
        let urls = timeline.requests.map(\.url)
        #expect(urls.allSatisfy { !$0.contains("alice") && !$0.contains("hunter2") && !$0.contains("geheim") })
        #expect(urls.first?.contains("part=2") == true)
        #expect(urls.last?.count == TimelineRequest.maximumLength)
    }

    @Test("Requests, connections and marks beyond the limits are only counted")
    func limits() throws {
        var timeline = PlaybackTimeline(period: 0...1e6)
        for number in 1...10_000 {
            timeline.add(try Self.start(number), at: Double(number))
            timeline.add(.received(number, bytes: 10), at: Double(number))
            timeline.add(.connected(number, ConnectionFacts()), at: Double(number))
            timeline.add(EngineStep.firstPacket(.video), at: Double(number))
        }
        #expect(timeline.requests.count == PlaybackTimeline.maximumRequests)
        #expect(timeline.connections.count == PlaybackTimeline.maximumConnections)
        #expect(timeline.marks.count == PlaybackTimeline.maximumMarks)
        let kept = PlaybackTimeline.maximumRequests + PlaybackTimeline.maximumConnections + PlaybackTimeline.maximumMarks
        #expect(timeline.omitted == 30_000 - kept)
    }

    @Test("Hours of decoding and loading need limited memory")
    func longPlay() {
        var timeline = PlaybackTimeline(period: 0...1e5)
        for number in 0..<200_000 {
            timeline.add(EngineStep.decoded(.video, seconds: 0.01), at: Double(number) / 25)
            timeline.add(EngineStep.buffered(.audio, seconds: 30), at: Double(number) / 25)
        }
        let (work, level) = (timeline.decoding[.video], timeline.buffer[.audio])
        #expect(work.map { $0.entries.count <= 2048 } == true && level.map { $0.entries.count <= 2048 } == true)
        #expect(work.map { abs($0.entries.reduce(0) { $0 + $1.value } - 2000) < 0.01 } == true)
    }

    @Test("Only what concerns the period is recorded")
    func period() throws {
        var timeline = PlaybackTimeline(period: 10...20)
        for (id, start, end) in [(1, 1.0, 2.0), (2, 3.0, 12.0), (3, 15.0, 30.0), (4, 25.0, 26.0)] {
            timeline.add(try Self.start(id), at: start)
            timeline.add(.connected(id, ConnectionFacts()), at: start)
            for time in [start, end] { timeline.add(.received(id, bytes: 5), at: time) }
            timeline.add(.disconnected(id), at: end)
            timeline.add(.ended(id, .complete, reason: nil), at: end)
            timeline.add(EngineStep.firstPacket(.video), at: start)
        }
        #expect(timeline.requests.map(\.id) == [2, 3] && timeline.connections.map(\.id) == [2, 3])
        #expect(timeline.requests.map(\.bytes) == [10, 10] && timeline.requests.map { $0.arrivals.entries.map(\.start) } == [[12], [15]])
        #expect(timeline.marks.map(\.time) == [15] && timeline.omitted == 0 && timeline.end == 30)
    }

    @Test("Without a period the recording ends shortly after playback has started")
    func startOnly() throws {
        var timeline = PlaybackTimeline()
        #expect(timeline.period.upperBound > 10)
        timeline.add(FirstFrameEvent(loadTime: 1000), at: 1)
        #expect(timeline.period == 0...1.2)
        timeline.add(FirstFrameEvent(loadTime: 1000), at: 5)
        timeline.add(try Self.start(1), at: 5)
        #expect(timeline.period == 0...1.2 && timeline.requests.isEmpty)
    }

    @Test("The recorder adds the time from the load, and ignores what precedes it")
    func recorder() throws {
        let clock = ManualClock()
        let recorder = TimelineRecorder(clock: clock)
        recorder.add(try Self.start(1))
        clock.advance(by: 5)
        recorder.begin()
        clock.advance(by: 0.25)
        recorder.add(try Self.start(2))
        recorder.add(.firstPicture(isEarly: true))
        clock.advance(by: 1)
        let timeline = recorder.timeline
        #expect(timeline.requests.map(\.id) == [2] && timeline.requests.map(\.start) == [0.25])
        #expect(timeline.marks == [TimelineMark(time: 0.25, kind: .firstPicture(isEarly: true))] && timeline.end == 1.25)
    }
}
