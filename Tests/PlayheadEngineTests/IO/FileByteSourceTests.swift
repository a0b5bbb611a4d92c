import Foundation
import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("A local file as a byte source")
struct FileByteSourceTests {
    private func withFile<R>(_ bytes: [UInt8], _ body: (String) throws -> R) throws -> R {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path)
    }

    @Test("Reads sequentially, and from any position")
    func reading() throws {
        try withFile(Array(0..<100)) { path in
            let source = try FileByteSource(path: path)
            #expect(source.size == 100 && source.isSeekable)
            #expect(try source.bytes(3) == [0, 1, 2])
            #expect(try source.bytes(2) == [3, 4])
            try source.seek(to: 98)
            #expect(try source.bytes(9) == [98, 99])
            #expect(try source.bytes(9) == [])
            try source.seek(to: 1 << 60)
            #expect(try source.bytes(9) == [])
            source.cancel()
            #expect(throws: CancellationError.self) { try source.bytes(1) }
        }
    }

    @Test("A missing file, a folder and an empty file have different errors")
    func failures() throws {
        #expect(throws: PlaybackError.self) { try FileByteSource(path: "/no/such/file") }
        let folder = #expect(throws: PlaybackError.self) { try FileByteSource(path: FileManager.default.temporaryDirectory.path) }
        #expect(folder?.kind == .fileUnreadable)
        try withFile([]) { path in
            let empty = #expect(throws: PlaybackError.self) { try FileByteSource(path: path) }
            #expect(empty?.kind == .emptyMedia)
        }
    }

    @Test("A file URL of another machine is an error that names it, and not a file of this machine")
    func foreign() throws {
        try withFile([1]) { path in
            let url = try #require(URL(string: "file://nas.example\(path)"))
            let failure = #expect(throws: PlaybackError.self) { try FileDescriptor(opening: url) }
            #expect(failure?.kind == .invalidURL && failure?.underlying?.contains("nas.example") == true)
        }
    }

    @Test("Waits for a file that another program writes, but not for others")
    func growth() throws {
        try withFile([1, 2]) { path in
            let source = try FileByteSource(path: path)
            #expect(try !source.isGrowing && !source.waitForGrowth(beyond: 2))
            let writer = try #require(FileHandle(forWritingAtPath: path))
            #expect(source.isGrowing)
            source.interrupt()
            #expect(throws: CancellationError.self) { try source.waitForGrowth(beyond: 2) }
            source.resume()
            try writer.seekToEnd()
            try writer.write(contentsOf: [3])
            #expect(try source.waitForGrowth(beyond: 2) && source.size == 3)
            Thread.detachNewThread {
                try? writer.write(contentsOf: [4])
                try? writer.close()
            }
            #expect(try source.waitForGrowth(beyond: 3))
            #expect(try source.bytes(9) == [1, 2, 3, 4])
            #expect(try !source.waitForGrowth(beyond: 4))
        }
    }

    @Test("What a writer writes before it closes the file is found, also between the questions for size and writer")
    func lastWrite() throws {
        try withFile([1, 2]) { path in
            let writer = try #require(FileHandle(forWritingAtPath: path))
            let url = URL(fileURLWithPath: path)
            let clock = InterveningClock()
            let source = try FileByteSource(try FileDescriptor(opening: url), url: url, clock: clock)
            clock.action.withLock {
                $0 = {
                    _ = try? writer.seekToEnd()
                    try? writer.write(contentsOf: [3])
                    try? writer.close()
                }
            }
            #expect(try source.waitForGrowth(beyond: 2))
            #expect(try source.bytes(9) == [1, 2, 3] && !source.waitForGrowth(beyond: 3))
        }
    }

    @Test("Closes its descriptor when it is cancelled, released, or failed to initialize", .enabled(if: ProcessTable.isThere))
    func descriptors() throws {
        try withFile([1]) { path in
            for _ in 0..<10 { _ = try FileByteSource(path: path) }
            let source = try FileByteSource(path: path)
            #expect(ProcessTable.descriptors(of: path) == 1)
            source.cancel()
            #expect(ProcessTable.descriptors(of: path) == 0)
            source.cancel()
            #expect(throws: CancellationError.self) { try source.bytes(1) }
        }
        try withFile([]) { path in
            #expect(throws: PlaybackError.self) { try FileByteSource(path: path) }
            #expect(ProcessTable.descriptors(of: path) == 0)
        }
    }
}

/// A clock that acts once when it is read.
private final class InterveningClock: PlaybackClock {
    let action = Locked<(@Sendable () -> Void)?>(nil)

    var now: Double {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
        return SystemClock().now
    }

    func sleep(until time: Double) async throws { try await SystemClock().sleep(until: time) }
}
