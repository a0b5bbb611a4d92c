import Foundation
import OriginTestSupport
import PlayheadFFmpeg
import PlayheadSamples
import TestSupport
import Testing

@Suite("Detection of streams", .timeLimit(.minutes(2)))
struct StreamDetectionTests {
    @Test("Of hundreds of thousands of packets of one byte only the first are read, and none is lost")
    func smallPackets() async throws {
        try await withTemporaryFolder { folder in
            let seconds = 5
            let inputs = [
                "-f", "lavfi", "-i", "color=s=64x64:r=1/50:d=\(seconds)",
                "-f", "lavfi", "-i", "anoisesrc=r=48000:d=\(seconds),asetnsamples=n=1,aformat=sample_fmts=u8:channel_layouts=mono",
            ]
            try await CachedTool("ffmpeg").run(["-v", "error"] + inputs + ["-c:v", "libvpx", "-c:a", "pcm_u8", "small.mkv"], in: folder)
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "small.mkv")))
            // Reading blocks in the second half, so that opening would not return.
            let early = try Demuxer(source: MemorySource(bytes, trouble: .blocks(at: bytes.count / 2)))
            #expect(early.streams.count == 2)
            let demuxer = try Demuxer(source: MemorySource(bytes))
            var counts = [0, 0]
            while let packet = try demuxer.read() { counts[packet.streamIndex] += 1 }
            #expect(counts == [1, seconds * 48_000])
        }
    }
}
