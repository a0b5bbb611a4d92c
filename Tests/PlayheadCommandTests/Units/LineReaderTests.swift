import Foundation
import PlayheadArguments
import Synchronization
import TestSupport
import Testing

@Suite("Reading lines as fast as they are handled", .timeLimit(.minutes(5)))
struct LineReaderTests {
    @Test("While a line is handled at most one further chunk is read, and lines stay in order")
    func backPressure() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (input, output) = (ends[0], ends[1])
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let handled = Mutex(0)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        _ = LineReader(descriptor: input) { lines in
            // The first call waits until the test releases it.
            if handled.withLock({ $0 }) == 0 { for await _ in released { break } }
            handled.withLock { $0 += lines.count }
        } end: {
            end.finish()
        }
        let line = Array("volume 0.5\n".utf8)
        func write() -> Bool { line.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) } == line.count }
        /// Returns whether the pipe accepts more: a reader that does not block makes room at once.
        func hasRoom() -> Bool {
            var entry = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
            return poll(&entry, 1, 500) > 0
        }
        let pipeSize = 1 << 16
        var written = 0
        // After one read and a full pipe, no further data is accepted.
        while written * line.count < 4 * pipeSize, hasRoom() { if write() { written += 1 } }
        #expect(written * line.count < 3 * pipeSize)
        #expect(handled.withLock { $0 } == 0)
        release.yield()
        try await eventually("the pipe is read") { write() }
        close(output)
        for await _ in ended {}
        #expect(handled.withLock { $0 } == written + 1)
        close(input)
    }
}
