import Foundation
import PlayheadCore
import PlayheadOrigin

/// Runs a test with an origin and stops the origin afterwards, even after an error.
package func withOrigin<Value>(
    root: URL? = nil, bytesPerSecond: Double? = nil, clock: any PlaybackClock = SystemClock(),
    _ body: (LoopbackOrigin) async throws -> Value
) async throws -> Value {
    let origin = try await LoopbackOrigin.start(root: root, bytesPerSecond: bytesPerSecond, clock: clock)
    do {
        let value = try await body(origin)
        await origin.stop()
        return value
    } catch {
        await origin.stop()
        throw error
    }
}

/// Returns bytes that identify their offsets: the low byte of each index, combined with its higher bytes.
package func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) ^ ($0 >> 16)) }
}
