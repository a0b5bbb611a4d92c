import Foundation
import PlayheadCore
import PlayheadMonitor
import PlayheadTestKit
import Testing

@testable import Playhead

@Suite("The figures of the monitor are those of the metric events")
@MainActor
struct MetricAgreementTests {
    /// The figures of an item.
    private struct Figures: Equatable, CustomStringConvertible {
        var starts = 0
        var stalls: [Double] = []
        var ups = 0
        var downs = 0
        var description: String { "\(starts) starts, stalls \(stalls), \(ups) up, \(downs) down" }
    }

    /// Plays two items with stalls, and with random actions of a viewer.
    /// - Returns: The events and the metric events.
    private func play(_ seed: UInt64) async -> ([any PlayerEvent], [any MetricEvent]) {
        var random = SeededRandom(seed: seed)
        var script = EngineScript(media: .scripted(duration: 12))
        script.stalls = (0..<4).map { _ in .init(at: random.unit() * 12, for: 0.2 + random.unit()) }
        let stage = ScriptedStage(script)
        var configuration = PlayerConfiguration()
        configuration.clock = stage.clock
        configuration.makeEngine = stage.makeEngine
        configuration.audioOutput = .none
        let player = Player(configuration: configuration)
        let metrics = player.metricEvents
        var events: [any PlayerEvent] = []
        let listening = player.onEvent { events.append($0) }
        func settle() async { while player.reportsTaken < stage.reportCount { await Task.yield() } }
        func run(for seconds: Double) async {
            let end = stage.clock.now + seconds
            await settle()
            while stage.step(until: end) { await settle() }
            await settle()
        }
        player.load(["a", "b"].map { PlayerItem(url: URL(filePath: "/\($0).mp4")) })
        player.play()
        for _ in 0..<12 {
            await run(for: random.unit() * 3)
            switch Int(saturating: random.unit() * 6) {
            case 0: player.pause()
            case 1: player.seek(to: random.unit() * 12)
            case 2: player.rate = 0.5 + random.unit()
            case 3: player.selectLevel(Int(saturating: random.unit() * 3))
            case 4: player.next()
            default: break
            }
            if random.unit() < 0.7 { player.play() }
        }
        await run(for: 60)
        player.release()
        await run(for: 1)
        listening.invalidate()
        player.finishMetrics()
        var measured: [any MetricEvent] = []
        for await metric in metrics { measured.append(metric) }
        return (events, measured)
    }

    @Test("Starts, stalls with their durations, switches and summaries of random playbacks agree")
    func agreement() async throws {
        var all: [Figures] = []
        for seed: UInt64 in 0..<40 { all += try await compare(seed) }
        #expect(all.contains { $0.starts > 0 } && all.contains { $0.stalls.count > 1 })
        #expect(all.contains { $0.ups > 0 } && all.contains { $0.downs > 0 })
    }

    /// Compares the figures of a playback.
    /// - Returns: The figures of its items.
    private func compare(_ seed: UInt64) async throws -> [Figures] {
        let (events, metrics) = await play(seed)
        var (counted, summaries): ([Figures], [PlaybackMetrics]) = ([], [])
        var (tracker, quality): (ViewerTracker?, PlaybackMetrics) = (nil, PlaybackMetrics())
        func note(_ observations: [ViewerObservation]) {
            guard let last = counted.indices.last else { return }
            for observation in observations {
                switch observation {
                case .started: counted[last].starts += 1
                case .stallEnded(let seconds): counted[last].stalls.append(rounded(seconds))
                case .counted(let metrics, let before):
                    counted[last].ups += metrics.switchesUp - before.switchesUp
                    counted[last].downs += metrics.switchesDown - before.switchesDown
                    quality = metrics
                default: break
                }
            }
        }
        for event in events {
            let now = event.context.monotonicTime
            func end() {
                note(tracker?.finish(at: now) ?? [])
                if tracker != nil { summaries.append(quality.standing(at: now)) }
                tracker = nil
            }
            if event is PlaylistItemEvent {
                end()
                counted.append(Figures())
                (tracker, quality) = (ViewerTracker(), PlaybackMetrics())
            }
            note(tracker?.handle(event) ?? [])
            if event is IdleEvent { end() }
        }
        var measured = [Figures()]
        var measuredSummaries: [PlaybackMetrics] = []
        for metric in metrics {
            let last = measured.count - 1
            switch metric {
            case let start as LikelyToKeepUpMetric: if start.isInitial { measured[last].starts += 1 }
            case let stall as StallMetric: measured[last].stalls.append(rounded(stall.duration))
            case let change as VariantSwitchMetric:
                guard let from = change.from else { break }
                if change.to.bitrate ?? 0 > from.bitrate ?? 0 { measured[last].ups += 1 } else { measured[last].downs += 1 }
            case let summary as PlaybackSummaryMetric:
                measuredSummaries.append(summary.quality)
                measured.append(Figures())
            default: break
            }
        }
        #expect(measured.dropLast() == counted[...], "seed \(seed)")
        #expect(measuredSummaries.count == summaries.count)
        for (measured, counted) in zip(measuredSummaries, summaries) { #expect(measured == counted, "seed \(seed)") }
        return counted
    }

    private func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}
