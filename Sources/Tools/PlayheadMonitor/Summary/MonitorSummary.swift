import PlayheadCore

/// The summary of a run in the shape of the `data` of k6's `handleSummary`, with `playhead` for what k6 has no place for.
package struct MonitorSummary: Sendable {
    /// The statistics of a trend that are always present, in k6's names.
    private static let trendStatistics = ["avg", "min", "med", "max", "p(90)", "p(95)", "p(99)", "count"]

    /// The statistics at the end of the run.
    package var statistics: MonitorStatistics
    /// The thresholds.
    package var thresholds: [Threshold]
    /// The seed of the run.
    package var seed: UInt64
    /// The shard.
    package var shard: Shard
    /// Whether standard output and standard error are terminals.
    package var isTerminal: (output: Bool, errors: Bool)
    /// The judgement.
    package var verdict: Verdict

    /// Creates a summary.
    package init(
        _ statistics: MonitorStatistics, thresholds: [Threshold], seed: UInt64, shard: Shard, isTerminal: (output: Bool, errors: Bool),
        verdict: Verdict
    ) {
        self.statistics = statistics
        self.thresholds = thresholds
        self.seed = seed
        self.shard = shard
        self.isTerminal = isTerminal
        self.verdict = verdict
    }

    /// The summary as JSON on one line.
    package var json: String { JSONText.text(.object(fields)) }

    /// The summary's fields.
    package var fields: EventFields {
        var metrics: EventFields = [:]
        for metric in MonitorMetric.allCases where isPresent(metric) { metrics[metric.rawValue] = .object(fields(of: metric)) }
        let millisecondsPerSecond = 1000.0
        return [
            "root_group": .object([
                "name": "", "path": "", "id": "d41d8cd98f00b204e9800998ecf8427e", "groups": .array([]), "checks": .array([]),
            ]),
            "options": .object([
                "summaryTrendStats": .array(Self.trendStatistics.map { .string($0) }), "summaryTimeUnit": "", "noColor": false,
            ]),
            "state": .object([
                "isStdOutTTY": .bool(isTerminal.output), "isStdErrTTY": .bool(isTerminal.errors),
                "testRunDurationMs": .double(statistics.elapsed * millisecondsPerSecond),
            ]),
            "metrics": .object(metrics),
            "playhead": .object(details),
        ]
    }

    /// Metrics without values are left out, as in k6, unless a threshold names them.
    private func isPresent(_ metric: MonitorMetric) -> Bool {
        if case .trend(let histogram) = statistics.values(of: metric), histogram.count == 0 {
            return thresholds.contains { $0.metric == metric }
        }
        return true
    }

    private func fields(of metric: MonitorMetric) -> EventFields {
        let own = thresholds.filter { $0.metric == metric }
        var fields: EventFields = [
            "type": .string(metric.kind.rawValue), "contains": .string(metric.contains),
            "values": .object(values(of: metric, own)),
        ]
        guard !own.isEmpty else { return fields }
        var results: EventFields = [:]
        for threshold in own { results[threshold.expression] = .object(["ok": .bool(threshold.evaluate(statistics).passes)]) }
        fields["thresholds"] = .object(results)
        return fields
    }

    private func values(of metric: MonitorMetric, _ own: [Threshold]) -> EventFields {
        switch statistics.values(of: metric) {
        case .trend(let histogram):
            var fields: EventFields = [
                "avg": .double(histogram.mean), "min": .double(histogram.minimum), "med": .double(histogram.percentile(50)),
                "max": .double(histogram.maximum), "p(90)": .double(histogram.percentile(90)), "p(95)": .double(histogram.percentile(95)),
                "p(99)": .double(histogram.percentile(99)), "count": .int(histogram.count),
            ]
            for case .percentile(let percent) in own.map(\.aggregation) {
                fields["p(\(Self.number(percent)))"] = .double(histogram.percentile(percent))
            }
            return fields
        case .counter(let count, let perSecond): return ["count": .double(count), "rate": .double(perSecond)]
        case .rate(let passes, let fails):
            let all = passes + fails
            return ["rate": .double(all > 0 ? passes / all : 0), "passes": .double(passes), "fails": .double(fails)]
        case .gauge(let value, let minimum, let maximum):
            return ["value": .double(value), "min": .double(minimum), "max": .double(maximum)]
        }
    }

    private static func number(_ value: Double) -> String {
        Int(checked: value).flatMap { Double($0) == value ? "\($0)" : nil } ?? "\(value)"
    }

    private var details: EventFields {
        let (text, reason): (String, String?) =
            switch verdict {
            case .passed: ("passed", nil)
            case .failed(let reason): ("failed", reason)
            case .crossed(let results): ("thresholds crossed", results.map(\.threshold.text).joined(separator: "; "))
            case .clocksLate(let reason): ("clocks late", reason)
            }
        return [
            "verdict": .string(text), "reason": reason.map { .string($0) } ?? .null, "exitStatus": .int(Int(verdict.status)),
            "seed": .string("\(seed)"), "shard": .string("\(shard.index)/\(shard.count)"),
            "clocksLate": .bool(statistics.clocks.isLate),
            "viewers": .object([
                "peak": .int(statistics.peakViewers), "arrived": .int(statistics.arrived), "started": .int(statistics.started),
                "completed": .int(statistics.completed), "failed": .int(statistics.failed),
                "leftBeforeStart": .int(statistics.leftBeforeStart), "zaps": .int(statistics.zaps),
                "turnedAway": .int(statistics.turnedAway),
            ]),
            "rungs": .array(
                statistics.rungShares.map { rung, share in
                    .object([
                        "label": .string(rung.label), "bitrate": rung.bitrate.map { .int($0) } ?? .null, "share": .double(share),
                    ])
                }),
            "errors": .array(
                statistics.failureList.map { key, count in
                    .object([
                        "code": .string(key.code), "message": key.message.eventValue, "url": key.url.eventValue, "count": .int(count),
                    ])
                }),
            "otherErrors": .int(Int(saturating: statistics.failures.others)),
        ]
    }
}
