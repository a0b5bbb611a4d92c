import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTestKit
import PlayheadTransport
import Testing

@testable import Playhead

/// The measurements that follow from the events of a playback, on a manual clock.
@MainActor
@Suite("Metrics of a playback", .timeLimit(.minutes(5)))
struct MetricDeriverTests {
    /// Collects the measurements of a playback until its end.
    private func play(
        _ script: EngineScript, of names: [String] = ["a"], _ body: (ScriptedRig) async -> Void
    ) async -> [any MetricEvent] {
        let rig = ScriptedRig(script)
        let stream = rig.player.metricEvents
        rig.player.load(names.map { ScriptedRig.item($0) })
        await body(rig)
        rig.player.release()
        await rig.run(for: 1)
        rig.player.finishMetrics()
        var found: [any MetricEvent] = []
        for await metric in stream { found.append(metric) }
        return found
    }

    private func all<Metric: MetricEvent>(_ type: Metric.Type, in metrics: [any MetricEvent]) -> [Metric] {
        metrics.compactMap { $0 as? Metric }
    }

    private static func isClose(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 0.02 }

    @Test("A start and a stall state the reason and the duration of the wait")
    func waits() async throws {
        var script = EngineScript(media: .scripted(duration: 4))
        script.startingTime = 0.3
        script.stalls = [.init(at: 1, for: 0.5)]
        let metrics = await play(script) { rig in
            await rig.run(for: 1)
            rig.player.play()
            await rig.run(until: .ended)
        }
        let waits = all(LikelyToKeepUpMetric.self, in: metrics)
        #expect(waits.map(\.reason) == [.start, .stall] && waits.map(\.isInitial) == [true, false])
        #expect(Self.isClose(waits[0].timeTaken, 0.3) && Self.isClose(waits[1].timeTaken, 0.5))
        #expect(!waits[1].loadedRanges.isEmpty && waits[1].level?.index == 2)
        let stalls = all(StallMetric.self, in: metrics)
        #expect(stalls.count == 1 && stalls[0].hasRecovered && Self.isClose(stalls[0].duration, 0.5))
        #expect(Self.isClose(stalls[0].context.mediaTime ?? 0, 1) && stalls[0].context.item == 0)
    }

    @Test("A stall that a pause ends has not recovered")
    func pausedStall() async throws {
        var script = EngineScript(media: .scripted(duration: 4))
        script.stalls = [.init(at: 0.5, for: .infinity)]
        let metrics = await play(script) { rig in
            rig.player.play()
            await rig.run(for: 2)
            rig.player.pause()
            await rig.run(for: 1)
        }
        #expect(all(StallMetric.self, in: metrics).map(\.hasRecovered) == [false])
        #expect(all(LikelyToKeepUpMetric.self, in: metrics).map(\.reason) == [.start])
    }

    @Test("A seek states whether its target was loaded, and whether another one replaced it")
    func seeks() async throws {
        var script = EngineScript(media: .scripted(duration: 100))
        script.loadedAtStart = 10
        script.loadingSpeed = 0
        let metrics = await play(script) { rig in
            rig.player.play()
            await rig.run(for: 1)
            rig.player.seek(to: 5)
            await rig.run(for: 1)
            rig.player.seek(to: 60)
            rig.player.seek(to: 70)
            await rig.run(for: 2)
        }
        let seeks = all(SeekMetric.self, in: metrics)
        #expect(seeks.map(\.to) == [5, 60, 70])
        #expect(seeks.map(\.isCompleted).prefix(2) == [true, false])
        #expect(seeks[0].isInBuffer && Self.isClose(seeks[0].duration, 0.05) && !seeks[2].isInBuffer)
    }

    @Test("The rate is 0 while playback is paused")
    func rates() async throws {
        let metrics = await play(EngineScript(media: .scripted(duration: 9))) { rig in
            rig.player.play()
            await rig.run(for: 1)
            rig.player.rate = 2
            await rig.run(for: 1)
            rig.player.pause()
            rig.player.rate = 1.5
            await rig.run(for: 1)
            rig.player.play()
            await rig.run(for: 1)
        }
        let changes = all(RateChangeMetric.self, in: metrics)
        #expect(changes.map(\.rate) == [1, 2, 0, 1.5, 0] && changes.map(\.previousRate) == [0, 1, 2, 0, 1.5])
    }

    @Test("A switch on the screen has the levels and the reason")
    func switches() async throws {
        let metrics = await play(EngineScript(media: .scripted(duration: 4))) { rig in
            rig.player.play()
            await rig.run(for: 1)
            rig.player.selectLevel(1)
            await rig.run(until: .ended)
        }
        let switches = all(VariantSwitchMetric.self, in: metrics)
        #expect(switches.map(\.from?.index) == [nil, 2] && switches.map(\.to.index) == [2, 1])
        #expect(switches.map(\.reason) == [.start, .manual])
    }

    @Test("An automatic switch has the reason of the last attempt to load its level")
    func reasons() {
        let low = QualityLevel(index: 1, label: "360p", bitrate: 1)
        let high = QualityLevel(index: 2, label: "720p", bitrate: 2)
        var deriver = MetricDeriver()
        _ = deriver.handle(PlaylistItemEvent(item: ItemDescription(url: "a"), index: 0))
        _ = deriver.handle(VisualQualityEvent(mode: .auto, reason: .initialChoice, level: high))
        deriver.handle(LevelAttempt(from: high, to: low, reason: .abandonedTransfer))
        let found = deriver.handle(VisualQualityEvent(mode: .auto, reason: .auto, level: low))
        #expect((found.first as? VariantSwitchMetric)?.reason == .abandonedTransfer)
    }

    @Test("The summary of an item agrees with the metrics of the player")
    func summary() async throws {
        var script = EngineScript(media: .scripted(duration: 4))
        script.stalls = [.init(at: 1, for: 0.5)]
        var expected: PlaybackMetrics?
        let metrics = await play(script) { rig in
            rig.player.play()
            await rig.run(until: .ended)
            expected = rig.player.metrics
        }
        let summaries = all(PlaybackSummaryMetric.self, in: metrics)
        #expect(summaries.count == 1)
        let quality = try #require(summaries.first?.quality)
        #expect(quality.playTime == expected?.playTime && quality.rebufferTime == expected?.rebufferTime)
        #expect(quality.startupTime == expected?.startupTime && quality.meanBitrate == expected?.meanBitrate && quality.rebufferCount == 1)
        #expect(metrics.last is PlaybackSummaryMetric && summaries.first?.error == nil)
    }

    @Test("In a list each item has a summary of its own")
    func list() async throws {
        let metrics = await play(EngineScript(media: .scripted(duration: 2)), of: ["a", "b"]) { rig in
            rig.player.play()
            await rig.run(for: 6)
        }
        let summaries = all(PlaybackSummaryMetric.self, in: metrics)
        #expect(summaries.map(\.context.item) == [0, 1] && Set(summaries.map(\.context.playback)).count == 2)
        #expect(summaries.allSatisfy { Self.isClose($0.quality.playTime, 2) && $0.quality.completions == 1 })
    }

    @Test("A failure ends the item with its error")
    func failure() async throws {
        var script = EngineScript(media: .scripted(duration: 4))
        script.failures = [(1, PlaybackError(.decoding))]
        let metrics = await play(script) { rig in
            rig.player.play()
            await rig.run(until: .error)
        }
        #expect(all(ErrorMetric.self, in: metrics).map(\.hasRecovered) == [false])
        #expect(all(PlaybackSummaryMetric.self, in: metrics).map(\.error?.code) == [PlaybackError(.decoding).code])
    }

    @Test("Measurements are numbered without gaps, and belong to one session and playback")
    func order() async throws {
        let metrics = await play(EngineScript(media: .scripted(duration: 2))) { rig in
            rig.player.play()
            await rig.run(until: .ended)
        }
        #expect(metrics.map(\.context.sequence) == Array(1...metrics.count))
        #expect(Set(metrics.map(\.context.session)).count == 1 && Set(metrics.map(\.context.playback)).count == 1)
        #expect(metrics.first?.context.playback != nil)
    }

    @Test("A slow reader loses the oldest measurements")
    func bounded() async throws {
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 2)))
        let stream = rig.player.metricEvents(buffering: .bufferingNewest(2))
        rig.load("a")
        rig.player.play()
        await rig.run(until: .ended)
        rig.player.release()
        await rig.run(for: 1)
        rig.player.finishMetrics()
        var found: [any MetricEvent] = []
        for await metric in stream { found.append(metric) }
        #expect(found.count == 2 && found.last is PlaybackSummaryMetric)
    }

    @Test("A recorded playback has the measurements of the playback itself, and their lines are stable")
    func trace() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-metrics-\(UUID()).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        var script = EngineScript(media: .scripted(duration: 4))
        script.stalls = [.init(at: 1, for: 0.5)]
        let rig = ScriptedRig(script)
        try rig.player.startTrace(writingTo: file)
        let stream = rig.player.metricEvents
        rig.load("a")
        rig.player.play()
        await rig.run(for: 2)
        rig.player.selectLevel(1)
        rig.player.seek(to: 0.2)
        await rig.run(for: 1)
        rig.player.rate = 2
        await rig.run(until: .ended)
        rig.player.release()
        await rig.run(for: 1)
        try rig.player.stopTrace()
        rig.player.finishMetrics()
        var lines: [String] = []
        for await metric in stream { lines.append(Self.line(metric)) }
        #expect(try PlaybackTrace(contentsOf: file).metrics().map { Self.line($0) } == lines)
        try GoldenTrace.compare(lines, with: "metrics")
    }

    /// The line of a measurement without the values that differ between runs.
    private static func line(_ metric: any MetricEvent) -> String {
        var metric = metric
        metric.context.date = Date(timeIntervalSince1970: 0)
        metric.context.session = ""
        metric.context.playback = nil
        return metric.jsonLine
    }
}
