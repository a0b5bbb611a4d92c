import Foundation
import Synchronization

/// Records a server's null sink: mono, 48,000 samples per second.
package final class PulseRecorder: Sendable {
    private let process: ChildProcess
    private static let rate = 48_000.0
    private let recording = Mutex(Recording())
    private let earliest = Mutex(Double.infinity)

    /// Starts recording; returns when the first samples have arrived.
    package init(_ server: PulseServer) async throws {
        guard let program = PulseServer.path(of: "parec") else { throw CocoaError(.executableNotLoadable) }
        process = try ChildProcess(
            program,
            arguments: [
                "--server=\(server.address)", "--device=\(PulseServer.sink).monitor", "--raw", "--format=float32le", "--rate=48000",
                "--channels=1", "--latency-msec=10",
            ], environment: PulseServer.environment(server.folder), readsOutput: true)
        process.output?.readabilityHandler = { [weak self] handle in
            let bytes = handle.availableData
            self?.append(bytes)
        }
        try await eventually("the recorder records") { !self.samples.isEmpty }
    }

    deinit {
        process.output?.readabilityHandler = nil
    }

    private func append(_ bytes: Data) {
        let now = ProcessInfo.processInfo.systemUptime
        let count = recording.withLock { recording in
            recording.append(bytes)
            return recording.samples.count
        }
        earliest.withLock { $0 = min($0, now - Double(count) / Self.rate) }
    }

    /// Returns the time at which a sample was played, in seconds of the system's uptime. The estimate uses the chunk with the lowest delay.
    package func time(ofSample index: Int) -> Double { earliest.withLock { $0 } + Double(index) / Self.rate }

    /// The samples so far.
    package var samples: [Float] { recording.withLock { $0.samples } }

    /// The ranges with sound, in samples; gaps shorter than 100 ms, as on a busy machine, are ignored.
    package var sounds: [Range<Int>] { recording.withLock { $0.sounds } }

    /// Whether half a second of silence follows the last of at least `count` sounds, which may be shorter than they should, as on a busy machine.
    package func isSilent(after count: Int) -> Bool {
        recording.withLock { $0.sounds.count >= count && $0.samples.count > $0.sounds[$0.sounds.count - 1].upperBound + 24_000 }
    }
}

/// Samples, and the sounds among them. Each sample is looked at once, so that a test that waits for sound leaves the processors to the playback.
private struct Recording {
    private(set) var samples: [Float] = []
    private(set) var sounds: [Range<Int>] = []
    /// The bytes of a sample that has not arrived completely.
    private var rest = Data()

    mutating func append(_ bytes: Data) {
        rest += bytes
        let count = rest.count / MemoryLayout<Float>.size
        let first = samples.count
        rest.withUnsafeBytes { raw in
            for index in 0..<count { samples.append(raw.loadUnaligned(fromByteOffset: index * 4, as: Float.self)) }
        }
        rest = Data(rest.dropFirst(count * MemoryLayout<Float>.size))
        for index in first..<samples.count where abs(samples[index]) > 0.05 {
            if let last = sounds.last, index - last.upperBound < 4800 {
                sounds[sounds.count - 1] = last.lowerBound..<index + 1
            } else {
                sounds.append(index..<index + 1)
            }
        }
    }
}
