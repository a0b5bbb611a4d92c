import Foundation

// `PlayheadBenchmarks`: prints a table of performance-critical operations. `PlayheadBenchmarks sync SECONDS`: measures the offset between
// picture and sound over the sound server of `PULSE_SERVER`, recorded from `PULSE_MONITOR` (the default sink's monitor).
// `PlayheadBenchmarks plays COUNT`: measures startup time and memory of this number of consecutive players. `PlayheadBenchmarks events`:
// measures the cost of delivering an event. `PlayheadBenchmarks back COUNT`: measures how soon hidden pictures return.
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "sync" {
    let environment = ProcessInfo.processInfo.environment
    try await SyncMeasurement.run(
        seconds: arguments.dropFirst().first.flatMap { Int($0) } ?? 300, server: environment["PULSE_SERVER"],
        device: environment["PULSE_MONITOR"] ?? "@DEFAULT_MONITOR@")
} else if arguments.first == "plays" {
    try await PlaybackMeasurement.run(count: max(2, arguments.dropFirst().first.flatMap { Int($0) } ?? 200))
} else if arguments.first == "back" {
    try await PictureMeasurement.run(count: max(1, arguments.dropFirst().first.flatMap { Int($0) } ?? 20))
} else if arguments.first == "events" {
    print(EventBenchmarks.run())
} else {
    var table = BenchmarkTable()
    try PlaylistBenchmarks.run(into: &table)
    print(table.text)
}
