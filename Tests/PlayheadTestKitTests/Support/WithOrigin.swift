import Foundation
import PlayheadCore
import PlayheadTestKit

/// Runs a test with an origin and ends the origin, whatever happens.
func withOrigin<Value>(
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

/// Runs a test with an empty folder and removes it afterwards.
func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Bytes that tell their offsets: the low byte of each index, disturbed by its high bytes.
func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) ^ ($0 >> 16)) }
}
