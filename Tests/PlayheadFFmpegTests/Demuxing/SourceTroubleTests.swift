import Foundation
import PlayheadSamples
import Testing

@testable import PlayheadFFmpeg

/// Sources that fail, or are cancelled from another thread.
@Suite(.enabled(if: Samples.areThere))
struct SourceTroubleTests {
    private static func readAll(_ source: MemorySource) throws {
        let demuxer = try Demuxer(source: source)
        while try demuxer.read() != nil {}
    }

    @Test(arguments: SampleFormat.allCases, [0.0, 0.001, 0.1, 0.5, 0.9])
    func `opening and reading throw the error of the source`(_ format: SampleFormat, _ part: Double) async throws {
        let bytes = try await Samples.short(format)
        let place = Int(saturating: Double(bytes.count) * part, rounding: .towardZero)
        for isSeekable in [true, false] {
            let source = MemorySource(bytes, isSeekable: isSeekable, hasSize: isSeekable, trouble: .fails(at: place))
            #expect(throws: MemorySource.Failure.self) { try Self.readAll(source) }
        }
    }

    @Test(arguments: [SampleFormat.mp4, .mp4IndexAtEnd, .matroska, .mpegTS, .mp3, .oggOpus], [0.0, 0.05, 0.5, 0.95])
    func `cancellation ends a waiting read on another thread`(_ format: SampleFormat, _ part: Double) async throws {
        let bytes = try await Samples.bytes(.file(format))
        let source = MemorySource(bytes, trouble: .blocks(at: Int(saturating: Double(bytes.count) * part, rounding: .towardZero)))
        let outcome = Outcome()
        let thread = Thread {
            outcome.finish(Result { try Self.readAll(source) })
        }
        thread.start()
        #expect(source.waitUntilBlocked())
        source.cancel()
        let result = try #require(outcome.wait())
        #expect(throws: CancellationError.self) { try result.get() }
    }

    @Test func `a cancelled source opens nothing and seeks nowhere`() async throws {
        let bytes = try await Samples.bytes(.file(.mp4))
        let source = MemorySource(bytes)
        let demuxer = try Demuxer(source: source)
        source.cancel()
        for _ in 0..<3 {
            #expect(throws: CancellationError.self) {
                try demuxer.seek(to: 0, stream: nil)
                while try demuxer.read() != nil {}
            }
        }
        #expect(throws: CancellationError.self) { try Demuxer(source: source) }
    }

    @Test func `a demuxer releases its source`() async throws {
        weak var source: MemorySource?
        for bytes in [try await Samples.bytes(.file(.mp4)), [1, 2, 3]] {
            do {
                let made = MemorySource(bytes)
                source = made
                _ = try? Demuxer(source: made).read()
            }
            #expect(source == nil)
        }
    }
}

/// The result of a thread, with a way to wait for it.
private final class Outcome: @unchecked Sendable {
    // Safe to share: the result is only accessed under the condition's lock.
    private let condition = NSCondition()
    private var result: Result<Void, any Error>?

    func finish(_ result: Result<Void, any Error>) {
        condition.lock()
        self.result = result
        condition.broadcast()
        condition.unlock()
    }

    /// - Returns: The result, or `nil` after a timeout that suffices on any machine.
    func wait() -> Result<Void, any Error>? {
        let limit = Date(timeIntervalSinceNow: 60)
        condition.lock()
        defer { condition.unlock() }
        while result == nil { if !condition.wait(until: limit) { return nil } }
        return result
    }
}
