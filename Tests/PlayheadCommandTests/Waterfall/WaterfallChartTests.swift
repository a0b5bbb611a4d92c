import Foundation
import Playhead
import PlayheadCore
import PlayheadEngine
import PlayheadTransport
import Testing

@testable import PlayheadCommand

@Suite("The drawing of a waterfall")
struct WaterfallChartTests {
    private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/waterfall.svg")

    private static func url(_ location: String) throws -> URL { try #require(URL(string: location)) }

    private static func load(
        _ id: Int, _ location: String, _ kind: LoadKind, on connection: Int,
        at times: (start: Double, sent: Double, head: Double, end: Double),
        bytes: Int, into timeline: inout PlaybackTimeline
    ) throws {
        var record = try begin(id, location, kind, at: times.start, in: &timeline)
        record.sent = times.sent
        timeline.add(record)
        (record.firstByte, record.status, record.connection) = (times.head, 200, self.connection(connection))
        timeline.add(record)
        for (count, time) in [(bytes / 2, (times.head + times.end) / 2), (bytes, times.end)] {
            (record.bytes, record.lastByte) = (Int64(count), time)
            timeline.add(record)
        }
        (record.outcome, record.end) = (LoadOutcome.complete, times.end)
        timeline.add(record)
    }

    /// Begins a request, and returns its record.
    private static func begin(
        _ id: Int, _ location: String, _ kind: LoadKind, at time: Double, in timeline: inout PlaybackTimeline
    ) throws -> TransferRecord {
        let url = try url(location)
        let record = TransferRecord(id: id, LoadRequest(url: url, kind: kind), url: url, start: time)
        timeline.add(record)
        return record
    }

    private static func connection(_ id: Int, opened: Double = 0) -> ConnectionRecord {
        ConnectionRecord(id: id, opened: opened, address: "127.0.0.1")
    }

    /// A playback of a ladder with a failed and a cancelled request.
    private static func playback() throws -> PlaybackTimeline {
        var timeline = PlaybackTimeline()
        let base = "http://127.0.0.1:8080/film"
        timeline.add(PlaylistItemEvent(item: ItemDescription(url: "\(base)/main.m3u8?token=geheim"), index: 0), at: 0.001)
        timeline.add(StateChangeEvent(oldState: .idle, newState: .opening, reason: .engine, elapsed: 0), at: 0.002)
        timeline.add(connection(1, opened: 0.045))
        try load(1, "\(base)/main.m3u8", .manifest, on: 1, at: (0.003, 0.046, 0.09, 0.091), bytes: 700, into: &timeline)
        for number in 2...3 { timeline.add(connection(number, opened: 0.14)) }
        try load(2, "\(base)/360p/media.m3u8", .manifest, on: 1, at: (0.095, 0.096, 0.14, 0.142), bytes: 1500, into: &timeline)
        try load(3, "\(base)/360p/0.m4s?sig=geheim", .segment, on: 2, at: (0.145, 0.146, 0.19, 0.45), bytes: 260_000, into: &timeline)
        var missing = try begin(4, "\(base)/captions/en.vtt", .captions, at: 0.15, in: &timeline)
        (missing.firstByte, missing.status, missing.connection) = (0.2, 404, connection(1))
        (missing.outcome, missing.reason, missing.end) = (LoadOutcome.failed, LoadError.Reason.status(404), 0.2)
        timeline.add(missing)
        var left = try begin(5, "\(base)/360p/1.m4s", .segment, at: 0.3, in: &timeline)
        (left.outcome, left.end) = (LoadOutcome.cancelled, 0.4)
        timeline.add(left)
        timeline.add(EngineStep.firstPicture(isEarly: true), at: 0.25)
        timeline.add(EngineStep.opened([.video, .audio], format: "mov,mp4,m4a,3gp", seconds: 0.11), at: 0.26)
        for kind in TrackKind.allCases {
            timeline.add(EngineStep.firstPacket(kind), at: 0.262)
            timeline.add(EngineStep.decoded(kind, seconds: 0.004), at: 0.27)
            timeline.add(EngineStep.firstFrame(kind), at: 0.27)
            for step in 0..<10 { timeline.add(EngineStep.buffered(kind, seconds: Double(step) / 2), at: 0.27 + Double(step) / 50) }
        }
        timeline.add(StateChangeEvent(oldState: .opening, newState: .playing, reason: .engine, elapsed: 0), at: 0.28)
        timeline.add(EngineStep.firstPicture(isEarly: false), at: 0.281)
        timeline.add(PlayEvent(oldState: .buffering, newState: .playing, reason: .autostart), at: 0.282)
        timeline.add(FirstFrameEvent(loadTime: 282), at: 0.4)
        timeline.add(EngineStep.decoded(.video, seconds: 0.01), at: 0.45)
        return timeline
    }

    @Test("The drawing of a playback is the reference, which PLAYHEAD_UPDATE_GOLDEN=1 writes")
    func reference() throws {
        let svg = WaterfallChart.svg(try Self.playback())
        if ProcessInfo.processInfo.environment["PLAYHEAD_UPDATE_GOLDEN"] == "1" {
            try FileManager.default.createDirectory(at: Self.golden.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(svg.utf8).write(to: Self.golden)
        }
        #expect(svg == (try String(contentsOf: Self.golden, encoding: .utf8)))
    }

    @Test("The drawing has the requests, their outcomes, the connections, and the first picture once")
    func content() throws {
        let svg = WaterfallChart.svg(try Self.playback())
        for text in [
            "first picture after 250 ms", "playback moves after 282 ms", "5 requests", "3 connections", ">film/main.m3u8<", ">360p/0.m4s<",
            ">404 · 0 B · 50 ms · failed<", ">0 B · 100 ms · cancelled<", "HTTP/1.1 · 127.0.0.1", ">not used<",
            ">mov opened in 110 ms<", "first packet 262 ms", "first frame 270 ms", "14 ms of work",
        ] { #expect(svg.contains(text), "\(text)") }
        #expect(svg.components(separatedBy: ">first picture (decoded alone) 250 ms<").count == 2 && !svg.contains("281 ms"))
    }

    @Test(
        "A connection has its protocol, its use of TLS, its server, and the times of its phases",
        arguments: [
            (NetworkProtocol.http1, false, "HTTP/1.1 · 192.0.2.1 · lookup 5.0 ms, TCP 40 ms<"),
            (NetworkProtocol.http2, true, "HTTP/2 · TLS resumed · 192.0.2.1 · lookup 5.0 ms, TCP 40 ms, TLS 80 ms<"),
            (NetworkProtocol.http3, true, "HTTP/3 · TLS · 192.0.2.1 · lookup 5.0 ms, QUIC 40 ms<"),
        ])
    func phases(networkProtocol: NetworkProtocol, isSecure: Bool, expected: String) {
        var timeline = PlaybackTimeline()
        timeline.add(
            ConnectionRecord(
                id: 1, opened: 0.2, address: "192.0.2.1", isSecure: isSecure, networkProtocol: networkProtocol,
                isResumed: networkProtocol == .http2, phases: ConnectionPhases(lookup: 0.005, tcp: 0.04, tls: isSecure ? 0.08 : 0)))
        #expect(WaterfallChart.svg(timeline).contains(expected))
    }

    @Test("Secrets of URLs are not drawn")
    func secrets() throws {
        let svg = WaterfallChart.svg(try Self.playback())
        #expect(!svg.contains("geheim") && svg.contains("token=***"))
    }

    @Test(
        "Text from servers is escaped and shortened",
        arguments: [
            "</text><script>alert(1)</script>", "\"/><image href='http://192.0.2.1/x'/>", "]]>&lt;&amp;<!--", "\u{202E}\u{0}\u{1B}[31m",
            "\u{FFFE}\u{FFFF}\u{2028}", String(repeating: "ä", count: 100_000),
        ])
    func hostileText(text: String) throws {
        var timeline = PlaybackTimeline()
        var components = URLComponents()
        (components.scheme, components.host, components.path) = ("http", "127.0.0.1", "/\(text)")
        let url = components.url ?? URL(filePath: "/\(text)")
        timeline.add(PlaylistItemEvent(item: ItemDescription(url: "http://127.0.0.1/\(text)"), index: 0), at: 0)
        timeline.add(TransferRecord(id: 1, LoadRequest(url: url, kind: .segment), url: url, start: 0))
        timeline.add(ConnectionRecord(id: 1, opened: 0, address: text.count < 100 ? text : nil))
        timeline.add(EngineStep.opened([.video], format: text, seconds: 1), at: 0.5)
        let level = QualityLevel(index: 0, label: text, bitrate: nil, width: nil, height: nil)
        timeline.add(VisualQualityEvent(mode: .auto, reason: .auto, level: level), at: 0.6)
        timeline.note(1)
        let svg = WaterfallChart.svg(timeline)
        #expect(svg.utf8.count < 20_000)
        let parser = XMLNames(svg)
        #expect(
            parser.isWellFormed && parser.names.isSubset(of: ["svg", "title", "style", "rect", "line", "path", "text"]), "\(parser.names)")
    }

    @Test("A recording without requests, or of a period after the end, is a drawing too")
    func empty() {
        var late = PlaybackTimeline(period: 100...200)
        late.note(3)
        for timeline in [PlaybackTimeline(), late] {
            let svg = WaterfallChart.svg(timeline)
            #expect(XMLNames(svg).isWellFormed && svg.contains("first picture not shown") && svg.contains("0 requests"))
        }
    }

    @Test("The numbers of a period are drawn, and what is left out is named")
    func omissions() throws {
        var timeline = PlaybackTimeline(period: 0...2)
        for number in 1...400 { _ = try Self.begin(number, "http://127.0.0.1/a.m4s", .segment, at: 1, in: &timeline) }
        timeline.note(30)
        let svg = WaterfallChart.svg(timeline)
        #expect(svg.contains("100 further requests, connections and events") && svg.contains("ends after 2.00 s; playback continued"))
        #expect(svg.components(separatedBy: "in progress</text>").count == 301)
    }
}
