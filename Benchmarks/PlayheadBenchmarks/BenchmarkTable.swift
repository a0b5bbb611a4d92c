import Foundation

/// The results as a table.
struct BenchmarkTable {
    private var lines: [(name: String, median: Double, minimum: Double, ratio: String)] = []
    private var medians: [String: Double] = [:]

    /// Adds a measurement.
    /// - Parameters:
    ///   - name: The name.
    ///   - measurement: The measurement.
    ///   - base: The name of an earlier measurement to compare with.
    mutating func add(_ name: String, _ measurement: Measurement, comparedWith base: String? = nil) {
        medians[name] = measurement.median
        let ratio = base.flatMap { medians[$0] }.map { "1/\(Self.rounded($0 / max(measurement.median, 1e-12))) of \(base ?? "")" }
        lines.append((name, measurement.median, measurement.minimum, ratio ?? ""))
    }

    /// The table as text.
    var text: String {
        let width = lines.map(\.name.count).max() ?? 0
        let head = Self.padded("what", width) + Self.padded("median", 12) + Self.padded("min", 12) + "ratio"
        return
            ([head]
            + lines.map { line in
                Self.padded(line.name, width) + Self.padded(Self.time(line.median), 12) + Self.padded(Self.time(line.minimum), 12)
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
