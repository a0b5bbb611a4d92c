import Foundation
import PlayheadAdaptive
import PlayheadCore

/// The results for each network and their mean, as JSON and as a table.
struct ABRReport {
    private struct Row {
        let name: String
        let score: Double
        let rebufferRatio: Double
        /// The mean bitrate in kbit/s.
        let meanBitrate: Double
        let switches: Double
    }

    private var rows: [Row] = []

    mutating func add(_ result: SimulationResult, of name: String) {
        rows.append(
            Row(
                name: name, score: result.score, rebufferRatio: result.rebufferRatio, meanBitrate: result.meanBitrate / 1000,
                switches: Double(result.switches)))
    }

    private var mean: Row {
        func mean(_ path: KeyPath<Row, Double>) -> Double { rows.reduce(0) { $0 + $1[keyPath: path] } / Double(max(rows.count, 1)) }
        return Row(
            name: "mean", score: mean(\.score), rebufferRatio: mean(\.rebufferRatio), meanBitrate: mean(\.meanBitrate),
            switches: mean(\.switches))
    }

    /// The report as JSON: `{"traces":[{"trace","score","rebufferRatio","meanBitrate","switches"}],"mean":{…}}`.
    var value: EventValue {
        let traces = rows.map { row in
            var fields: EventFields = ["trace": .string(row.name)]
            fields["score"] = .double(row.score)
            fields["rebufferRatio"] = .double(row.rebufferRatio)
            fields["meanBitrate"] = .double(row.meanBitrate)
            fields["switches"] = .int(Int(saturating: row.switches))
            return EventValue.object(fields)
        }
        let mean = mean
        let means: EventFields = [
            "score": .double(mean.score), "rebufferRatio": .double(mean.rebufferRatio), "meanBitrate": .double(mean.meanBitrate),
            "switches": .double(mean.switches),
        ]
        return .object(["traces": .array(traces), "mean": .object(means)])
    }

    /// The rows of the table; the last one is the mean.
    var table: [String] {
        let width = max(5, rows.map(\.name.count).max() ?? 0)
        let pad = { (text: String) in text + String(repeating: " ", count: max(width - text.count, 0)) }
        let lines = (rows + [mean]).map { row in
            pad(row.name)
                + String(format: "  %7.3f  %9.4f  %7.0f  %8.1f", row.score, row.rebufferRatio, row.meanBitrate, row.switches)
        }
        return [pad("trace") + "    score   rebuffer   kbit/s  switches"] + lines
    }
}
