import TestSupport
import Testing

@testable import PlayheadHLS

@Suite struct LiveTimingTests {
    private func live(_ numbers: Range<Int> = 0..<10, header: String = "", footer: String = "") throws -> LivePlaylist {
        try LivePlaylist(parsing: liveText(numbers, header: header, footer: footer), url: "https://h.example/live.m3u8?token=a")
    }

    @Test("by default playback keeps a distance of three target durations from the end")
    func holdBack() throws {
        let live = try live()
        #expect(live.timing.holdBack == 12 && live.timing.partHoldBack == nil)
        #expect(live.seekableRange() == 0...28 && live.startPosition() == 28)
        #expect(live.seekableRange(edge: 42.5) == 0...30.5)
    }

    @Test("HOLD-BACK and PART-HOLD-BACK are used")
    func writtenHoldBack() throws {
        let header = "#EXT-X-SERVER-CONTROL:HOLD-BACK=14,PART-HOLD-BACK=3\n#EXT-X-PART-INF:PART-TARGET=1"
        let live = try live(header: header, footer: "#EXT-X-PART:DURATION=1,URI=\"p\"")
        #expect(live.seekableRange() == 0...26 && live.seekableRange(lowLatency: true) == 0...38)
    }

    @Test("a window shorter than the hold-back can be played at its beginning only")
    func shortWindow() throws {
        #expect(try live(0..<2).seekableRange() == 0...0)
    }

    @Test(
        "EXT-X-START is relative to the beginning or the end, and limited by the hold-back",
        arguments: [(10.0, 10.0), (-20, 20), (-5, 28), (1000, 28), (-1000, 0)])
    func start(offset: Double, position: Double) throws {
        #expect(try live(header: "#EXT-X-START:TIME-OFFSET=\(offset)").startPosition() == position)
    }

    @Test("the start point of the multivariant playlist applies to a playlist without one")
    func inheritedStart() throws {
        let inherited = StartPoint(timeOffset: 10)
        #expect(try live().startPosition(inheriting: inherited) == 10)
        #expect(try live(header: "#EXT-X-START:TIME-OFFSET=20").startPosition(inheriting: inherited) == 20)
    }

    @Test("a complete playlist starts at its beginning and can be played to its end")
    func complete() throws {
        let live = try live(footer: "#EXT-X-ENDLIST")
        #expect(live.seekableRange() == 0...40 && live.startPosition() == 0)
        #expect(try self.live(header: "#EXT-X-START:TIME-OFFSET=-6", footer: "#EXT-X-ENDLIST").startPosition() == 34)
    }

    @Test("a reload follows a target duration after a load with changes, otherwise half of one")
    func reloadDelay() throws {
        let playlist = try live().playlist
        #expect(LiveTiming.reloadDelay(playlist, changed: true) == 4 && LiveTiming.reloadDelay(playlist, changed: false) == 2)
        #expect(LiveTiming.reloadDelay(playlist, changed: true, blocks: true) == 0)
        #expect(LiveTiming.reloadDelay(playlist, changed: false, blocks: true) == 2)
        #expect(LiveTiming.reloadDelay(try live(footer: "#EXT-X-ENDLIST").playlist, changed: true) == nil)
    }

    // MARK: - Requests

    @Test("the next part is requested, and known segments may be skipped")
    func directives() throws {
        let header =
            "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24,CAN-SKIP-DATERANGES=YES,PART-HOLD-BACK=3\n#EXT-X-PART-INF:PART-TARGET=1"
        let open = try live(header: header, footer: "#EXT-X-PART:DURATION=1,URI=\"p\"")
        #expect(open.nextDirectives(age: 4) == DeliveryDirectives(mediaSequence: 10, part: 1, skip: .segmentsAndDateRanges))
        #expect(open.nextDirectives(age: 13).skip == nil && open.nextDirectives(age: 1, allowsDelta: false).skip == nil)
        #expect(try live(header: header, footer: "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p\"").nextDirectives(age: 4).part == 0)
        // Parts are announced, and not listed.
        #expect(try live(header: header).nextDirectives(age: 4).part == nil)
        #expect(try live(0..<6, header: header).nextDirectives(age: 4).skip == nil)
        #expect(
            try live(header: "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES").nextDirectives(age: 4) == DeliveryDirectives(mediaSequence: 10))
        #expect(try live().nextDirectives(age: 4) == DeliveryDirectives())
        #expect(try live(header: header, footer: "#EXT-X-ENDLIST").nextDirectives(age: 4) == DeliveryDirectives())
    }

    @Test(
        "directives follow other query items, and replace older ones",
        arguments: [
            ("https://h/a.m3u8", "https://h/a.m3u8?_HLS_msn=5&_HLS_part=2&_HLS_skip=YES"),
            ("https://h/a.m3u8?t=%20b&c", "https://h/a.m3u8?t=%20b&c&_HLS_msn=5&_HLS_part=2&_HLS_skip=YES"),
            ("https://h/a.m3u8?_HLS_msn=4&t=1&_HLS_skip=v2", "https://h/a.m3u8?t=1&_HLS_msn=5&_HLS_part=2&_HLS_skip=YES"),
        ])
    func urls(url: String, expected: String) {
        #expect(DeliveryDirectives(mediaSequence: 5, part: 2, skip: .segments).url(url) == expected)
    }

    @Test("without directives only older ones are removed from a URL")
    func plainURLs() {
        #expect(DeliveryDirectives().url("https://h/a.m3u8?_HLS_msn=4") == "https://h/a.m3u8")
        #expect(DeliveryDirectives().url("https://h/a.m3u8?b=c") == "https://h/a.m3u8?b=c")
    }

    @Test("a report determines the request of another rendition")
    func renditionReports() throws {
        let header = "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3\n#EXT-X-PART-INF:PART-TARGET=1"
        let live = try live(
            header: header,
            footer: """
                #EXT-X-PART:DURATION=1,URI="p"
                #EXT-X-RENDITION-REPORT:URI="low.m3u8",LAST-MSN=12,LAST-PART=3
                #EXT-X-RENDITION-REPORT:URI="same.m3u8"
                """)
        #expect(live.directives(forRendition: "https://h.example/low.m3u8") == DeliveryDirectives(mediaSequence: 12, part: 3))
        #expect(live.directives(forRendition: "https://h.example/same.m3u8") == DeliveryDirectives(mediaSequence: 10, part: 0))
        #expect(live.directives(forRendition: "https://h.example/other.m3u8") == nil)
    }
}

@Suite struct LiveEdgeTests {
    @Test("between reloads the edge moves in real time")
    func moves() {
        let edge = LiveEdge(edge: 100, at: 5, targetDuration: 4)
        #expect(edge.edge(at: 5) == 100 && edge.edge(at: 7.5) == 102.5)
    }

    @Test("if the origin stalls the edge stops one and a half target durations ahead")
    func stalls() {
        var edge = LiveEdge(edge: 100, at: 0, targetDuration: 4)
        #expect(edge.edge(at: 60) == 106)
        edge.note(edge: 100, at: 60, targetDuration: 4)
        #expect(edge.edge(at: 70) == 106)
        // The origin returns with a minute lost: the edge continues from its value.
        edge.note(edge: 108, at: 70, targetDuration: 4)
        #expect(edge.edge(at: 70) == 108 && edge.edge(at: 72) == 110)
    }

    @Test("within two seconds of the first load the edge follows the published end at once, and slowly after that")
    func settles() {
        var edge = LiveEdge(edge: 100, at: 0, targetDuration: 1)
        // The parts of 0.3 s are published 0.1 s after each load.
        edge.note(edge: 100.3, at: 0.1, targetDuration: 1)
        #expect(abs(edge.edge(at: 0.1) - 100.3) < 0.001 && abs(edge.edge(at: 0.3) - 100.5) < 0.001)
        var late = LiveEdge(edge: 100, at: 0, targetDuration: 1)
        late.note(edge: 103, at: 3, targetDuration: 1)
        late.note(edge: 103.3, at: 3.1, targetDuration: 1)
        #expect(abs(late.edge(at: 3.1) - 103.102) < 0.001)
    }

    @Test("the edge never moves back, never drifts, and follows an origin whose clock is slightly wrong", arguments: 0..<20)
    func followsOrigins(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let rate = Double.random(in: 0.9995...1.0005, using: &generator)
        var edge = LiveEdge(edge: 0, at: 0, targetDuration: 4)
        var last = 0.0
        var now = 0.0
        var steps = 0
        var changed = true
        for round in 0..<2000 {
            // A reload without changes is followed by another one sooner.
            for _ in 0..<(changed ? 4 : 2) {
                now += Double.random(in: 0.9...1.1, using: &generator)
                let value = edge.edge(at: now)
                #expect(value >= last && value <= edge.published + 6, "seed \(seed)")
                last = value
            }
            let before = edge.edge(at: now)
            let published = (now * rate / 4).rounded(.down) * 4
            changed = published > edge.published
            edge.note(edge: published, at: now, targetDuration: 4)
            // Initially the phase of the origin is unknown.
            if round > 20, edge.edge(at: now) - before > 0.5 { steps += 1 }
        }
        #expect(abs(edge.edge(at: now) - now * rate) < 8 && steps < 40, "seed \(seed), \(steps) steps")
    }

    @Test("the end of the stream is the edge")
    func ends() {
        var edge = LiveEdge(edge: 100, at: 0, targetDuration: 4)
        edge.end(at: 101)
        #expect(edge.edge(at: 50) == 101)
    }
}
