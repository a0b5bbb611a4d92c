import Foundation

/// What was measured, as lines of a table.
struct BenchmarkTable {
    private var lines: [(name: String, median: Double, least: Double, ratio: String)] = []
    private var medians: [String: Double] = [:]

    /// Adds a measurement.
    /// - Parameters:
    ///   - name: What was measured.
    ///   - base: The name of what it is compared with, which is in the table already.
    mutating func add(_ name: String, _ measurement: Measurement, comparedWith base: String? = nil) {
        medians[name] = measurement.median
        let ratio = base.flatMap { medians[$0] }.map { "1/\(Self.rounded($0 / max(measurement.median, 1e-12))) of \(base ?? "")" }
        lines.append((name, measurement.median, measurement.least, ratio ?? ""))
    }

    /// The table.
    var text: String {
        let width = lines.map(\.name.count).max() ?? 0
        let head = Self.padded("what", width) + Self.padded("median", 12) + Self.padded("min", 12) + "ratio"
        return
            ([head]
            + lines.map { line in
                Self.padded(line.name, width) + Self.padded(Self.time(line.median), 12) + Self.padded(Self.time(line.least), 12)
                    + line.ratio
            }).joined(separator: "\n")
    }

    private static func time(_ seconds: Double) -> String {
        seconds >= 1 ? "\(rounded(seconds)) s" : seconds >= 1e-3 ? "\(rounded(seconds * 1e3)) ms" : "\(rounded(seconds * 1e6)) µs"
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(2, width + 2 - text.count))
    }
}
