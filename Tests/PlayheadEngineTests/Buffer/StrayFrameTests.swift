import Foundation
import Testing

@testable import PlayheadEngine
@testable import PlayheadFFmpeg

@Suite("Stray timestamps", .enabled(if: Samples.areThere))
struct StrayFrameTests {
    /// The times of the frames that are returned for frames with `times`.
    private func pass(_ times: [Double]) async throws -> [Double] {
        let format = try await TestPackets().format
        let frame = try Frame()
        var stray = StrayFrame()
        var result: [Double] = []
        for time in times {
            if let next = stray.take(DecodedFrame(frame: frame, format: format, time: time, duration: 1)) { result.append(next.time) }
            while let next = stray.next() { result.append(next.time) }
        }
        if let last = stray.release() { result.append(last.time) }
        return result
    }

    @Test(
        "A frame far ahead of the others is dropped; a gap, which all following frames share, is kept",
        arguments: [
            ([0, 1, 2, 3], [0, 1, 2, 3]), ([0, 1, 9000, 2, 3], [0, 1, 2, 3]), ([0, 1, 70, 71, 72], [0, 1, 70, 71, 72]),
            ([0, 1, 9000, 8000, 2, 3], [0, 1, 2, 3]), ([0, 1, 9000, 9000.5, 2], [0, 1, 9000, 9000.5, 2]), ([0, 1, 50, 2], [0, 1, 50, 2]),
            ([500, 501], [500, 501]), ([0, 100], [0, 100]), ([0, 200, 400, 600], [0, 200, 400, 600]), ([5, 3, 1], [5, 3, 1]),
        ] as [([Double], [Double])])
    func frames(times: [Double], expected: [Double]) async throws {
        #expect(try await pass(times) == expected)
    }
}
