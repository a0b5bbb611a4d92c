import Foundation
import PlayheadCore
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("A source that is read in order", .timeLimit(.minutes(1)))
struct CopyingByteSourceTests {
    private static let limit: Int64 = 100_000

    private func withPipe(_ body: (CopyingByteSource, FileHandle) throws -> Void) throws {
        let pipe = Pipe()
        let source = CopyingByteSource(PipeByteSource(FileDescriptor(dup(pipe.fileHandleForReading.fileDescriptor))), limit: Self.limit)
        defer { source.cancel() }
        try body(source, pipe.fileHandleForWriting)
    }

    @Test("Reads every byte in order, also those that determine the format")
    func order() throws {
        try withPipe { source, writer in
            let content = (0..<3000).map { UInt8($0 % 251) }
            try writer.write(contentsOf: content)
            try writer.close()
            var bytes: [UInt8] = []
            while case let piece = try source.bytes(700), !piece.isEmpty { bytes += piece }
            #expect(bytes == content)
            #expect(!source.isSeekable && source.size == nil)
        }
    }

    @Test("Keeps MP4 whose samples precede the index, so that every position can be read")
    func samplesFirst() throws {
        try withPipe { source, writer in
            let content = Array("\0\0\0\u{10}ftypisomxxxx".utf8) + Array("\0\0\u{8}\0mdat".utf8) + (0..<4000).map { UInt8($0 % 251) }
            try writer.write(contentsOf: content)
            try writer.close()
            #expect(try source.bytes(4) == Array(content[..<4]))
            #expect(source.isSeekable)
            try source.seek(to: 3990)
            #expect(try source.bytes(100) == Array(content[3990...].prefix(100)))
            try source.seek(to: 8)
            #expect(try source.bytes(5) == Array(content[8..<13]))
            try source.seek(to: 1 << 40)
            #expect(try source.bytes(5).isEmpty)
            #expect(source.size == Int64(content.count))
        }
    }

    @Test("A source that is longer than the limit fails there")
    func tooLong() throws {
        try withPipe { source, writer in
            let content = Array("\0\0\0\u{8}mdat".utf8) + [UInt8](repeating: 1, count: Int(Self.limit))
            Thread.detachNewThread {
                try? writer.write(contentsOf: content)
                try? writer.close()
            }
            #expect(try source.bytes(8) == Array(content[..<8]))
            try source.seek(to: Self.limit - 70_000)
            #expect(try source.bytes(5) == [1, 1, 1, 1, 1])
            try source.seek(to: Self.limit + 70_000)
            #expect(throws: PlaybackError.self) { try source.bytes(5) }
        }
    }

    @Test("An interruption ends a waiting read, and no byte is lost")
    func interruption() throws {
        try withPipe { source, writer in
            source.interrupt()
            #expect(throws: CancellationError.self) { try source.bytes(1) }
            source.resume()
            try writer.write(contentsOf: [7])
            try writer.close()
            #expect(try source.bytes(9) == [7])
            source.cancel()
            #expect(throws: CancellationError.self) { try source.bytes(1) }
        }
    }

    @Test(
        "A named pipe plays to its end", .enabled(if: Samples.areThere),
        arguments: [SampleFormat.mp4, .mp4IndexAtEnd, .mpegTS, .matroska, .wav])
    func playback(_ format: SampleFormat) async throws {
        let file = try await Samples.url(SampleRecipe(.file(format), duration: 2))
        try await withTemporaryFolder { folder in
            let pipe = folder.appendingPathComponent("pipe")
            try #require(mkfifo(pipe.path, 0o600) == 0)
            let rig = EngineRig(pipe)
            Thread.detachNewThread {
                // Waits for the reader.
                guard let writer = try? FileHandle(forWritingTo: pipe), let bytes = try? Data(contentsOf: file) else { return }
                try? writer.write(contentsOf: bytes)
                try? writer.close()
            }
            _ = try await rig.open()
            rig.start()
            #expect(abs(try await rig.ended() - 2) < 0.1)
            try await rig.close()
        }
    }
}
