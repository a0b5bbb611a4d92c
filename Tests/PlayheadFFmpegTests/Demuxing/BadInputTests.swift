import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Any input gives an error or an end.
struct BadInputTests {
    private static func garbage(_ count: Int, seed: UInt64) -> [UInt8] {
        var numbers = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    }

    /// Opens, decodes everything, seeks and continues; errors are allowed.
    /// - Returns: The number of packets before the seek.
    @discardableResult
    private static func survive(_ bytes: [UInt8], isSeekable: Bool = true) -> Int {
        let source = MemorySource(bytes, isSeekable: isSeekable, hasSize: isSeekable)
        guard let demuxer = try? Demuxer(source: source) else { return 0 }
        _ = [StreamInfo.Kind.video, .audio, .text, .other].map(demuxer.bestStream)
        let packets = (try? Playthrough(demuxer).packets) ?? 0
        if isSeekable, (try? demuxer.seek(to: 0.5, stream: demuxer.bestStream(.video))) != nil {
            _ = try? Playthrough(demuxer)
        }
        return packets
    }

    @Test(arguments: [[], [0], [0x47], Array("<".utf8), [0xff, 0xfb], [0x1a, 0x45, 0xdf, 0xa3]] as [[UInt8]])
    func `next to nothing is an error`(_ bytes: [UInt8]) {
        for isSeekable in [true, false] {
            #expect(throws: FFmpegError.self) { try Demuxer(source: MemorySource(bytes, isSeekable: isSeekable, hasSize: isSeekable)) }
        }
    }

    @Test(arguments: [2, 7, 188, 1024, 4096, 65_536, 300_000], 0...7 as ClosedRange<UInt64>)
    func `garbage has no continuous picture or sound`(_ size: Int, _ seed: UInt64) {
        let packets = Self.survive(Self.garbage(size, seed: seed &+ UInt64(size)))
        // Some bytes look like a frame of some format.
        #expect(packets < 200)
    }

    @Test(arguments: [
        "<!DOCTYPE html><html><head><title>404</title></head><body>Not Found</body></html>", "{\"error\": \"no such stream\"}",
        "WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n",
    ])
    func `text instead of media is an error that reports it`(_ text: String) {
        for repeats in [1, 500] {
            let bytes = Array(repeatElement(text, count: repeats).joined().utf8)
            let error = #expect(throws: FFmpegError.self) { try Demuxer(source: MemorySource(bytes)) }
            #expect(error?.isInvalidData == true)
        }
    }

    @Test(.enabled(if: Samples.areThere), arguments: SampleFormat.allCases)
    func `a file that is cut off anywhere gives an error or fewer frames`(_ format: SampleFormat) async throws {
        let bytes = try await Samples.short(format)
        let whole = Self.survive(bytes)
        #expect(whole > 5)
        let places = [1, 3, 4, 8, 12, 16, 32, 100, 187, 1000, 4096] + (1..<12).map { bytes.count * $0 / 12 } + [bytes.count - 1]
        for place in places where place < bytes.count {
            #expect(Self.survive(Array(bytes.prefix(place))) <= whole)
            Self.survive(Array(bytes.prefix(place)), isSeekable: false)
            // Repeat without the beginning.
            Self.survive(Array(bytes.dropFirst(place)))
        }
    }

    @Test(.enabled(if: Samples.areThere), arguments: SampleFormat.allCases)
    func `flipped bits give an error or other frames`(_ format: SampleFormat) async throws {
        let bytes = try await Samples.short(format)
        var numbers = SeededGenerator(seed: UInt64(bytes.count))
        for round in 0..<TestScale.pick(long: 30, short: 8) {
            var damaged = bytes
            // Half of the rounds hit the headers, which contain sizes and counts.
            let range = round % 2 == 0 ? 0..<min(1500, bytes.count) : 0..<bytes.count
            for _ in 0..<(1 << (round % 6)) {
                damaged[Int.random(in: range, using: &numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            }
            Self.survive(damaged, isSeekable: round % 3 != 0)
        }
    }

    @Test(.enabled(if: Samples.areThere), arguments: [SampleFormat.mp4, .mp4IndexAtEnd, .matroska, .webm])
    func `sizes and counts of all ones in the headers give an error or other frames`(_ format: SampleFormat) async throws {
        let bytes = try await Samples.short(format)
        let header = format == .mp4IndexAtEnd ? max(0, bytes.count - 6000) : 0
        for offset in stride(from: header, to: min(header + 4000, bytes.count - 8), by: TestScale.pick(long: 53, short: 211)) {
            for value in [0xff, 0x7f, 0x00] as [UInt8] {
                var damaged = bytes
                damaged.replaceSubrange(offset..<(offset + 8), with: [value] + [UInt8](repeating: value == 0 ? 0 : 0xff, count: 7))
                if let demuxer = try? Demuxer(source: MemorySource(damaged)) {
                    for stream in demuxer.streams {
                        #expect(stream.timeBase >= 0 && stream.timeBase.isFinite)
                        #expect(stream.width >= 0 && stream.height >= 0 && stream.channels >= 0)
                    }
                    #expect((demuxer.duration ?? 1) > 0)
                    while (try? demuxer.read()) ?? nil != nil {}
                }
            }
        }
    }

    @Test func `each of 200 opens that fail throws the expected error`() {
        let text = Array(repeatElement("{\"error\": \"no such stream\"}", count: 500).joined().utf8)
        for _ in 0..<100 {
            let invalid = #expect(throws: FFmpegError.self) { try Demuxer(source: MemorySource(text)) }
            #expect(invalid?.isInvalidData == true)
            #expect(throws: MemorySource.Failure.self) { try Demuxer(source: MemorySource(text, trouble: .fails(at: 0))) }
        }
    }

    @Test func `a source that claims more than the capacity is refused`() {
        #expect(throws: FFmpegError.self) {
            try Demuxer(source: MemorySource([UInt8](repeating: 0, count: 4096), trouble: .overstates))
        }
    }
}
