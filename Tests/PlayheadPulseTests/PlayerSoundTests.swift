import Foundation
import Playhead
import PlayheadPulse
import PlayheadSamples
import TestSupport
import Testing

/// Compares a player's sound, recorded from the sound server, with the film. Each second starts with a beep of 1 kHz.
@Suite(.enabled(if: PulseServer.isInstalled && PulseServer.path(of: "ffmpeg") != nil), .timeLimit(.minutes(5)))
@MainActor
struct PlayerSoundTests {
    /// Consecutive beeps, in samples.
    private struct Beeps {
        var spacing: Int
        /// The tolerance of 20 ms in samples.
        static let tolerance = 960

        func problem(in sounds: [Range<Int>]) -> String? {
            let distances = zip(sounds, sounds.dropFirst()).map { $1.lowerBound - $0.lowerBound }
            return !distances.isEmpty && distances.allSatisfy { abs($0 - spacing) <= Self.tolerance } ? nil : "\(distances)"
        }
    }

    @Test(
        "The beeps of the film are accurate within 20 ms, also after a seek; at double speed they take half the time at the same pitch",
        arguments: PulseServer.Kind.installed)
    func beeps(kind: PulseServer.Kind) async throws {
        // A busy machine disturbs playback or recording, so one undisturbed run of several is sufficient.
        let tries = 5
        var problems: [String] = []
        for _ in 0..<tries {
            problems = try await run(kind)
            if problems.isEmpty { return }
        }
        Issue.record("\(problems)")
    }

    private func run(_ kind: PulseServer.Kind) async throws -> [String] {
        let server = try await PulseServer(kind)
        let session = AudioSession()
        var configuration = PlayerConfiguration()
        configuration.audio.session = session
        let address = server.address
        configuration.audioOutput = .custom { PulseAudioOutput(options: PulseOptions(server: address), audioSession: session) }
        let recorder = try await PulseRecorder(server)
        let player = Player(configuration: configuration)
        let cache = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent(".build/samples")
        let recipe = SampleRecipe(.file(.mp4), duration: 60, width: 160, height: 90, bFrames: 2)
        player.load(PlayerItem(url: try await SampleStreams(cache: cache).url(of: recipe)))
        player.play()
        var problems: [String] = []
        /// Records until three complete beeps after `time` were played; the first one may be truncated.
        func listen(_ what: String, spacing: Int) async throws {
            let begin = recorder.samples.count
            func new() -> [Range<Int>] { Array(recorder.sounds.filter { $0.lowerBound > begin }) }
            try await eventually("\(what): beeps") { new().count >= 4 }
            let sounds = Array(new().prefix(4).dropLast())
            if let problem = Beeps(spacing: spacing).problem(in: sounds) { problems.append("\(what): \(problem)") }
            let pitch = frequency(of: recorder.samples[sounds[1]])
            if abs(pitch - 1000) > 30 { problems.append("\(what): \(pitch) Hz") }
        }
        try await eventually("it plays") { player.state == .playing && player.position > 0.2 }
        try await listen("from the beginning", spacing: 48_000)
        player.seek(to: 20.5)
        try await eventually("it is there") { player.state == .playing && player.position > 20.6 }
        try await listen("after a seek", spacing: 48_000)
        player.rate = 2
        let quick = player.position
        try await eventually("it is quick") { player.state == .playing && player.position > quick + 2 }
        try await listen("at twice the speed", spacing: 24_000)
        player.release()
        await player.released()
        return problems
    }

    /// Returns the frequency of the middle of a beep in Hz, by counting zero crossings.
    private func frequency(of beep: ArraySlice<Float>) -> Double {
        let middle = beep.dropFirst(beep.count / 4).dropLast(beep.count / 4)
        let rises = zip(middle.indices, zip(middle, middle.dropFirst())).filter { $1.0 < 0 && $1.1 >= 0 }.map(\.0)
        guard let first = rises.first, let last = rises.last, last > first else { return 0 }
        return Double(rises.count - 1) / Double(last - first) * 48_000
    }
}
