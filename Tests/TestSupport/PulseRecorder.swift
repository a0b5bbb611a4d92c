import Foundation
import Synchronization

/// Records a server's null sink: mono, 48,000 samples per second.
package final class PulseRecorder: Sendable {
    private let process: ChildProcess
    private static let rate = 48_000.0
    private let data = Mutex([UInt8]())
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
        let count = data.withLock { data in
            data.append(contentsOf: bytes)
            return data.count / MemoryLayout<Float>.size
        }
        earliest.withLock { $0 = min($0, now - Double(count) / Self.rate) }
    }

    /// Returns the time at which a sample was played, in seconds of the system's uptime. The estimate uses the chunk with the lowest delay.
    package func time(ofSample index: Int) -> Double { earliest.withLock { $0 } + Double(index) / Self.rate }

    /// The samples so far.
    package var samples: [Float] {
        data.withLock { bytes in
            bytes.withUnsafeBytes { raw in
                (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
            }
        }
    }

    /// The ranges with sound, in samples; gaps shorter than 100 ms, as on a busy machine, are ignored.
    package var sounds: [Range<Int>] {
        var result: [Range<Int>] = []
        for (index, sample) in samples.enumerated() where abs(sample) > 0.05 {
            if let last = result.last, index - last.upperBound < 4800 {
                result[result.count - 1] = last.lowerBound..<index + 1
            } else {
                result.append(index..<index + 1)
            }
        }
        return result
    }
}
