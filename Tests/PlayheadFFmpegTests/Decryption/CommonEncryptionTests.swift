import Foundation
import Testing

@testable import PlayheadFFmpeg
@testable import PlayheadSamples

@Suite("Decrypting Common Encryption in the demuxer", .enabled(if: Samples.areThere))
struct CommonEncryptionTests {
    private let key = BlockCipherTests.key128

    private func clear() async throws -> [UInt8] {
        try await ClearStreams.bytes(
            "clear-fragmented.mp4",
            [
                "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=3", "-f", "lavfi", "-i", "sine=d=3:r=44100", "-c:v", "libx264", "-preset",
                "superfast", "-g", "25", "-bf", "2", "-threads", "1", "-c:a", "aac", "-b:a", "64k", "-movflags",
                "frag_keyframe+empty_moov+default_base_moof",
            ])
    }

    private func encryptor(_ scheme: CommonEncryptor.Scheme, key: [UInt8]? = nil) -> CommonEncryptor {
        CommonEncryptor(scheme, key: key ?? self.key, vector: Array(BlockCipherTests.counter.prefix(scheme == .cenc ? 8 : 16)))
    }

    /// Returns the decoded frames: for each stream the fingerprints in presentation order; and the codecs of the streams.
    private func frames(_ bytes: [UInt8], key: [UInt8]?) throws -> (codecs: [String], frames: [[Int]], errors: Int) {
        let demuxer = try Demuxer(source: MemorySource(bytes, isSeekable: false, hasSize: false, maximumRead: 5000), decryptionKey: key)
        let playthrough = try Playthrough(demuxer, hashes: true)
        return (
            demuxer.streams.map(\.codec), demuxer.streams.map { playthrough.frames(of: $0).map(\.fingerprint) }, playthrough.decodingErrors
        )
    }

    @Test("fragments in a source without seeking give the clear pictures and sound", arguments: [CommonEncryptor.Scheme.cenc, .cbcs])
    func fragments(scheme: CommonEncryptor.Scheme) async throws {
        let clear = try await clear()
        var encryptor = encryptor(scheme)
        let secret = try encryptor.encrypt(clear)
        let expected = try frames(clear, key: nil)
        #expect(expected.codecs == ["h264", "aac"] && expected.frames[0].count == 75)
        let ours = try frames(secret, key: key)
        #expect(ours.codecs == expected.codecs && ours.errors == 0)
        #expect((ours.frames == expected.frames) as Bool)
        #expect((try frames(secret, key: Array(key.reversed())).frames != expected.frames) as Bool)
        #expect((try frames(secret, key: nil).frames != expected.frames) as Bool)
    }

    @Test(
        "a table of sample encryption with too many entries ends reading", arguments: ["senc", "saiz", "trun"],
        [CommonEncryptor.Scheme.cenc, .cbcs])
    func endlessTable(type: String, scheme: CommonEncryptor.Scheme) async throws {
        var encryptor = encryptor(scheme)
        var secret = try encryptor.encrypt(try await clear())
        guard let place = (0..<secret.count - 4).first(where: { secret[$0..<$0 + 4].elementsEqual(type.utf8) }) else { return }
        // The count follows version and flags, for `saiz` also the length of an entry.
        let count = place + (type == "saiz" ? 9 : 8)
        secret.replaceSubrange(count..<count + 4, with: [0x0F, 0xFF, 0xFF, 0xFF])
        #expect(throws: FFmpegError.self) { try frames(secret, key: key) }
        #expect(throws: FFmpegError.self) { try frames(secret, key: nil) }
    }

    @Test("each fragment alone after the initialization section, as after a seek", arguments: [CommonEncryptor.Scheme.cenc, .cbcs])
    func beginningLater(scheme: CommonEncryptor.Scheme) async throws {
        let clear = try await clear()
        var encryptor = encryptor(scheme)
        func later(_ bytes: [UInt8]) -> [UInt8] {
            var fragments = 0
            return MovieBox.list(bytes).flatMap { box -> [UInt8] in
                if box.type == "moof" { fragments += 1 }
                return fragments == 1 ? [] : box.bytes
            }
        }
        let expected = try frames(later(clear), key: nil)
        #expect(expected.frames[0].count == 50)
        #expect((try frames(later(try encryptor.encrypt(clear)), key: key).frames == expected.frames) as Bool)
    }

    @Test("a whole file encrypted by `ffmpeg`")
    func file() async throws {
        let clear = try await clear()
        let secret = try await ClearStreams.bytes(
            "secret.mp4",
            [
                "-i", Samples.folder.appendingPathComponent("ffmpeg-tests-clear-fragmented.mp4").path, "-c", "copy", "-encryption_scheme",
                "cenc-aes-ctr", "-encryption_key", EncryptedSamples.hexadecimal(key), "-encryption_kid",
                EncryptedSamples.hexadecimal([UInt8](repeating: 0xA7, count: 16)),
            ])
        let demuxer = try Demuxer(source: MemorySource(secret), decryptionKey: key)
        let playthrough = try Playthrough(demuxer, hashes: true)
        let expected = try frames(clear, key: nil)
        #expect((demuxer.streams.map { playthrough.frames(of: $0).map(\.fingerprint) } == expected.frames) as Bool)
    }

    @Test("a key has no effect on a clear container", arguments: [SampleFormat.mp4, .mpegTS, .webm])
    func clearContainers(format: SampleFormat) async throws {
        let bytes = try await Samples.short(format)
        let expected = try frames(bytes, key: nil)
        #expect((try frames(bytes, key: key).frames == expected.frames) as Bool)
    }
}
