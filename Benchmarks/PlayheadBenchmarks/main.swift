import Foundation
import PlayheadEngine

// `PlayheadBenchmarks sync SECONDS`: measures the offset between picture and sound over the sound server of `PULSE_SERVER`, recorded from
// `PULSE_MONITOR` (the default sink's monitor). `PlayheadBenchmarks plays COUNT`: measures startup time and memory of this number of consecutive
// players. `PlayheadBenchmarks back COUNT`: measures how soon hidden pictures return. `PlayheadBenchmarks players COUNT URL`: measures the
// memory of this number of players that play at the same time. `PlayheadBenchmarks viewers COUNT URL [SECONDS [none|keyframes|all]]`: measures
// sessions without decoding.
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
case "viewers":
    let rest = Array(arguments.dropFirst(2))
    guard let url = rest.first.flatMap({ URL(string: $0) }) else { fallthrough }
    try await ViewersMeasurement.run(
        count: max(1, number ?? 100), url: url, seconds: rest.dropFirst().first.flatMap { Int($0) } ?? 60,
        decoding: rest.dropFirst(2).first.flatMap { ViewerDecoding(rawValue: $0) } ?? .none)
default:
    print("Usage: PlayheadBenchmarks sync|plays|back [NUMBER], players NUMBER URL, or viewers NUMBER URL [SECONDS [none|keyframes|all]]")
    exit(2)
}
