import Foundation

// `PlayheadBenchmarks`: a table of what has to be fast. `PlayheadBenchmarks sync SECONDS`: how far picture and sound are apart, over the sound server of
// `PULSE_SERVER`, recorded from `PULSE_MONITOR` (the default sink's monitor). `PlayheadBenchmarks plays COUNT`: so many players one after the other, the time
// to their first frames and what they leave in memory. `PlayheadBenchmarks events`: what telling an event costs.
// `PlayheadBenchmarks back COUNT`: how soon pictures are there again that were hidden.
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
