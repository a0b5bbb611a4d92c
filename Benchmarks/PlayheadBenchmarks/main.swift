import Foundation

// `PlayheadBenchmarks sync SECONDS`: measures the offset between picture and sound over the sound server of `PULSE_SERVER`, recorded from
// `PULSE_MONITOR` (the default sink's monitor). `PlayheadBenchmarks plays COUNT`: measures startup time and memory of this number of consecutive
// players. `PlayheadBenchmarks back COUNT`: measures how soon hidden pictures return.
let arguments = CommandLine.arguments.dropFirst()
let number = arguments.dropFirst().first.flatMap { Int($0) }
switch arguments.first {
case "sync":
    let environment = ProcessInfo.processInfo.environment
    try await SyncMeasurement.run(
        seconds: number ?? 300, server: environment["PULSE_SERVER"], device: environment["PULSE_MONITOR"] ?? "@DEFAULT_MONITOR@")
case "plays": try await PlaybackMeasurement.run(count: max(2, number ?? 200))
case "back": try await PictureMeasurement.run(count: max(1, number ?? 20))
default:
    print("Usage: PlayheadBenchmarks sync|plays|back [NUMBER]")
    exit(2)
}
