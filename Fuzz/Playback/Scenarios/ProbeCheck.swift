import Foundation
import PlayheadCore
import PlayheadEngine

/// Probes a stream and checks that the probe ends, with values that can be encoded.
struct ProbeCheck {
    let configuration: EngineConfiguration
    let limits: ScenarioLimits

    /// - Returns: The violations.
    func run(_ url: URL, withFrames: Bool) async -> [String] {
        let probe = MediaProbe(configuration: configuration)
        let task = Task { try await probe.run(url, withFrames: withFrames) }
        let watch = Task {
            try await SystemClock().sleep(for: limits.hang)
            task.cancel()
        }
        defer { watch.cancel() }
        do {
            let result = try await task.value
            if let duration = result.duration, !duration.isFinite || duration < 0 { return ["its duration is \(duration)"] }
            if let frame = result.frames?.first(where: { !$0.time.isFinite }) { return ["a frame is at \(frame.time)"] }
            return []
        } catch is PlaybackError {
            return []
        } catch is CancellationError {
            return ["the probe does not end"]
        } catch {
            return ["the probe fails with \(error)"]
        }
    }
}
