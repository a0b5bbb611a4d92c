import PlayheadMonitor
import TestSupport
import Testing

@Suite("Thresholds")
struct ThresholdTests {
    private func statistics() -> MonitorStatistics {
        var statistics = MonitorStatistics()
        statistics.elapsed = 10
        for time in 1...100 {
            statistics.add(.arrived)
            statistics.add(.started(milliseconds: Double(time) * 10))
        }
        statistics.add(.stallBegan)
        statistics.add(.stallEnded(seconds: 1))
        statistics.add(.played(seconds: 99, nil))
        return statistics
    }

    @Test(
        "Metrics, aggregations and comparisons of k6",
        arguments: [
            ("startup_time: p(95)<960", true), ("startup_time:p(95)<940", false), ("startup_time: avg<=505", true),
            ("startup_time: med>=490", true), ("startup_time: min==10", true), ("startup_time: max!=1000", false),
            ("startup_time: count===100", true), ("stalls: count<1", false), ("stalls: rate<=0.1", true),
            ("stall_ratio: rate<0.011", true), ("stall_ratio: rate<0.009", false), ("viewers: value==100", true),
            ("playback_failed: rate<0.01", true), ("  startup_time :  p( 99.9 ) > 990  ", true),
        ])
    func evaluation(text: String, passes: Bool) throws {
        let result = try Threshold(text).evaluate(statistics())
        #expect(result.passes == passes, "\(String(describing: result.value))")
        #expect(result.value != nil)
    }

    @Test("A metric without values passes, as in k6")
    func noValues() throws {
        let result = try Threshold("live_latency: p(95)<1").evaluate(statistics())
        #expect(result.passes && result.value == nil)
    }

    @Test(
        "An error has the position and the reason",
        arguments: [
            ("", 1, "metric"), ("start_time: p(95)<800", 1, "no metric 'start_time'"), ("startup_time", 13, "colon"),
            ("startup_time: p(101)<800", 17, "0 to 100"), ("startup_time: p(-1)<800", 17, "0 to 100"),
            ("startup_time: p(nan)<800", 17, "number"), ("startup_time: p95<800", 16, "parentheses"),
            ("startup_time: p(95<800", 19, "not closed"), ("startup_time: rate<1", 15, "no aggregation 'rate'"),
            ("stalls: p(95)<1", 9, "no aggregation 'p'"), ("viewers: count<1", 10, "no aggregation 'count'"),
            ("startup_time: p(95)=800", 20, "comparison"), ("startup_time: p(95)<", 21, "limit"),
            ("startup_time: p(95)<800ms", 24, "without a unit"), ("startup_time: p(95)<1e400", 21, "finite"),
            ("startup_time{a:b}: p(95)<1", 13, "Tags"),
        ])
    func errors(text: String, position: Int, reason: String) {
        let error = #expect(throws: ThresholdError.self) { try Threshold(text) }
        #expect(error?.position == position && error?.reason.contains(reason) == true, "\(String(describing: error))")
    }

    @Test("Extreme numbers are values or errors")
    func extremes() {
        for text in HostileNumbers.variants(of: "startup_time: p(95)<800") {
            if let threshold = try? Threshold(text) { _ = threshold.evaluate(statistics()) }
        }
    }
}
