import Foundation
import Playhead
import PlayheadCore
import PlayheadEngine
import PlayheadTestKit
import PlayheadTransport
import Testing

@Suite("The timeline of a playback")
struct PlaybackTimelineTests {
    private static func record(
        _ id: Int, at time: Double, _ location: String = "http://127.0.0.1/a.m4s", kind: LoadKind = .segment
    ) throws -> TransferRecord {
        let url = try #require(URL(string: location))
        return TransferRecord(id: id, LoadRequest(url: url, kind: kind), url: url, start: time)
    }

    /// Begins a request, and returns its record.
    @discardableResult
    private static func begin(
        _ id: Int, at time: Double, _ location: String = "http://127.0.0.1/a.m4s", kind: LoadKind = .segment,
        in timeline: inout PlaybackTimeline
    ) throws -> TransferRecord {
        let record = try record(id, at: time, location, kind: kind)
        timeline.add(record)
        return record
    }

    @Test("A request has the record after its last step, its arrivals, and the connection of its response")
    func request() throws {
        var timeline = PlaybackTimeline()
        var record = try Self.begin(7, at: 0.01, kind: .manifest, in: &timeline)
        var connection = ConnectionRecord(id: 3, opened: 0.02, address: "127.0.0.1")
        timeline.add(connection)
        record.sent = 0.03
        timeline.add(record)
        (record.firstByte, record.status, record.connection) = (0.05, 200, connection)
        timeline.add(record)
        for (bytes, time) in [(Int64(100), 0.06), (150, 0.08)] {
            (record.bytes, record.lastByte) = (bytes, time)
            timeline.add(record)
        }
        (record.outcome, record.end) = (LoadOutcome.complete, 0.09)
        timeline.add(record)
        connection.closed = 0.5
        timeline.add(connection)
        let request = try #require(timeline.requests.first)
        #expect(request.id == 7 && request == record)
        #expect(request.connection?.id == 3 && !request.hasFailed)
        let arrivals = try #require(timeline.arrivals[7]?.entries)
        #expect(arrivals.map(\.value) == [100, 50] && arrivals.map(\.start) == [0.06, 0.08])
        #expect(timeline.connections.map(\.opened) == [0.02] && timeline.connections.map(\.closed) == [0.5] && timeline.end == 0.5)
    }

    @Test("Steps of unknown requests and connections change nothing")
    func unknown() throws {
        var timeline = PlaybackTimeline()
        var record = try Self.begin(1, at: 0, in: &timeline)
        record.bytes = 9
        timeline.add(record)
        let known = timeline.requests
        var other = try Self.record(2, at: 0)
        (other.bytes, other.lastByte) = (9, 2)
        timeline.add(other)
        #expect(timeline.requests == known)
        var connection = ConnectionRecord(id: 9, opened: 1)
        connection.closed = 2
        timeline.add(connection)
        #expect(timeline.connections.isEmpty)
    }

    @Test("URLs are recorded without user, password and secret parameters, and limited in length")
    func secrets() throws {
        var timeline = PlaybackTimeline()
        let long = String(repeating: "x", count: 5000)
        try Self.begin(1, at: 0, "http://alice:hunter2@127.0.0.1/a.m4s?token=geheim&part=2", in: &timeline)
        try Self.begin(2, at: 0, "http://127.0.0.1/\(long)", in: &timeline)
        let urls = timeline.requests.map(\.url)
        #expect(urls.allSatisfy { !$0.contains("alice") && !$0.contains("hunter2") && !$0.contains("geheim") })
        #expect(urls.first?.contains("part=2") == true)
        #expect(urls.last?.count == TransferRecord.maximumURL)
    }

    @Test("Requests, connections and marks beyond the limits are only counted")
    func limits() throws {
        var timeline = PlaybackTimeline(period: 0...1e6)
        for number in 1...10_000 {
            var record = try Self.begin(number, at: Double(number), in: &timeline)
            (record.bytes, record.lastByte) = (10, Double(number))
            timeline.add(record)
            timeline.add(ConnectionRecord(id: number, opened: Double(number)))
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
            var record = try Self.begin(id, at: start, in: &timeline)
            var connection = ConnectionRecord(id: id, opened: start)
            timeline.add(connection)
            for time in [start, end] {
                (record.bytes, record.lastByte) = (record.bytes + 5, time)
                timeline.add(record)
            }
            connection.closed = end
            timeline.add(connection)
            (record.outcome, record.end) = (LoadOutcome.complete, end)
            timeline.add(record)
            timeline.add(EngineStep.firstPacket(.video), at: start)
        }
        #expect(timeline.requests.map(\.id) == [2, 3] && timeline.connections.map(\.id) == [2, 3])
        #expect(timeline.requests.map(\.bytes) == [10, 10])
        #expect(timeline.requests.map { timeline.arrivals[$0.id]?.entries.map(\.start) } == [[12], [15]])
        #expect(timeline.marks.map(\.time) == [15] && timeline.omitted == 0 && timeline.end == 30)
    }

    @Test("Without a period the recording ends shortly after playback has started")
    func startOnly() throws {
        var timeline = PlaybackTimeline()
        #expect(timeline.period.upperBound > 10)
        timeline.add(FirstFrameEvent(loadTime: 1000), at: 1)
        #expect(timeline.period == 0...1.2)
        timeline.add(FirstFrameEvent(loadTime: 1000), at: 5)
        try Self.begin(1, at: 5, in: &timeline)
        #expect(timeline.period == 0...1.2 && timeline.requests.isEmpty)
    }

    @Test("The recorder has times from the load, and ignores what precedes it")
    func recorder() throws {
        let clock = ManualClock()
        let recorder = TimelineRecorder(clock: clock)
        func begin(_ id: Int) throws { recorder.add(try Self.record(id, at: clock.now)) }
        try begin(1)
        clock.advance(by: 5)
        recorder.begin()
        clock.advance(by: 0.25)
        try begin(2)
        recorder.add(.firstPicture(isEarly: true))
        clock.advance(by: 1)
        let timeline = recorder.timeline
        #expect(timeline.requests.map(\.id) == [2] && timeline.requests.map(\.start) == [0.25])
        #expect(timeline.marks == [TimelineMark(time: 0.25, kind: .firstPicture(isEarly: true))] && timeline.end == 1.25)
    }
}
