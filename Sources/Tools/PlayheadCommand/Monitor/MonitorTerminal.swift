import Foundation
import PlayheadArguments
import PlayheadCore
import PlayheadMonitor
import PlayheadTerminal

/// The view of many viewers on a terminal.
@MainActor
final class MonitorTerminal: MonitorOutput {
    private static let shownFailures = 50

    private let terminal: Terminal
    private var painter: ScreenPainter
    private var model = MonitorViewModel()
    private let thresholds: [Threshold]
    private let planned: Int?
    private var history = MonitorHistory()
    private var keys: Task<Void, Never>?
    private(set) var isBroken = false

    /// Activates the terminal.
    /// - Parameters:
    ///   - plan: The plan of the run.
    ///   - thresholds: The thresholds.
    ///   - end: Called when the viewer asks to end the run.
    /// - Throws: `TerminalError`.
    init(plan: CrowdPlan, thresholds: [Threshold], end: @escaping @MainActor () -> Void) throws {
        let capabilities = TerminalCapabilities(environment: ProcessInfo.processInfo.environment)
        terminal = try Terminal()
        painter = ScreenPainter(capabilities: capabilities)
        self.thresholds = thresholds
        planned = plan.ownCount
        let shard = plan.shard == .whole ? "" : "  (shard \(plan.shard.index)/\(plan.shard.count))"
        let first = plan.streams.first.map { Secrets.blanked($0.absoluteString) } ?? ""
        model.title = (plan.streams.count == 1 ? first : "\(plan.streams.count) streams: \(first) …") + shard
        model.duration = plan.duration
        model.keys = [.init("q", "end with the summary")]
        let events = terminal.events
        keys = Task { [weak self] in
            for await event in events {
                guard let self else { return }
                switch event {
                case .key(let key): self.handle(key, end: end)
                case .resized:
                    self.painter.invalidate()
                    self.draw()
                case .closed:
                    self.isBroken = true
                    end()
                }
            }
        }
    }

    private func handle(_ key: Key, end: @MainActor () -> Void) {
        if ViewKeys.isSuspend(key) { return terminal.suspend() }
        let isQuit = key.code == .character("q") || key.code == .escape || key == Key(.character("c"), .control)
        if isQuit { end() }
    }

    func show(_ statistics: MonitorStatistics) {
        history.add(statistics)
        if model.state != .ending { model.state = statistics.clocks.isLate ? .clocksLate : .running }
        model.elapsed = statistics.elapsed
        model.clocks = "own clocks  \(MonitorFigures.clocks(statistics.clocks))"
        model.cards = cards(statistics)
        model.series = series()
        model.rungs = statistics.rungShares.map { .init(label: $0.rung.label, bitrate: $0.rung.bitrate, share: $0.share) }
        model.thresholds = thresholds.map { $0.evaluate(statistics) }.map { result in
            .init(text: result.threshold.text, value: MonitorFigures.value(of: result), passes: result.passes)
        }
        model.failureCount = statistics.failureCount
        model.failures = statistics.failureList.prefix(Self.shownFailures).map {
            .init(code: $0.key.code, count: $0.count, url: [$0.key.message, $0.key.url].compactMap(\.self).joined(separator: " "))
        }
        draw()
    }

    private func cards(_ statistics: MonitorStatistics) -> [MonitorViewModel.Card] {
        func milliseconds(_ percent: Double) -> String {
            statistics.startup.count > 0 ? MonitorFigures.milliseconds(statistics.startup.percentile(percent)) : "–"
        }
        var cards: [MonitorViewModel.Card] = [
            .init(
                title: "VIEWERS", figure: "\(statistics.viewers)" + (planned.map { " of \($0)" } ?? ""),
                detail: "\(statistics.arrived) arrived" + (statistics.failed > 0 ? ", \(statistics.failed) failed" : ""),
                isAlarming: statistics.failed > 0),
            .init(title: "STARTUP", figure: "p50 \(milliseconds(50))", detail: "p95 \(milliseconds(95))"),
            .init(
                title: "STALLS", figure: MonitorFigures.stalls(statistics), detail: "\(statistics.stalledNow) waiting now",
                isAlarming: statistics.stalledNow > 0),
            .init(
                title: "BIT RATE", figure: statistics.meanBitrate.map { MonitorFigures.bitrate($0) } ?? "–",
                detail: "↑ \(statistics.switchesUp)  ↓ \(statistics.switchesDown)"),
        ]
        if statistics.latency.count > 0 {
            func seconds(_ percent: Double) -> String { MonitorFigures.seconds(milliseconds: statistics.latency.percentile(percent)) }
            cards.append(.init(title: "LIVE LATENCY", figure: "p50 \(seconds(50))", detail: "p95 \(seconds(95))"))
        }
        return cards
    }

    private func series() -> [MonitorViewModel.Series] {
        func last(_ values: [Double]) -> Double { values.last ?? 0 }
        return [
            .init(name: "viewers", values: history.viewers, text: "\(Int(saturating: last(history.viewers)))"),
            .init(name: "network", values: history.bits, text: MonitorFigures.bitrate(last(history.bits))),
            .init(name: "stalls", values: history.stalls, text: String(format: "%.0f/s", last(history.stalls))),
            .init(name: "errors", values: history.failures, text: String(format: "%.0f/s", last(history.failures))),
        ]
    }

    func showEnding() {
        model.state = .ending
        draw()
    }

    private func draw() {
        guard !isBroken else { return }
        let size = terminal.size
        let text = painter.paint(MonitorView.screen(for: model, size: size), size: size)
        if !text.isEmpty, !terminal.write(text) { isBroken = true }
    }

    func close() {
        keys?.cancel()
        terminal.close()
    }
}
