import PlayheadCore
import Testing

@testable import PlayheadTerminal

@Suite struct LiveViewTests {
    private func lines(_ model: LiveViewModel, _ columns: Int, _ rows: Int) -> [String] {
        LiveView.screen(for: model, size: TerminalSize(columns: columns, rows: rows)).lines.map { line in
            String(line.plainText.reversed().drop { $0 == " " }.reversed())
        }
    }

    @Test func atTheUsualSize() {
        #expect(lines(.sample, 80, 24) == Golden.usual)
    }

    @Test func inAWideTerminalTheLogIsAtTheSide() {
        #expect(lines(.sample, 130, 16) == Golden.wide)
    }

    @Test func inATinyTerminal() {
        #expect(lines(.sample, 20, 6) == Golden.tiny)
    }

    @Test func withoutAPictureTheLogUsesItsArea() {
        var model = LiveViewModel.sample
        model.picture = .none
        #expect(lines(model, 60, 14) == Golden.audio)
    }

    @Test func anErrorReplacesThePicture() {
        var model = LiveViewModel.sample
        model.picture = .none
        model.state = .error
        model.error = "221404 The server answered with status 404.\n\u{1B}[31mhttps://host/x.m3u8"
        let text = lines(model, 60, 20).joined(separator: "\n")
        #expect(text.contains("✖ ERROR"))
        #expect(text.contains("221404 The server answered with status 404."))
        #expect(text.contains("https://host/x.m3u8"))
    }

    @Test func aPictureIsCentredInItsArea() {
        var model = LiveViewModel.sample
        let row = RenderedPicture.Row(encoded: "\u{1B}[38;5;1m▀▀▀▀\u{1B}[0m")
        model.picture = .rendered(RenderedPicture(columns: 4, rows: 2, content: .cells([row, row])))
        let screen = lines(model, 80, 24)
        let found = screen.indices.filter { screen[$0].contains("▀") }
        #expect(found == [8, 9])
        #expect(screen[8] == String(repeating: " ", count: 38) + "▀▀▀▀")
        model.picture = .rendered(RenderedPicture(columns: 4, rows: 2, content: .graphics("pixels")))
        let graphics = LiveView.screen(for: model, size: TerminalSize(columns: 80, rows: 24)).graphics
        #expect(graphics == LiveScreen.Graphics(row: 8, column: 38, sequence: "pixels"))
    }

    static let timelines: [(LiveViewModel.Timeline, Double, Double, String)] = [
        (LiveViewModel.Timeline.onDemand, 30.0, 120.0, "00:30 ━━━━━━●─────────┈┈┈┈┈┈┈┈┈┈ 02:00"),
        (.onDemand, 500, 120, "08:20 ━━━━━━━━━━━━━━━━━━━━━━━━━● 02:00"),
        (.onDemand, 5, .nan, "00:05 ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈ --:--"), (.onDemand, .nan, 0, "--:-- ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈ 00:00"),
        (.live, 65, .infinity, "01:05 ━━━━━━━━━━━━━━━━━━━━━━━━━ ○ LIVE"), (.dvr, -60, -120, "-01:00 ━━━━━━━━━━━━●┈┈┈┈┈┈┈┈┈┈┈ ○ LIVE"),
    ]

    @Test("The badge is lit only at the live edge")
    func liveBadge() {
        var model = LiveViewModel.liveSample
        #expect(LiveView.timelineLine(model, width: 40).plainText.hasSuffix("━━●─ ○ LIVE"))
        model.isAtLiveEdge = true
        model.position = 0
        #expect(LiveView.timelineLine(model, width: 40).plainText.hasSuffix("━━● ● LIVE"))
    }

    @Test("A live stream has a line with clock, latency and window; captions are below the picture")
    func live() {
        #expect(lines(.liveSample, 80, 24) == Golden.live)
    }

    @Test("The rows of captions are reserved, and the last lines are shown if there are too many")
    func captions() {
        var model = LiveViewModel.liveSample
        let area = LiveView.pictureArea(in: TerminalSize(columns: 80, rows: 24), for: model)
        model.captionLines = []
        #expect(LiveView.pictureArea(in: TerminalSize(columns: 80, rows: 24), for: model) == area)
        model.captionLines = ["one", "two", "three"]
        let screen = lines(model, 80, 24).joined(separator: "\n")
        #expect(!screen.contains("one") && screen.contains("two") && screen.contains("three"))
    }

    @Test(arguments: timelines) func theTimelineShowsPlayedLoadedAndRemaining(
        timeline: LiveViewModel.Timeline, position: Double, duration: Double, expected: String
    ) {
        var model = LiveViewModel()
        model.timeline = timeline
        model.position = position
        model.duration = duration
        model.buffered = [TimeRange(start: 0, end: 74)]
        let line = LiveView.timelineLine(model, width: 38)
        #expect(line.width == 38)
        #expect(line.plainText == expected)
    }

    @Test func everySizeHasItsNumberOfLinesAndNoneIsTooWide() {
        let pictures: [LiveViewModel.Picture] = [.none, .expected]
        for columns in [0, 1, 2, 3, 5, 8, 12, 20, 39, 40, 41, 60, 80, 119, 120, 121, 200, 400] {
            for rows in [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 18, 24, 30, 60, 120] {
                for picture in pictures {
                    var model = LiveViewModel.hostile
                    model.picture = picture
                    let size = TerminalSize(columns: columns, rows: rows)
                    let screen = LiveView.screen(for: model, size: size)
                    let area = LiveView.pictureArea(in: size, for: model)
                    #expect(screen.lines.count == (columns > 0 ? rows : 0))
                    #expect(screen.lines.allSatisfy { $0.width <= columns && TextWidth.of($0.plainText) == $0.width })
                    #expect(area.columns <= columns && area.rows <= rows && area.columns >= 0 && area.rows >= 0)
                }
            }
        }
    }

    @Test func textOfTheStreamContainsNoTerminalControls() {
        for depth in ColorDepth.allCases {
            for (columns, rows) in [(20, 6), (80, 24), (200, 60)] {
                for error in [nil, "\u{1B}c\u{9B}2J\u{7}"] {
                    var model = LiveViewModel.hostile
                    model.error = error
                    let screen = LiveView.screen(for: model, size: TerminalSize(columns: columns, rows: rows))
                    for line in screen.lines {
                        // The view's own sequences are SGR only; without them no control character remains.
                        let text = line.encoded(depth: depth).replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
                        #expect(
                            text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x202E })
                    }
                }
            }
        }
    }

    @Test(
        "The address of a second screen is shown to its end above the keys, in lines of its own if it is longer than one",
        arguments: [(130, 16), (80, 24), (79, 24), (60, 14), (41, 10), (40, 10), (20, 12)])
    func address(columns: Int, rows: Int) {
        let address = "http://[fd12:3456:789a:bcde:f012:3456:789a:bcde]:39917/#playhead=" + String(repeating: "0f", count: 16)
        for picture in [LiveViewModel.Picture.none, .expected] {
            var model = LiveViewModel.sample
            model.picture = picture
            let other = lines(model, columns, rows)
            model.address = "Overlay: open " + address
            let screen = lines(model, columns, rows)
            #expect(screen.count == rows && screen.joined().contains(address), "\(screen)")
            #expect(screen.first == other.first && (screen.last == other.last || screen.last?.hasSuffix("0f") == true))
        }
    }

    @Test("An address leaves room for title and timeline, and takes none where it is absent")
    func addressOfManyLines() {
        var model = LiveViewModel.sample
        model.address = String(repeating: "x", count: 400)
        let screen = lines(model, 20, 6)
        #expect(screen.count == 6 && screen[1].contains("01:23") && screen[2...].allSatisfy { $0 == String(repeating: "x", count: 20) })
        let (size, plain) = (TerminalSize(columns: 80, rows: 24), LiveViewModel.sample)
        #expect(LiveView.pictureArea(in: size, for: model).rows == LiveView.pictureArea(in: size, for: plain).rows - 5)
    }

    @Test func withoutColorsNoColorSequenceIsSent() {
        let screen = LiveView.screen(for: .sample, size: TerminalSize(columns: 80, rows: 24))
        let text = screen.lines.map { $0.encoded(depth: .none) }.joined()
        #expect(!text.contains(#/\u{1B}\[[0-9;]*(38|48)[0-9;]*m/#))
        #expect(text.contains("\u{1B}[1;7m ▶ PLAYING"))
    }

    static let clockTexts: [(Double, String)] = [
        (0, "00:00"), (59.999, "00:59"), (3723, "1:02:03"), (-30, "-00:30"), (-0.4, "00:00"), (.nan, "--:--"), (.infinity, "--:--"),
        (1e300, "--:--"),
    ]

    @Test(arguments: clockTexts) func clockTimes(seconds: Double, text: String) {
        #expect(TimeText.clock(seconds) == text)
    }

    static let secondTexts: [(Double, String)] = [
        (3.24, "3.2 s"), (12.7, "12 s"), (125, "02:05"), (-1, "-1.0 s"), (.nan, "?"), (1e300, "?"),
    ]

    @Test(arguments: secondTexts) func shortTimes(seconds: Double, text: String) {
        #expect(TimeText.seconds(seconds) == text)
    }

    static let rateTexts: [(Double, String)] = [(1, "1×"), (0.25, "0.25×"), (1.5, "1.5×"), (4, "4×"), (.nan, "?×")]

    @Test(arguments: rateTexts) func rates(rate: Double, text: String) {
        #expect(TimeText.rate(rate) == text)
    }
}
