import Foundation
import Playhead
import PlayheadCore
import PlayheadOrigin
import PlayheadSamples
import Synchronization
import TestSupport
import Testing

@testable import PlayheadMonitor

@Suite("Crowds", .tags(.viewers), .serialized, .timeLimit(.minutes(3)), .enabled(if: Samples.arePossible))
struct CrowdTests {
    private func run(
        _ recipe: SampleRecipe = .hlsSmallLadder, prepare: (LoopbackOrigin) -> Void = { _ in },
        networks: [NetworkTrace] = [], _ adjust: (inout CrowdPlan) -> Void
    ) async throws -> (totals: MonitorTotals, requests: [RequestRecord]) {
        let file = try await Samples.streams.url(of: recipe)
        let origin = try await LoopbackOrigin.start(root: file.deletingLastPathComponent())
        prepare(origin)
        var plan = CrowdPlan(streams: [origin.url(file.lastPathComponent)])
        adjust(&plan)
        var setting = CrowdSetting(configuration: CrowdSetting.viewerConfiguration)
        setting.networks = networks
        let crowd = Crowd(plan: plan, setting: setting)
        await crowd.run()
        let requests = origin.requests
        await origin.stop()
        return (crowd.totals, requests)
    }

    @Test("Viewers arrive, play, leave after their time, and are replaced until the end")
    func replaced() async throws {
        let (totals, _) = try await run { plan in
            plan.arrivals = .count(3)
            plan.duration = 8
            plan.watchTime = .fixed(3)
        }
        let whole = totals.whole
        #expect(whole.peakViewers == 3 && whole.viewers == 0 && whole.left == whole.arrived)
        #expect((6...9).contains(whole.arrived) && whole.failed == 0 && whole.failureCount == 0)
        #expect(whole.started >= 3 && whole.playTime > 3 && whole.playTime < 24)
        #expect(whole.transfers.requests > 6 && whole.transfers.bytes > 1000 && whole.showingNow == 0)
        #expect(totals.streams.count == 1 && totals.streams[0].statistics.playTime == whole.playTime)
    }

    @Test("Without a duration each viewer plays its stream once, to the end")
    func once() async throws {
        let (totals, _) = try await run { $0.arrivals = .count(2) }
        #expect(totals.whole.arrived == 2 && totals.whole.completed == 2 && totals.whole.failed == 0)
    }

    @Test("A slow recorded network gives a low rung, whatever the origin's bandwidth; each viewer has one of its own")
    func network() async throws {
        let bytesPerSecond = 40_000.0
        let (totals, _) = try await run(networks: [NetworkTrace(bytesPerSecond: bytesPerSecond, latency: 0.1)]) { plan in
            plan.arrivals = .count(2)
            plan.duration = 6
        }
        let rate = Double(totals.whole.transfers.bytes) / totals.whole.elapsed
        #expect(totals.whole.started == 2 && totals.whole.startup.minimum > 200)
        #expect(rate < 2 * bytesPerSecond * 1.1 && rate > bytesPerSecond * 0.5, "\(rate) bytes per second")
    }

    @Test("A failing origin is counted by code and URL, and viewers that failed come back more and more slowly")
    func failing() async throws {
        let (totals, requests) = try await run(
            prepare: { $0.addFault(Fault(path: "**", kind: .status(404))) }
        ) { plan in
            plan.arrivals = .count(1)
            plan.duration = 5
        }
        #expect(totals.whole.arrived == totals.whole.failed && (2...4).contains(totals.whole.failed))
        #expect(totals.whole.started == 0 && totals.whole.lastError?.url?.hasSuffix("m3u8") == true)
        #expect(requests.count < 20)
    }

    @Test("A viewer that can't find a place is turned away")
    func limit() async throws {
        let (totals, _) = try await run { plan in
            plan.arrivals = .constant(perSecond: 10)
            plan.duration = 2
            plan.limit = 3
        }
        #expect(totals.whole.peakViewers == 3 && totals.whole.arrived == 3 && totals.whole.turnedAway > 10)
    }

    @Test("Viewers seek, pause, select qualities and change the stream, and all of them stop with the run")
    func behaviours() async throws {
        let (totals, _) = try await run { plan in
            plan.streams += plan.streams.compactMap { URL(string: "\($0.absoluteString)?other") }
            plan.arrivals = .count(6)
            plan.duration = 6
            plan.actionInterval = 0.5
            do { plan.behaviour = try Behaviour("seek=2,pause=1,switch=2,zap=2,leave=0.5") } catch { Issue.record(error) }
        }
        #expect(totals.whole.viewers == 0 && totals.whole.left == totals.whole.arrived && totals.whole.failed == 0)
        #expect(totals.whole.zaps > 0 && totals.whole.started > 0 && totals.whole.stalledNow == 0)
    }
}

@Suite("Pauses between viewers")
struct ReplacementPauseTests {
    @Test("A viewer that left is replaced at once; failures have longer and longer pauses, up to a minute")
    func pauses() {
        var pause = ReplacementPause()
        #expect(pause.seconds(after: .left) == 0 && pause.seconds(after: .completed) == 0)
        let failures = (0..<9).map { _ in pause.seconds(after: .failed(FailureKey(PlaybackError(.emptyPlaylist)))) }
        #expect(failures == [1, 2, 4, 8, 16, 32, 60, 60, 60])
        #expect(pause.seconds(after: .left) == 0 && pause.seconds(after: .failed(FailureKey(PlaybackError(.emptyPlaylist)))) == 1)
    }
}
