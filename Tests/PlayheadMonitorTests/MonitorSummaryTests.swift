import Foundation
import PlayheadCore
import PlayheadMonitor
import PlayheadTransport
import Testing

@Suite("Summaries and verdicts")
struct MonitorSummaryTests {
    private func statistics(failing: Bool = false, late: Bool = false) -> MonitorStatistics {
        var statistics = MonitorStatistics()
        statistics.elapsed = 20
        for time in 1...10 {
            statistics.add(.arrived)
            statistics.add(.started(milliseconds: Double(time) * 100))
            statistics.add(.transferred(TransferCounters(requests: 4, bytes: 1000)))
            statistics.add(.played(seconds: 10, Rung(QualityLevel(index: 1, label: "720p", bitrate: 3_000_000))))
        }
        for _ in 0..<1000 { statistics.clocks.turns.record(late ? 0.4 : 0.001) }
        if failing {
            statistics.add(.left(.failed(FailureKey(PlaybackError(.emptyPlaylist)))))
        }
        return statistics
    }

    private func verdict(_ statistics: MonitorStatistics, _ thresholds: [String]) throws -> Verdict {
        Verdict(statistics, thresholds: try thresholds.map { try Threshold($0) })
    }

    @Test("The exit status is 0 if all is well, 1 after a failure, 99 if a threshold is crossed")
    func statuses() throws {
        #expect(try verdict(statistics(), ["startup_time: p(95)<1500"]).status == 0)
        #expect(try verdict(statistics(), ["startup_time: p(95)<500"]).status == 99)
        #expect(try verdict(statistics(failing: true), []).status == 1)
        #expect(try verdict(statistics(failing: true), ["playback_failed: rate<0.2"]).status == 0)
        #expect(try verdict(statistics(failing: true), ["playback_failed: rate<0.05"]).status == 99)
    }

    @Test("Late clocks are the verdict, whatever the thresholds say")
    func lateClocks() throws {
        let verdict = try verdict(statistics(late: true), ["startup_time: p(95)<500"])
        guard case .clocksLate(let reason) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(verdict.status == 1 && reason.contains("own clocks were late") && reason.contains("--shard"))
    }

    @Test("Late clocks of a check excuse its figures, but neither hide a failure nor prevent a pass")
    func lateCheck() throws {
        let (late, slow) = (statistics(late: true), try Threshold("startup_time: p(95)<500"))
        #expect(Verdict(late, thresholds: [], isCheck: true) == .passed)
        if case .clocksLate = Verdict(late, thresholds: [slow], isCheck: true) {} else { Issue.record("The clocks were late.") }
        let failing = Verdict(statistics(failing: true, late: true), thresholds: [], isCheck: true)
        if case .failed = failing {} else { Issue.record("\(failing)") }
        // What often follows from a failure hides it just as little.
        let crossed = Verdict(statistics(failing: true), thresholds: [slow], isCheck: true)
        if case .failed = crossed {} else { Issue.record("\(crossed)") }
        #expect(Verdict(MonitorStatistics(), thresholds: [], isCheck: true).status == 1)
        let nothing = Verdict(MonitorStatistics(), thresholds: [try Threshold("data_received: count>100000")], isCheck: true)
        if case .failed = nothing {} else { Issue.record("\(nothing)") }
    }

    @Test("A run in which no viewer saw a picture has failed, unless a threshold permits failures")
    func nothingPlayed() throws {
        var statistics = MonitorStatistics()
        #expect(try verdict(statistics, []).status == 0)
        statistics.add(.arrived)
        #expect(try verdict(statistics, []).status == 1)
        #expect(try verdict(statistics, ["playback_failed: rate<0.5"]).status == 0)
    }

    @Test("The summary has k6's keys, types and values")
    func summary() throws {
        let statistics = statistics()
        let thresholds = [try Threshold("startup_time: p(99.9)<500"), try Threshold("stalls: count<5")]
        let summary = MonitorSummary(
            statistics, thresholds: thresholds, seed: 7, shard: .whole, isTerminal: (false, true),
            verdict: Verdict(statistics, thresholds: thresholds))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(summary.json.utf8)) as? [String: Any])
        #expect(Set(object.keys) == ["root_group", "options", "state", "metrics", "playhead"])
        let metrics = try #require(object["metrics"] as? [String: [String: Any]])
        let startup = try #require(metrics["startup_time"])
        #expect(startup["type"] as? String == "trend" && startup["contains"] as? String == "time")
        let values = try #require(startup["values"] as? [String: Double])
        #expect(Set(values.keys) == ["avg", "min", "med", "max", "p(90)", "p(95)", "p(99)", "p(99.9)", "count"])
        #expect(values["avg"] == 550 && values["max"] == 1000 && values["count"] == 10)
        let result = try #require(startup["thresholds"] as? [String: [String: Bool]])
        #expect(result == ["p(99.9)<500": ["ok": false]])
        #expect(metrics["data_received"]?["values"] as? [String: Double] == ["count": 10_000, "rate": 500])
        #expect(metrics["live_latency"] == nil)
        let details = try #require(object["playhead"] as? [String: Any])
        #expect(details["verdict"] as? String == "thresholds crossed" && details["exitStatus"] as? Int == 99)
    }
}
