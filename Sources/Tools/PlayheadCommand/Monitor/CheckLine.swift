import Foundation
import PlayheadCore
import PlayheadMonitor

/// The result of `--once` as one line, in the form of the output of monitoring plugins: a status, a text, and after a bar the performance data
/// (Monitoring Plugins Development Guidelines).
enum CheckLine {
    /// The states of a check and their exit statuses with `--nagios`.
    enum State: Int32 {
        case ok = 0
        case warning = 1
        case critical = 2
        case unknown = 3

        /// The state of a run.
        init(_ verdict: Verdict) {
            self =
                switch verdict {
                case .passed: .ok
                case .crossed: .warning
                case .failed: .critical
                case .clocksLate: .unknown
                }
        }
    }

    /// Returns the line.
    static func text(_ statistics: MonitorStatistics, thresholds: [Threshold], verdict: Verdict) -> String {
        let reason: String? =
            switch verdict {
            case .passed: nil
            case .failed(let reason), .clocksLate(let reason): reason
            case .crossed(let results):
                results.map { "\($0.threshold.text) is \(MonitorFigures.value(of: $0))" }.joined(separator: ", ")
            }
        var facts: [String] = []
        if statistics.startup.count > 0 { facts.append("startup \(MonitorFigures.milliseconds(statistics.startup.maximum))") }
        facts.append("\(statistics.stallCount) stalls")
        if let mean = statistics.meanBitrate { facts.append(MonitorFigures.bitrate(mean)) }
        if statistics.latency.count > 0 {
            facts.append("latency \(MonitorFigures.seconds(milliseconds: statistics.latency.percentile(50)))")
        }
        facts.append("\(TimeText.seconds(statistics.playTime)) played")
        let state = "\(State(verdict))".uppercased()
        let text = ([reason].compactMap(\.self) + [facts.joined(separator: ", ")]).joined(separator: " ")
        // The bar separates the performance data.
        return "PLAYHEAD \(state) - \(SafeText.clean(text).replacing("|", with: "/")) | \(performance(statistics))"
    }

    private static func performance(_ statistics: MonitorStatistics) -> String {
        var values: [String] = []
        if statistics.startup.count > 0 { values.append("startup_time=\(Int(saturating: statistics.startup.maximum))ms") }
        values.append("stalls=\(statistics.stallCount)")
        values.append(String(format: "stall_ratio=%.4f", statistics.stallRatio))
        if let mean = statistics.meanBitrate { values.append("bitrate=\(Int(saturating: mean))") }
        if statistics.latency.count > 0 { values.append("live_latency=\(Int(saturating: statistics.latency.percentile(50)))ms") }
        values.append("errors=\(statistics.failureCount)")
        values.append("data_received=\(statistics.transfers.bytes)B")
        return values.joined(separator: " ")
    }
}
