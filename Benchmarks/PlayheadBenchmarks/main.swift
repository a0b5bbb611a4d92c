import Foundation

// `PlayheadBenchmarks sync SECONDS`: measures the offset between picture and sound over the sound server of `PULSE_SERVER`, recorded from
// `PULSE_MONITOR` (the default sink's monitor). `PlayheadBenchmarks plays COUNT`: measures startup time and memory of this number of consecutive
// players. `PlayheadBenchmarks back COUNT`: measures how soon hidden pictures return. `PlayheadBenchmarks players COUNT URL`: measures the
// memory of this number of players that play at the same time.
let arguments = CommandLine.arguments.dropFirst()
let number = arguments.dropFirst().first.flatMap { Int($0) }
switch arguments.first {
case "sync":
    let environment = ProcessInfo.processInfo.environment
    try await SyncMeasurement.run(
        seconds: number ?? 300, server: environment["PULSE_SERVER"], device: environment["PULSE_MONITOR"] ?? "@DEFAULT_MONITOR@")
case "plays": try await PlaybackMeasurement.run(count: max(2, number ?? 200))
case "back": try await PictureMeasurement.run(count: max(1, number ?? 20))
case "players":
    guard let url = arguments.dropFirst(2).first.flatMap({ URL(string: $0) }) else { fallthrough }
    try await PlayersMeasurement.run(count: max(2, number ?? 5), url: url)
default:
    print("Usage: PlayheadBenchmarks sync|plays|back [NUMBER], or players NUMBER URL")
    exit(2)
}
