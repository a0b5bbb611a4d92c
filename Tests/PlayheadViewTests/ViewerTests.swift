import Foundation
import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadView

@Suite("The viewer's tools")
struct ViewerTests {
    @Test("Waiting is shown after 400 ms, counted from its start")
    func waiting() {
        var delay = WaitingDelay()
        delay.setWaiting(true, at: 10)
        delay.setWaiting(true, at: 10.3)
        #expect(!delay.isShown(at: 10.39) && delay.nextChange(after: 10.3) == 10.4)
        #expect(delay.isShown(at: 10.4) && delay.nextChange(after: 10.4) == nil)
        delay.setWaiting(false, at: 11)
        #expect(!delay.isShown(at: 12))
    }

    @Test("Repeated skips in one direction add up in the feedback")
    func skips() {
        let first = KeyFeedback(skip: 5, after: nil, at: 10)
        let second = KeyFeedback(skip: 5, after: first, at: 10.5)
        #expect(first.text == "+5 s" && second.text == "+10 s" && second.side == .right)
        #expect(KeyFeedback(skip: -5, after: second, at: 10.6).text == "−5 s")
        #expect(KeyFeedback(skip: 5, after: second, at: 12).text == "+5 s")
    }

    @Test("Feedback about volume, speed and captions shows the new value")
    func feedback() {
        var facts = ControlBarFacts()
        facts.volume = 0.3
        facts.rate = 1.25
        #expect(KeyFeedback(.volume(0.1), facts)?.text == "30 %" && KeyFeedback(.volume(0.1), facts)?.level == 0.3)
        #expect(KeyFeedback(.faster, facts)?.text == "1.25×")
        facts.isMuted = true
        #expect(KeyFeedback(.mute, facts)?.text == "Muted" && KeyFeedback(.mute, facts)?.glyph == .volumeMuted)
        #expect(KeyFeedback(.fullscreen, facts) == nil && KeyFeedback(.captions, facts) == nil)
    }

    @Test("A loop is set in two steps and removed by the third; an end before the start moves the start")
    func loop() {
        var loop = LoopRange()
        loop.toggle(at: 20)
        #expect(loop.range == nil && loop.target(at: 30) == nil && loop.text == "Loop from 0:20")
        loop.toggle(at: 10)
        loop.toggle(at: 15)
        #expect(loop.range == 10...15 && loop.target(at: 14.9) == nil && loop.target(at: 15) == 10)
        loop.toggle(at: 12)
        #expect(loop == LoopRange() && loop.text == "Loop off")
    }

    @Test("The previous chapter is the one before shortly after a start, and the current one later")
    func chapters() {
        let starts = [0.0, 30, 60]
        #expect(ChapterStep.target(starts, from: 31, forward: true) == 2 && ChapterStep.target(starts, from: 61, forward: true) == nil)
        #expect(ChapterStep.target(starts, from: 31, forward: false) == 0 && ChapterStep.target(starts, from: 40, forward: false) == 1)
        #expect(ChapterStep.target([], from: 1, forward: false) == nil)
    }

    @Test("Captions that end minutes after the film are doubted")
    func length() {
        #expect(CaptionsLength.isPlausible(end: 5400, duration: 5390) && !CaptionsLength.isPlausible(end: 5400, duration: 3000))
        #expect(CaptionsLength.isPlausible(end: 5400, duration: 0))
    }

    @Test("Aspect, zoom and rotation change the rectangle of the picture")
    func adjustment() {
        func rect(_ change: (inout PictureAdjustment) -> Void) -> ViewRect {
            var adjustment = PictureAdjustment()
            change(&adjustment)
            return adjustment.rect(width: 1600, height: 900, stretching: .uniform, viewWidth: 800, viewHeight: 450, scale: 1)
        }
        #expect(rect { _ in } == ViewRect(x: 0, y: 0, width: 800, height: 450))
        #expect(rect { $0.aspect = .classic } == ViewRect(x: 100, y: 0, width: 600, height: 450))
        #expect(rect { $0.zoom = 2 } == ViewRect(x: -400, y: -225, width: 1600, height: 900))
        let turned = rect { $0.turns = 1 }
        #expect(turned.height == 450 && abs(turned.width - 253.125) < 0.001)
        var limited = PictureAdjustment()
        limited.zoom = .nan
        limited.turns = -1
        #expect(limited.zoom == 1 && limited.turns == 3)
    }

    @Test("A list changes its order, and the current item stays current or is replaced by its successor")
    func lists() {
        #expect(ListChange(moving: 0, to: 2, of: 3, current: 0)?.order == [1, 2, 0])
        #expect(ListChange(moving: 0, to: 2, of: 3, current: 0)?.current == 2)
        #expect(ListChange(removing: 1, of: 3, current: 1)?.current == 1 && ListChange(removing: 2, of: 3, current: 2)?.current == 1)
        #expect(ListChange(removing: 0, of: 1, current: 0) == nil && ListChange(moving: 0, to: -1, of: 3, current: 0) == nil)
    }

    @Test("A position is due every ten seconds, and at once when it is the first one that is stored")
    func positions() {
        var schedule = PositionSchedule(at: 100)
        #expect(!schedule.isDue(0.5, of: 600, at: 100.5) && schedule.isDue(9.8, of: 600, at: 110))
        // A stall delayed the start: nothing is stored before the position of 10 s.
        schedule.note(9.8, of: 600, at: 110)
        #expect(!schedule.isDue(9.9, of: 600, at: 110.1) && schedule.isDue(10, of: 600, at: 110.2))
        schedule.note(10, of: 600, at: 110.2)
        #expect(!schedule.isDue(20, of: 600, at: 120.1) && schedule.isDue(20.1, of: 600, at: 120.2))
        // The start is again not stored after a seek to it.
        schedule.note(2, of: 600, at: 120.2)
        #expect(!schedule.isDue(9, of: 600, at: 127) && schedule.isDue(11, of: 600, at: 129))
    }

    @Test("A dragged row is accepted by its own process only, and other text is no row")
    func draggedRows() {
        let row = DraggedRow(index: 12, process: 345)
        #expect(DraggedRow(row.text, process: 345) == row && DraggedRow(row.text, process: 346) == nil)
        for text in ["", "12", "playhead-row:345", "playhead-row:345:-1", "playhead-row:345:x", "playhead-row:345:1:2", "other:345:12"] {
            #expect(DraggedRow(text, process: 345) == nil, "\(text)")
        }
    }

    @Test("Names of saved pictures have no path, and do not replace files")
    func screenshots() {
        #expect(Screenshots.name(title: "../a/b:c", position: 65) == "_a_b_c 1-05")
        #expect(Screenshots.freeName("A 0-05") { $0 == "A 0-05.png" } == "A 0-05 (2).png")
        #expect(Screenshots.freeName("A") { _ in true } == nil)
    }

    @Test("Statistics keep a bounded history; decreasing totals are another item")
    func statistics() {
        var history = StatisticsHistory()
        for second in 0..<200 {
            history.add(buffer: 10, bytes: Int64(second) * 1000, dropped: second / 100, latency: nil, at: Double(second))
        }
        #expect(history.samples.count == StatisticsHistory.capacity && history.samples.last?.throughput == 8000)
        #expect(history.samples.map(\.dropped).reduce(0, +) == 1)
        history.add(buffer: .nan, bytes: 0, dropped: 0, latency: 3, at: 200)
        #expect(history.samples.last?.throughput == 0 && history.samples.last?.buffer == 0)
        let points = history.points(minimum: 20) { $0.buffer }
        #expect(points.last?.x == 1 && points.last?.y == 1 && points.first?.y == 0.5)
        #expect(history.points(minimum: 1) { $0.latency }.count == 1)
    }

    @Test("Every icon is inside of its grid")
    func icons() {
        for glyph in Glyph.allCases {
            #expect(!glyph.shapes.isEmpty)
            for step in glyph.shapes.flatMap(\.steps) {
                switch step {
                case .move(let x, let y), .line(let x, let y): #expect((1...23).contains(x) && (1...23).contains(y), "\(glyph)")
                case .arc(_, _, let radius, let from, let to): #expect(radius > 0 && from < to, "\(glyph)")
                case .close: break
                }
            }
        }
    }
}

@Suite("Text of the viewer's tools")
struct ViewTextTests {
    @Test("Labels have no control characters, and a bounded length, whatever they are made of")
    func labels() {
        #expect(ViewText.label("a\u{1B}[31m\u{202E}b\nc") == "a[31mb\nc")
        let cost = processorTime {
            #expect(ViewText.label(String(repeating: "W", count: 1 << 22)).count <= ViewText.maximumLength + 1)
            let marks = ViewText.label("a" + String(repeating: "\u{301}", count: 1 << 22))
            #expect(marks.unicodeScalars.count < 4 * ViewText.maximumLength)
        }
        // A time that is quadratic in the length is hours.
        #expect(cost < 30)
    }

    @Test("Pasted text has a location on each line, without comments")
    func locations() {
        #expect(ViewText.locations(in: "\r\n /a b.mp4\r\n# no\n\nhttps://example.org/x \n") == ["/a b.mp4", "https://example.org/x"])
        #expect(ViewText.locations(in: String(repeating: "a\n", count: 20_000)).count == 10_000)
    }
}

@Suite("The memory of the program")
struct ViewerStateTests {
    private let film = URL(fileURLWithPath: "/films/a.mkv")

    @Test("A position in the middle is kept; near the start, near the end and of short items it is not")
    func positions() {
        var state = ViewerState()
        state.note(film, position: 600, duration: 3600)
        #expect(state.resumePosition(of: film) == 600)
        state.note(film, position: 3590, duration: 3600)
        #expect(state.resumePosition(of: film) == nil && state.positions.isEmpty)
        state.note(film, position: 20, duration: 40)
        state.note(film, position: .nan, duration: 3600)
        #expect(state.positions.isEmpty)
    }

    @Test("Addresses with credentials or queries are not remembered, and nothing if it is turned off")
    func secrets() {
        var state = ViewerState()
        for text in [
            "https://user:pw@example.org/a.mp4", "https://example.org/a.m3u8?token=1", "https://example.org/;token=abcdef/a.m3u8",
            "https://example.org/hdntl=exp=1~hmac=2/a.m3u8", "https://example.org/a/token=abcdef/a.m3u8",
        ] {
            guard let url = URL(string: text) else { continue }
            state.note(url, position: 600, duration: 3600)
            state.note(recent: url, title: "A")
        }
        #expect(state.positions.isEmpty && state.recents.isEmpty)
        state.preferences.remembers = false
        state.note(film, position: 600, duration: 3600)
        state.note(recent: film, title: "A")
        #expect(state.positions.isEmpty && state.recents.isEmpty)
    }

    @Test("The memory is bounded, keeps the latest, and survives a round trip")
    func bounds() throws {
        var state = ViewerState()
        for number in 0..<500 {
            let url = URL(fileURLWithPath: "/films/\(number).mkv")
            state.note(url, position: 600, duration: 3600)
            state.note(recent: url, title: String(repeating: "x", count: 1000))
        }
        #expect(state.positions.count == ViewerState.maximumPositions && state.recents.count == ViewerState.maximumRecents)
        #expect(state.positions.first?.url.hasSuffix("499.mkv") == true && state.json.count < ViewerState.maximumBytes)
        #expect(try ViewerState(state.json) == state)
    }

    @Test("Before everything is forgotten the viewer is asked, with the numbers; without anything there is no question")
    func question() {
        var state = ViewerState()
        #expect(state.forgetQuestion == nil)
        state.note(recent: film, title: "A")
        #expect(state.forgetQuestion == "Forget 1 recent item?")
        state.note(film, position: 600, duration: 3600)
        state.note(URL(fileURLWithPath: "/b.mkv"), position: 600, duration: 3600)
        #expect(state.forgetQuestion == "Forget 2 positions and 1 recent item?")
        state.forget()
        #expect(state.forgetQuestion == nil)
    }

    @Test("A memory of an earlier version, without a theme, is read")
    func withoutTheme() throws {
        var state = ViewerState()
        let before = state.json
        state.preferences.theme = "dark"
        #expect(!String(decoding: before, as: UTF8.self).contains("theme"))
        #expect(try ViewerState(before).preferences.theme == nil)
        #expect(try ViewerState(state.json).preferences.theme == "dark")
    }

    @Test("Damaged files and those of later versions are refused, and numbers out of range are replaced")
    func damage() throws {
        #expect(throws: ViewerState.Problem.damaged) { try ViewerState(Data("{".utf8)) }
        #expect(throws: ViewerState.Problem.damaged) { try ViewerState(Data(count: ViewerState.maximumBytes + 1)) }
        #expect(throws: ViewerState.Problem.laterVersion(7)) { try ViewerState(Data(#"{"version":7,"more":[]}"#.utf8)) }
        var state = ViewerState()
        state.preferences.volume = 7
        state.positions = [ViewerState.Position(url: "file:///a", position: -5, duration: 10)]
        let read = try ViewerState(state.json)
        #expect(read.preferences.volume == 1 && read.positions.isEmpty)
    }
}
