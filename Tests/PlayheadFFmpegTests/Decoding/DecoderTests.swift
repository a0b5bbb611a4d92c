import CFFmpeg
import PlayheadSamples
import Testing

@testable import PlayheadFFmpeg

@Suite(.enabled(if: Samples.areThere))
struct DecoderTests {
    private func packets(_ recipe: SampleRecipe, _ kind: StreamInfo.Kind) async throws -> (StreamInfo, [Packet]) {
        let demuxer = try Demuxer(source: MemorySource(try await Samples.bytes(recipe)))
        let stream = try #require(demuxer.bestStream(kind))
        demuxer.select([stream])
        var packets: [Packet] = []
        while let packet = try demuxer.read() { packets.append(packet) }
        return (stream, packets)
    }

    private func decode(_ packets: [Packet], _ decoder: Decoder) throws -> [Int] {
        var frames: [Int] = []
        func receive() throws {
            while case .frame(let frame) = try decoder.receive() { frames.append(frame.fingerprint) }
        }
        for packet in packets {
            while try decoder.send(packet) == .full { try receive() }
            try receive()
        }
        _ = try decoder.send(nil)
        try receive()
        return frames
    }

    @Test(arguments: [SampleRecipe.mp4WithBFrames, .file(.webmVP9)])
    func `a drained decoder can be used again after a flush, with the same result`(_ recipe: SampleRecipe) async throws {
        let (stream, packets) = try await packets(recipe, .video)
        let decoder = try Decoder(stream: stream)
        let first = try decode(packets, decoder)
        #expect(first.count == 120)
        guard case .ended = try decoder.receive() else { Issue.record("it is drained"); return }
        // A drained decoder accepts a packet but returns nothing.
        #expect(try decoder.send(packets[0]) == .accepted)
        guard case .ended = try decoder.receive() else { Issue.record("it is still drained"); return }
        decoder.flush()
        guard case .needsPacket = try decoder.receive() else { Issue.record("it is ready again"); return }
        #expect(try decode(packets, decoder) == first)
    }

    @Test func `a flush in the middle drops pending frames`() async throws {
        let (stream, packets) = try await packets(.mp4WithBFrames, .video)
        let decoder = try Decoder(stream: stream)
        let whole = try decode(packets, decoder)
        decoder.flush()
        for packet in packets.prefix(17) {
            while try decoder.send(packet) == .full { _ = try decoder.receive() }
        }
        decoder.flush()
        #expect(try decode(packets, decoder) == whole)
    }

    @Test(arguments: [Int.min, 0, 2, 4, .max])
    func `any number of threads gives the same pictures`(_ threads: Int) async throws {
        let (stream, packets) = try await packets(.mp4WithBFrames, .video)
        #expect(try decode(packets, Decoder(stream: stream, threads: threads)) == decode(packets, Decoder(stream: stream)))
    }

    @Test func `a full decoder reports it and loses nothing`() async throws {
        let (stream, packets) = try await packets(.mp4WithBFrames, .video)
        let decoder = try Decoder(stream: stream)
        var refused = 0
        for packet in packets {
            while try decoder.send(packet) == .full {
                refused += 1
                guard case .frame = try decoder.receive() else { Issue.record("full without a frame"); return }
            }
        }
        #expect(refused > 0)
    }

    @Test(arguments: [(SampleFormat.mp4, SampleFormat.mp4IndexAtEnd, StreamInfo.Kind.video), (.flac, .flac, .audio), (.mp3, .mp3, .audio)])
    func `streams with equal codecs share a decoder`(_ first: SampleFormat, _ second: SampleFormat, _ kind: StreamInfo.Kind) async throws {
        let (stream, packets) = try await packets(.file(first), kind)
        let (twin, twinPackets) = try await self.packets(.file(second), kind)
        #expect(stream.sharesDecoder(with: twin))
        let decoder = try Decoder(stream: stream)
        let frames = try decode(packets, decoder)
        decoder.flush()
        decoder.adopt(twin)
        #expect(decoder.stream === twin)
        #expect(try decode(twinPackets, decoder) == frames)
    }

    @Test func `streams of another codec, size or rate don't share a decoder`() async throws {
        let (h264, _) = try await packets(.file(.mp4), .video)
        let (small, _) = try await packets(SampleRecipe(.file(.mp4), width: 160, height: 90), .video)
        let (vp8, _) = try await packets(.file(.webm), .video)
        let (sound, _) = try await packets(.file(.mp4), .audio)
        for other in [small, vp8, sound] { #expect(!h264.sharesDecoder(with: other) && !other.sharesDecoder(with: h264)) }
    }

    @Test func `an empty packet in the middle of a stream does not end it`() async throws {
        let (stream, packets) = try await packets(.file(.mp4), .video)
        let decoder = try Decoder(stream: stream)
        let expected = try decode(packets, decoder)
        decoder.flush()
        var holed = packets
        holed.insert(try Packet(), at: 50)
        #expect(try decode(holed, decoder) == expected)
    }

    @Test func `pictures that no other references can be skipped`() async throws {
        let (stream, packets) = try await packets(.mp4WithBFrames, .video)
        let decoder = try Decoder(stream: stream)
        decoder.skipNonReference(true)
        let few = try decode(packets, decoder).count
        #expect(few > 30 && few < 100)
        decoder.flush()
        decoder.skipNonReference(false)
        #expect(try decode(packets, decoder).count == 120)
    }

    @Test func `a decoder survives packets of another codec`() async throws {
        let (_, foreign) = try await packets(.file(.webm), .video)
        for recipe in [SampleRecipe.file(.mp4), .file(.mp3), .file(.flac), .file(.oggVorbis), .file(.oggOpus)] {
            let (stream, own) = try await packets(recipe, recipe == .file(.mp4) ? .video : .audio)
            let decoder = try Decoder(stream: stream)
            for packet in foreign.prefix(40) {
                _ = try? decoder.send(packet)
                while case .frame = (try? decoder.receive()) ?? .needsPacket {}
            }
            decoder.flush()
            let frames = try decode(own, decoder)
            #expect(!frames.isEmpty)
        }
    }

    @Test func `a stream without a decoder is refused with its codec's name`() async throws {
        let demuxer = try Demuxer(source: MemorySource(try await Samples.short(.wav)))
        let stream = demuxer.streams[0]
        stream.parameters.pointee.codec_id = AV_CODEC_ID_NONE
        let error = #expect(throws: FFmpegError.self) { try Decoder(stream: stream) }
        #expect(error?.operation == "avcodec_find_decoder(pcm_s16le)")
    }

    @Test func `frames outlive their decoder, packets their demuxer`() async throws {
        let (stream, packets) = try await packets(.file(.mp4), .video)
        var frames: [Frame] = []
        do {
            let decoder = try Decoder(stream: stream, threads: 2)
            for packet in packets.prefix(20) {
                _ = try decoder.send(packet)
                while case .frame(let frame) = try decoder.receive() { frames.append(frame) }
            }
        }
        #expect(!frames.isEmpty)
        #expect(Set(frames.map(\.fingerprint)).count == frames.count)
    }
}
