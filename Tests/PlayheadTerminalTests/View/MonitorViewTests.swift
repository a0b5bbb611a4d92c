import PlayheadTerminal
import Testing

@Suite("The view of many viewers")
struct MonitorViewTests {
    private var model: MonitorViewModel {
        var model = MonitorViewModel()
        model.title = "https://example.com/live/main.m3u8"
        model.elapsed = 65
        model.duration = 600
        model.clocks = "own clocks  on time, 99 % within 2 ms"
        model.cards = [
            .init(title: "VIEWERS", figure: "200 of 200", detail: "230 arrived"),
            .init(title: "STARTUP", figure: "p50 310 ms", detail: "p95 780 ms"),
            .init(title: "STALLS", figure: "3 (0.02 %)", detail: "1 waiting now", isAlarming: true),
        ]
        model.series = [.init(name: "viewers", values: [0, 50, 100, 200], text: "200")]
        model.rungs = [.init(label: "720p", bitrate: 3_000_000, share: 0.75), .init(label: "360p", bitrate: 900_000, share: 0.25)]
        model.thresholds = [.init(text: "startup_time: p(95)<800", value: "780", passes: true)]
        model.failureCount = 12
        model.failures = [.init(code: "HTTP 503", count: 12, url: "https://example.com/live/seg\u{1B}[31m.ts")]
        model.keys = [.init("q", "end with the summary")]
        return model
    }

    private func lines(_ model: MonitorViewModel, _ columns: Int, _ rows: Int) -> [String] {
        MonitorView.screen(for: model, size: TerminalSize(columns: columns, rows: rows)).lines.map(\.plainText)
    }

    @Test("A wide terminal shows everything")
    func wide() {
        let text = lines(model, 110, 30).joined(separator: "\n")
        for part in [
            "live/main.m3u8", "▶ RUNNING", "01:05 / 10:00", "200 of 200", "p95 780 ms", "99 % within 2 ms", "█", "720p", "75 %",
            "✓ startup_time: p(95)<800", "ERRORS  12", "HTTP 503", "12×", "q end with the summary",
        ] { #expect(text.contains(part), "\(part)") }
        #expect(!text.contains("\u{1B}"))
    }

    @Test(
        "The lines fit every size, however small",
        arguments: [(1, 1), (5, 2), (20, 4), (40, 8), (60, 12), (80, 24), (200, 60), (10_000, 3)])
    func sizes(columns: Int, rows: Int) {
        let screen = MonitorView.screen(for: model, size: TerminalSize(columns: columns, rows: rows))
        #expect(screen.lines.count <= rows && screen.lines.allSatisfy { $0.width <= columns })
        #expect(MonitorView.screen(for: model, size: TerminalSize(columns: 0, rows: 0)).lines.isEmpty)
    }

    @Test("Late clocks of the process are in the title, in a short terminal too")
    func lateClocks() {
        var model = model
        model.state = .clocksLate
        #expect(lines(model, 80, 6)[0].contains("✖ OWN CLOCKS LATE"))
    }

    @Test("Invalid figures are drawn without a trap")
    func invalid() {
        var model = model
        model.series = [.init(name: "x", values: [.nan, .infinity, -1, 3], text: "")]
        model.rungs = [.init(label: "", bitrate: .max, share: .nan), .init(label: "x", bitrate: -1, share: .infinity)]
        #expect(lines(model, 80, 24).count == 24)
        #expect(lines(MonitorViewModel(), 80, 24).count == 24)
    }
}
