import Foundation
import Playhead
import PlayheadEngine
import PlayheadPulse
import PlayheadSamples
import Synchronization

/// Measures the offset between picture and sound at the outputs: the time at which each second's picture is presented, and the time at
/// which each second's beep is recorded from the sound server's monitor. Needs PulseAudio and `parec`.
@MainActor
enum SyncMeasurement {
    /// Plays for `seconds` and prints the results. `server` is the sound server's address, `nil` for the user's server, and `device` the
    /// monitor to record.
    static func run(seconds: Int, server: String?, device: String) async throws {
        let cache = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-sync")
        let recipe = SampleRecipe(.file(.mp4), duration: Double(seconds), width: 320, height: 180)
        let url = try await SampleStreams(cache: cache).url(of: recipe)
        let recorder = try BeepRecorder(server: server, device: device)
        let screen = PictureTimes()
        var configuration = PlayerConfiguration()
        configuration.videoOutput = screen
        configuration.audioOutput = .custom { PulseAudioOutput(options: PulseOptions(server: server, applicationName: "Playhead")) }
        configuration.audio.requiresOutput = true
        let player = Player(configuration: configuration)
        let events = player.events
        player.load(PlayerItem(url: url))
        player.play()
        for await event in events {
            if let error = event as? ErrorEvent { throw error.error }
            if event is CompleteEvent { break }
        }
        let statistics = player.statistics
        player.release()
        await player.released()
        recorder.stop()
        report(pictures: screen.seconds, beeps: recorder.onsets, statistics)
    }

    private static func report(pictures: [Int: Double], beeps: [Double], _ statistics: EngineStatistics) {
        var apart: [Double] = []
        var drift: [Double] = []
        let first = pictures.keys.min().flatMap { second in pictures[second].map { (second, $0) } }
        for (second, shown) in pictures.sorted(by: { $0.key < $1.key }) {
            // The beep of a second is the one that is closest to its picture.
            guard let beep = beeps.min(by: { abs($0 - shown) < abs($1 - shown) }), abs(beep - shown) < 0.5 else { continue }
            apart.append((beep - shown) * 1000)
            if let first { drift.append((shown - first.1 - Double(second - first.0)) * 1000) }
        }
        print("seconds with picture and beep: \(apart.count) of \(pictures.count); frames dropped: \(statistics.framesDropped)")
        print("the beep behind the picture, ms: \(Self.spread(apart))")
        print("the picture behind the wall clock since the first, ms: \(Self.spread(drift))")
    }

    private static func spread(_ values: [Double]) -> String {
        let sorted = values.sorted()
        guard let minimum = sorted.first, let maximum = sorted.last else { return "nothing measured" }
        func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
        return "min \(rounded(minimum)), median \(rounded(sorted[sorted.count / 2])), max \(rounded(maximum))"
    }
}

/// Records the time at which the first picture of each second is presented.
private final class PictureTimes: VideoOutput {
    private let times = Mutex<[Int: Double]>([:])

    var seconds: [Int: Double] { times.withLock { $0 } }

    func present(_ picture: VideoPicture) {
        let now = SystemClock().now
        let second = Int(saturating: picture.time + 0.001, rounding: .down)
        guard picture.time - Double(second) < picture.duration / 2 else { return }
        times.withLock { if $0[second] == nil { $0[second] = now } }
    }

    func clear() {}
}

/// Records the times of beeps.
private final class BeepRecorder: Sendable {
    private struct State {
        var onsets: [Double] = []
        var silentSince = 0
        var position = 0
    }

    private static let rate = 48_000.0
    private let process = Process()
    private let state = Mutex(State())

    init(server: String?, device: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["parec", "--device=\(device)", "--raw", "--format=s16le", "--rate=48000", "--channels=1", "--latency-msec=5"]
            + (server.map { ["--server=\($0)"] } ?? [])
        let pipe = Pipe()
        process.standardOutput = pipe
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in self?.append(handle.availableData) }
        try process.run()
    }

    var onsets: [Double] { state.withLock { $0.onsets } }

    func stop() { process.terminate() }

    private func append(_ data: Data) {
        let now = SystemClock().now
        let samples = data.withUnsafeBytes { raw in
            (0..<raw.count / 2).map { raw.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self) }
        }
        state.withLock { state in
            for (index, sample) in samples.enumerated() {
                guard abs(Int(sample)) > 1000 else { continue }
                let position = state.position + index
                // A beep starts after at least 0.2 seconds of silence.
                if Double(position - state.silentSince) > 0.2 * Self.rate {
                    state.onsets.append(now - Double(samples.count - index) / Self.rate)
                }
                state.silentSince = position
            }
            state.position += samples.count
        }
    }
}
