import Foundation
import PlayheadAdaptive
import PlayheadCore

/// The results of all policies on the same networks, as JSON and as a table.
struct ABRComparison {
    private var reports: [(policy: KnownPolicy, report: ABRReport)] = []

    mutating func add(_ report: ABRReport, of policy: KnownPolicy) { reports.append((policy, report)) }

    /// The comparison as JSON: `{"policies":[{"policy","mean":{…},"score":{"worstTenth","p10","p50","p90"},"qoeLog":{…}}]}`.
    var value: EventValue {
        let policies = reports.map { policy, report in
            var fields: EventFields = ["policy": .string(policy.rawValue), "mean": report.means]
            for measure in [ABRMeasure.score, .qoeLog] { fields[measure.rawValue] = report.distribution(of: measure).value }
            return EventValue.object(fields)
        }
        return .object(["policies": .array(policies)])
    }

    /// The means of all policies, and after an empty line the distributions of both scores.
    var table: [String] {
        let width = max(6, reports.map(\.policy.rawValue.count).max() ?? 0)
        let means = reports.map { policy, report in
            ABRTable.line(policy.rawValue, width: width, ABRMeasure.allCases.map { $0.text(report.mean($0)) })
        }
        var lines = [ABRTable.line("policy", width: width, ABRMeasure.allCases.map(\.header))] + means
        for measure in [ABRMeasure.score, .qoeLog] {
            let header = ABRTable.line("policy", width: width, ["worst tenth", "     10 %", "     50 %", "     90 %"])
            lines += ["", "\(measure.title) over the networks", header]
            lines += reports.map { policy, report in
                let values = report.distribution(of: measure)
                return ABRTable.line(
                    policy.rawValue, width: width,
                    [String(format: "%11.3f", values.worstTenth)]
                        + [values.p10, values.p50, values.p90].map { String(format: "%9.3f", $0) })
            }
        }
        return lines
    }
}
