import ArgumentParser

/// The options of measurements and reports.
struct MetricsArguments: ParsableArguments {
    @Option(
        name: .customLong("metrics"),
        help: .init(
            "Write a line of JSON for each measurement: requests, waits, switches, seeks, stalls and a summary; '-' for standard output.",
            valueName: "file"))
    var metrics: String?

    @Option(
        name: .customLong("report"),
        help: .init(
            "Write a page about the playback: requests, buffer, bit rates, states and events on one time axis.", valueName: "file.html"))
    var report: String?

    /// Whether the measurements are written to standard output.
    var usesStandardOutput: Bool { metrics == "-" }
}
