import Foundation
import PlayheadArguments
import PlayheadCore
import PlayheadEngine
import PlayheadMonitor

/// The figures of a run as text.
enum MonitorFigures {
    /// Returns the line for one second.
    static func line(_ statistics: MonitorStatistics) -> String {
        var parts = [
            TimeText.clock(statistics.elapsed),
            "viewers \(statistics.viewers) (\(statistics.arrived) arrived, \(statistics.failed) failed)",
            "startup \(startup(statistics))", "stalls \(stalls(statistics))", statistics.meanBitrate.map { bitrate($0) } ?? "- Mbit/s",
        ]
        if statistics.latency.count > 0 { parts.append("latency \(latency(statistics))") }
        parts.append("errors \(statistics.failureCount)")
        parts.append("clocks \(milliseconds(statistics.clocks.turns.quantile(0.99) * 1000))\(statistics.clocks.isLate ? " LATE" : "")")
        return parts.joined(separator: "  ")
    }

    /// Returns the lines of the summary for people.
    static func summary(_ statistics: MonitorStatistics, thresholds: [Threshold]) -> [String] {
        var lines = ["", "Summary"]
        func add(_ name: String, _ value: String) { lines.append("  \(name.padding(toLength: 19, withPad: " ", startingAt: 0))\(value)") }
        add("duration", TimeText.seconds(statistics.elapsed))
        add(
            "viewers",
            "\(statistics.arrived) arrived, \(statistics.peakViewers) at a time, \(statistics.completed) to the end, \(statistics.failed) failed"
        )
        if statistics.leftBeforeStart > 0 { add("left before start", "\(statistics.leftBeforeStart)") }
        if statistics.turnedAway > 0 { add("turned away", "\(statistics.turnedAway)") }
        add("startup", statistics.startup.count > 0 ? startup(statistics) : "no frame was shown")
        add("stalls", stalls(statistics))
        if let mean = statistics.meanBitrate { add("bit rate", "\(bitrate(mean)) on average") }
        for (rung, share) in statistics.rungShares {
            add("  \(SafeText.clean(rung.label, limit: 12))", String(format: "%.1f %% of the time", share * 100))
        }
        if statistics.switchesUp + statistics.switchesDown > 0 {
            add("switches", "\(statistics.switchesUp) up, \(statistics.switchesDown) down")
        }
        if statistics.latency.count > 0 { add("live latency", latency(statistics)) }
        add("network", "\(statistics.transfers.requests) requests, \(TimeText.bytes(statistics.transfers.bytes))")
        add("errors", statistics.failureCount == 0 ? "none" : "\(statistics.failureCount)")
        let shownFailures = 10
        for (key, count) in statistics.failureList.prefix(shownFailures) { lines.append("    \(count) × \(key.text)") }
        add("own clocks", clocks(statistics.clocks))
        for threshold in thresholds {
            let result = threshold.evaluate(statistics)
            lines.append("  \(result.passes ? "✓" : "✗") \(threshold.text)  \(value(of: result))")
        }
        return lines
    }

    /// Returns the value of a threshold's result.
    static func value(of result: Threshold.Result) -> String {
        guard let value = result.value else { return "no value" }
        let isWhole = value.rounded() == value || abs(value) >= 100
        return isWhole ? "\(Int(saturating: value))" : String(format: "%.4g", value)
    }

    static func startup(_ statistics: MonitorStatistics) -> String {
        guard statistics.startup.count > 0 else { return "-" }
        return "p50 \(milliseconds(statistics.startup.percentile(50))), p95 \(milliseconds(statistics.startup.percentile(95)))"
    }

    static func stalls(_ statistics: MonitorStatistics) -> String {
        "\(statistics.stallCount) (\(String(format: "%.2f", statistics.stallRatio * 100)) %)"
    }

    static func latency(_ statistics: MonitorStatistics) -> String {
        "p50 \(seconds(statistics.latency.percentile(50))), p95 \(seconds(statistics.latency.percentile(95)))"
    }

    /// Returns a sentence about the process's own clocks.
    static func clocks(_ clocks: OwnClocks) -> String {
        func p99(_ clocks: ClockLateness) -> String { milliseconds(clocks.quantile(0.99) * 1000) }
        guard let delay = clocks.delay else {
            let requests = clocks.requests.turns > 0 ? ", of requests within \(p99(clocks.requests))" : ""
            return "on time, 99 % within \(p99(clocks.turns))\(requests)"
        }
        return "LATE: 1 % of the \(delay.name) by more than \(p99(delay.clocks)). This machine has too many viewers; the figures are not "
            + "those of the origin."
    }

    static func milliseconds(_ value: Double) -> String { "\(Int(saturating: value)) ms" }

    static func seconds(milliseconds value: Double) -> String { String(format: "%.1f s", value / 1000) }

    private static func seconds(_ milliseconds: Double) -> String { seconds(milliseconds: milliseconds) }

    static func bitrate(_ bits: Double) -> String { TimeText.bitrate(Int(saturating: bits)) }
}
