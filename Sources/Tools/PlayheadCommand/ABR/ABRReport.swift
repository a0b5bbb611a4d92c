import Foundation
import PlayheadAdaptive
import PlayheadCore

/// The results of a policy for each network and their mean, as JSON and as a table.
struct ABRReport {
    private var rows: [(name: String, result: SimulationResult)] = []

    mutating func add(_ result: SimulationResult, of name: String) { rows.append((name, result)) }

    /// Returns the mean of a figure.
    func mean(_ measure: ABRMeasure) -> Double { values(measure).reduce(0, +) / Double(max(rows.count, 1)) }

    /// Returns the distribution of a figure over the networks.
    func distribution(of measure: ABRMeasure) -> ABRDistribution { ABRDistribution(values(measure)) }

    private func values(_ measure: ABRMeasure) -> [Double] { rows.map { measure.value(of: $0.result) } }

    /// The report as JSON: `{"traces":[{"trace","score",…}],"mean":{…}}`, with the keys of ``ABRMeasure``.
    var value: EventValue {
        let traces = rows.map { row in
            var fields: EventFields = ["trace": .string(row.name)]
            for measure in ABRMeasure.allCases {
                let value = measure.value(of: row.result)
                fields[measure.rawValue] = measure.isCount ? .int(Int(saturating: value)) : .double(value)
            }
            return EventValue.object(fields)
        }
        return .object(["traces": .array(traces), "mean": means])
    }

    /// The means as JSON.
    var means: EventValue {
        var fields: EventFields = [:]
        for measure in ABRMeasure.allCases { fields[measure.rawValue] = .double(mean(measure)) }
        return .object(fields)
    }

    /// The rows of the table; the last one is the mean.
    var table: [String] {
        let width = max(5, rows.map(\.name.count).max() ?? 0)
        let lines = rows.map { row in
            ABRTable.line(row.name, width: width, ABRMeasure.allCases.map { $0.text($0.value(of: row.result)) })
        }
        let mean = ABRTable.line("mean", width: width, ABRMeasure.allCases.map { $0.text(self.mean($0)) })
        return [ABRTable.line("trace", width: width, ABRMeasure.allCases.map(\.header))] + lines + [mean]
    }
}

/// Formats the lines of tables.
enum ABRTable {
    /// Returns a line: a name, padded to a width, and cells.
    static func line(_ name: String, width: Int, _ cells: [String]) -> String {
        name + String(repeating: " ", count: max(width - name.count, 0)) + cells.map { " " + $0 }.joined()
    }
}
