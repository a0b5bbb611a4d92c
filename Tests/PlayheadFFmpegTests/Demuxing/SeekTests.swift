import PlayheadSamples
import Testing

@testable import PlayheadFFmpeg

@Suite(.enabled(if: Samples.areThere))
struct SeekTests {
    static let targets = [3.99, 0, 1.0, 0.5, 2, 1.7]
    static let indexed: [SampleFormat] = [.mp4, .mp4IndexAtEnd, .webm, .webmVP9, .matroska]

    @Test(arguments: indexed)
    func `a seek lands on the last key frame at or before the time`(_ format: SampleFormat) async throws {
        let demuxer = try Demuxer(source: MemorySource(try await Samples.bytes(.file(format))))
        let video = try #require(demuxer.bestStream(.video))
        demuxer.select([video])
        var keys: [Double] = []
        while let packet = try demuxer.read() { if packet.isKey, let pts = packet.pts { keys.append(Double(pts) * video.timeBase) } }
        #expect(keys.count == 4)
        for target in Self.targets + keys {
            try demuxer.seek(to: target, stream: video)
            let packet = try #require(try demuxer.read())
            #expect(packet.isKey)
            #expect(packet.pts.map { Double($0) * video.timeBase } == (keys.last { $0 <= target } ?? keys[0]))
        }
    }

    @Test(arguments: SampleFormat.allCases.filter { $0 != .wav })
    func `decoding after a seek gives the same frames as decoding from the start`(_ format: SampleFormat) async throws {
        let demuxer = try Demuxer(source: MemorySource(try await Samples.bytes(.file(format))))
        let main = try #require(demuxer.bestStream(.video) ?? demuxer.bestStream(.audio))
        demuxer.select([main])
        let decoder = try Decoder(stream: main)
        let straight = try Playthrough(demuxer, decoders: [main.index: decoder], hashes: true).frames(of: main)
        let end = try #require(straight.last?.time)
        let known = Dictionary(straight.map { ($0.time, $0) }) { first, _ in first }
        // AAC fills in noise of a random sequence, and Opus accumulates rounding: for them only the loudness is equal.
        let isExact = !["aac", "opus"].contains(main.codec)
        // Transport streams have no index: a seek lands near the target, here after the last key frame.
        for target in Self.targets where format != .mpegTS || target < 3 {
            try demuxer.seek(to: (demuxer.startTime ?? 0) + target, stream: main)
            decoder.flush()
            var after = try Playthrough(demuxer, decoders: [main.index: decoder], fromKeyFrames: true, hashes: true).frames(of: main)
            #expect(after.last?.time == end)
            // Sound depends on earlier data for a while: on the overlap, the bit reservoir, the prediction.
            let settling = 12
            if main.kind == .audio, target > 0 || !isExact { after.removeFirst(min(after.count - 1, settling)) }
            #expect(after.count == straight.count { ($0.time ?? 0) >= (after.first?.time ?? 0) })
            let different = after.filter { frame in
                guard let same = known[frame.time] else { return true }
                return isExact ? frame.fingerprint != same.fingerprint : abs(frame.loudness - same.loudness) > 0.01
            }
            #expect(different.isEmpty, "\(different.count) of \(after.count) from \(target), such as \(different.prefix(1))")
        }
    }

    @Test func `a seek in uncompressed sound is exact to the sample`() async throws {
        let demuxer = try Demuxer(source: MemorySource(try await Samples.bytes(.file(.wav))))
        let stream = try #require(demuxer.bestStream(.audio))
        func samples() throws -> (first: Int64?, values: [Float]) {
            let (decoder, resampler) = (try Decoder(stream: stream), Resampler(sampleRate: stream.sampleRate, channels: 1))
            var first: Int64?
            var values: [Float] = []
            while let packet = try demuxer.read() {
                _ = try decoder.send(packet)
                while case .frame(let frame) = try decoder.receive() {
                    first = first ?? frame.pts
                    try resampler.convert(frame, into: &values)
                }
            }
            return (first, values)
        }
        let straight = try samples()
        #expect(straight.values.count == 4 * 48_000)
        for target in Self.targets {
            try demuxer.seek(to: target, stream: stream)
            let after = try samples()
            let first = try #require(after.first)
            #expect(first == Int64(saturating: target * 48_000))
            #expect(after.values.elementsEqual(straight.values[Int(first)...]))
        }
    }

    @Test(arguments: [-1, -.infinity, .infinity, .nan, 1e300, -1e300, 1e12, .leastNonzeroMagnitude])
    func `a seek to a time that is invalid ends somewhere in the file`(_ time: Double) async throws {
        for format in [SampleFormat.mp4, .matroska, .mpegTS, .mp3, .wav, .oggVorbis] {
            let demuxer = try Demuxer(source: MemorySource(try await Samples.short(format)))
            for stream in [demuxer.bestStream(.audio), nil] {
                // The container determines whether the seek is possible.
                try? demuxer.seek(to: time, stream: stream)
                while try demuxer.read() != nil {}
                try demuxer.seek(to: 0, stream: stream)
                #expect(try demuxer.read() != nil)
            }
        }
    }

    @Test func `a seek by an unknown stream is refused`() async throws {
        let two = try Demuxer(source: MemorySource(try await Samples.short(.mp4)))
        let one = try Demuxer(source: MemorySource(try await Samples.short(.wav)))
        #expect(throws: FFmpegError.self) { try one.seek(to: 0, stream: two.streams[1]) }
        #expect(try one.read() != nil)
    }

    @Test func `a seek back in a source without seeking ends with an error`() async throws {
        let demuxer = try Demuxer(source: MemorySource(try await Samples.bytes(.file(.mp4)), isSeekable: false, hasSize: false))
        while try demuxer.read() != nil {}
        #expect(throws: FFmpegError.self) {
            try demuxer.seek(to: 0, stream: nil)
            while try demuxer.read() != nil {}
        }
    }

    @Test func `after an interruption a seek continues`() async throws {
        let source = MemorySource(try await Samples.bytes(.file(.mp4)))
        let demuxer = try Demuxer(source: source)
        source.interrupt()
        #expect(throws: CancellationError.self) { while try demuxer.read() != nil {} }
        source.resume()
        try demuxer.seek(to: 0, stream: nil)
        #expect(try Playthrough(demuxer).frames.count { $0.stream == 0 } == 120)
    }
}
