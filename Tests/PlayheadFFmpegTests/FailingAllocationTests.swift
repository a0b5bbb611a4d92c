import CFFmpeg
import Foundation
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Each test has a process of its own, because the limit of FFmpeg's allocations is that of the process.
@Suite(
    "Where FFmpeg cannot allocate memory", .enabled(if: Samples.areThere && !Samples.areRemembered && ProcessTable.isThere),
    .timeLimit(.minutes(5)))
struct FailingAllocationTests {
    private func path(_ format: SampleFormat) async throws -> String {
        try await Samples.url(SampleRecipe(.file(format), duration: 1, width: 160, height: 90)).path
    }

    @Test("a container that is being opened or read fails and leaves no memory behind", arguments: [SampleFormat.mp4, .mpegTS])
    func containers(format: SampleFormat) async throws {
        let path = try await path(format)
        await #expect(processExitsWith: .success) { [path = path as String] in try Exhaustion.openContainers(path) }
    }

    @Test("frames, packets, decoders, filters, scalers, resamplers and ciphers fail and leave no memory behind")
    func processing() async throws {
        let path = try await path(.mp4)
        await #expect(processExitsWith: .success) { [path = path as String] in try Exhaustion.process(path) }
    }
}

/// The work of the child process.
private enum Exhaustion {
    /// The bytes that all repetitions may leave. Some thousand of them fail.
    private static let limit = 2_000_000

    static func openContainers(_ path: String) throws {
        let bytes = try prepare(path)
        for pictures in [nil, 3] {
            expectConstantMemory("pictures: \(pictures ?? 0)", at: Array(1...40)) { reads in
                let source = ExhaustingSource(bytes, reads: reads)
                let demuxer = try Demuxer(source: source, probing: Demuxer.Probing(pictures: pictures), onFirstPicture: { _ = $0() })
                while try demuxer.read() != nil {}
            }
        }
    }

    static func process(_ path: String) throws {
        let demuxer = try Demuxer(source: MemorySource(try prepare(path)))
        let stream = try #require(demuxer.bestStream(.video))
        demuxer.select([stream])
        let packet = try #require(try demuxer.read())
        let picture = try Frame.picture(width: 160, height: 90, y: 100, u: 128, v: 128)
        let sound = try Frame.sound("stereo", rate: 48_000, count: 1024) { _, _ in 0 }
        let steps: [(name: String, body: () throws -> Void)] = [
            ("frame", { _ = try picture.cropped(left: 2, top: 2, width: 100, height: 50) }),
            ("packet", { _ = try Packet(size: 5000, time: 0, duration: 0, isKey: true) }),
            ("decoder", { _ = try Decoder(stream: stream).decodeAlone(packet) }),
            ("captions", { _ = try ClosedCaptionDecoder() }),
            ("scaler", { _ = try PictureScaler().rgba(picture, width: 32, height: 18) }),
            (
                "resampler",
                {
                    var samples: [Float] = []
                    try Resampler(sampleRate: 44_100, channels: 2).convert(sound, into: &samples)
                }
            ),
            ("filter of sound", { _ = try TempoFilter(rate: 2, sampleRate: 48_000, channels: 2) }),
            ("filter of pictures", { _ = try Deinterlacer(for: picture, isForced: true).filter(picture) }),
            ("cipher", { _ = try BlockCipher(key: [UInt8](repeating: 1, count: 16), .decrypting) }),
        ]
        let sizes = Array(sequence(first: 16) { $0 * 5 / 4 }.prefix { $0 < 1 << 20 })
        for step in steps {
            expectConstantMemory(step.name, at: sizes) { size in
                av_max_alloc(size)
                try step.body()
            }
        }
    }

    /// Returns the bytes of a file, after everything that is allocated once.
    private static func prepare(_ path: String) throws -> [UInt8] {
        FFmpegLibrary.prepare()
        ProcessTable.useOneHeap()
        return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Expects that attempts, of which some fail, leave no memory behind.
    private static func expectConstantMemory(_ name: String, at places: [Int], _ attempt: (Int) throws -> Void) {
        let usual = 512 << 20
        var failures = 0
        func repeatAll(_ count: Int) {
            for _ in 0..<count {
                for place in places {
                    do { try attempt(place) } catch { failures += 1 }
                    av_max_alloc(usual)
                }
            }
        }
        repeatAll(2)
        var growths: [Int] = []
        // A leak grows in every round.
        for _ in 0..<4 where growths.allSatisfy({ $0 >= limit }) {
            let before = ProcessTable.residentMemory
            repeatAll(40)
            growths.append(ProcessTable.residentMemory - before)
        }
        #expect(failures > 0, "\(name)")
        #expect(growths.contains { $0 < limit }, "\(name): \(growths) bytes more")
    }
}

/// A source after some of whose reads FFmpeg can allocate no more memory.
private final class ExhaustingSource: ByteSource, @unchecked Sendable {
    // Safe to share: one thread uses it.

    private let base: MemorySource
    private var readsLeft: Int

    init(_ bytes: [UInt8], reads: Int) {
        base = MemorySource(bytes, maximumRead: 512)
        readsLeft = reads
    }

    var size: Int64? { base.size }
    var isSeekable: Bool { base.isSeekable }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        readsLeft -= 1
        if readsLeft == 0 { av_max_alloc(1) }
        return try base.read(into: buffer)
    }

    func seek(to offset: Int64) throws { try base.seek(to: offset) }
    func interrupt() {}
    func resume() {}
    func cancel() {}
}
