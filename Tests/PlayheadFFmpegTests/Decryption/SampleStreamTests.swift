import Foundation
import OriginTestSupport
import TestSupport
import Testing

@testable import PlayheadFFmpeg
@testable import PlayheadSamples

/// Small clear streams that tests encrypt.
enum ClearStreams {
    private static let picture = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=2"]
    private static let sound = ["-f", "lavfi", "-i", "sine=d=2:r=44100"]
    private static let h264 = ["-c:v", "libx264", "-preset", "superfast", "-g", "25", "-bf", "2", "-threads", "1"]

    static func bytes(_ name: String, _ arguments: [String]) async throws -> [UInt8] {
        try [UInt8](Data(contentsOf: try await Samples.custom(name, arguments)))
    }

    /// Pictures of several slices, and AAC.
    static func transport() async throws -> [UInt8] {
        try await bytes("clear-aac.ts", picture + sound + h264 + ["-x264-params", "slices=3", "-c:a", "aac", "-b:a", "64k"])
    }

    static func dolby(_ codec: String, rate: Int) async throws -> [UInt8] {
        let source = ["-f", "lavfi", "-i", "sine=d=2:r=\(rate)"]
        return try await bytes("clear-\(codec)-\(rate).ts", source + ["-c:a", codec, "-b:a", "96k"])
    }

    static func packed() async throws -> [UInt8] { try await bytes("clear.aac", sound + ["-c:a", "aac", "-b:a", "64k", "-f", "adts"]) }
}

@Suite("Decrypting samples of transport streams and packed audio", .enabled(if: Samples.areThere))
struct SampleStreamTests {
    private static let seed = UInt64.random(in: 1...UInt64.max)
    private let cipher = SegmentCipher(.samples, key: BlockCipherTests.key128, vector: BlockCipherTests.counter)
    private var encryptor: SampleEncryptor { SampleEncryptor(key: cipher.key, vector: cipher.vector) }

    /// Decrypts in pieces of random sizes.
    private func decrypted(_ secret: [UInt8], longest: Int = 3000) throws -> [UInt8] {
        var numbers = SeededGenerator(seed: Self.seed)
        var decryptor = try SegmentDecryptor(cipher)
        var clear: [UInt8] = []
        var rest = secret[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...longest, using: &numbers))
            rest = rest.dropFirst(piece.count)
            clear += decryptor.update(Array(piece))
        }
        return try clear + decryptor.finish()
    }

    /// Returns the decoded frames: for each stream the fingerprints in presentation order.
    private func frames(_ bytes: [UInt8]) throws -> [[Int]] {
        let demuxer = try Demuxer(source: MemorySource(bytes, isSeekable: false, hasSize: false))
        let playthrough = try Playthrough(demuxer, hashes: true)
        return demuxer.streams.map { playthrough.frames(of: $0).map(\.fingerprint) }
    }

    /// Returns the frames that the command `ffmpeg` decodes of an HLS presentation with `segment` as its only segment: for each stream the
    /// hashes of its frames.
    ///
    /// The last three are excluded: FFmpeg 5.1 uses the key of the segment after the one that its last packets belong to, and so leaves the
    /// last packet of each stream encrypted.
    private func reference(_ segment: [UInt8], suffix: String, isEncrypted: Bool) async throws -> [[String]] {
        try await EncryptedSamples.inFolder { folder in
            try Data(segment).write(to: folder.appendingPathComponent("0.\(suffix)"))
            try Data(cipher.key).write(to: folder.appendingPathComponent("key.bin"))
            let iv = EncryptedSamples.hexadecimal(cipher.vector)
            let key = isEncrypted ? "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"key.bin\",IV=0x\(iv)\n" : ""
            let list = "#EXTM3U\n#EXT-X-VERSION:5\n#EXT-X-TARGETDURATION:3\n\(key)#EXTINF:2,\n0.\(suffix)\n#EXT-X-ENDLIST\n"
            try Data(list.utf8).write(to: folder.appendingPathComponent("list.m3u8"))
            let text = try await CachedTool("ffmpeg").run(
                [
                    "-nostdin", "-loglevel", "error", "-allowed_extensions", "ALL", "-i", "list.m3u8", "-f", "framehash", "-hash", "md5",
                    "-",
                ],
                in: folder)
            var hashes: [[String]] = [[], []]
            for line in text.split(separator: "\n") where !line.hasPrefix("#") {
                let columns = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                if let stream = columns.first.flatMap({ Int($0) }), let hash = columns.last { hashes[stream].append(hash) }
            }
            return hashes.map { $0.dropLast(3) }
        }
    }

    @Test("gives the pictures and the sound of the clear stream, and the result of another player")
    func transport() async throws {
        print("seed \(Self.seed)")
        let clear = try await ClearStreams.transport()
        var writer = TransportEncryptor(encryptor)
        let secret = try writer.encrypt(clear)
        let expected = try frames(clear)
        #expect(expected.map(\.count)[0] == 50 && expected.count == 2)

        // The test's encryption is correct: FFmpeg's own implementation decrypts it.
        let theirs = try await reference(secret, suffix: "ts", isEncrypted: true)
        #expect(theirs.map(\.count)[0] == 47 && theirs[1].count > 80)
        let right = try await reference(clear, suffix: "ts", isEncrypted: false)
        #expect((theirs == right) as Bool)
        #expect((try? frames(secret)) != expected)

        let ours = try decrypted(secret)
        #expect(ours.count == secret.count)
        #expect((try frames(ours) == expected) as Bool)
        #expect((try decrypted(secret, longest: 100) == ours) as Bool)
        #expect((try decrypted(secret, longest: 1 << 20) == ours) as Bool)
    }

    @Test("pictures that are split between PES packets, at any position", arguments: [1, 37, 185, 1000, 5000])
    func spread(longest: Int) async throws {
        let clear = try await ClearStreams.transport()
        var writer = TransportEncryptor(encryptor, maximumUnitLength: longest)
        guard longest > 1 else {
            // As many packets as bytes: of the beginning only.
            let secret = try writer.encrypt(Array(clear.prefix(188 * 20)))
            #expect(try decrypted(secret).count == secret.count)
            return
        }
        let ours = try decrypted(try writer.encrypt(clear))
        let expected = try frames(clear)
        #expect((try frames(ours) == expected) as Bool)
    }

    @Test(
        "PES headers that are spread over packets, or end with a packet, also of PES packets within a picture",
        arguments: [1, 3, 8, 9, 14, 19, 21], [1000, Int.max])
    func dividedHeaders(start: Int, longest: Int) async throws {
        let clear = try await ClearStreams.transport()
        var writer = TransportEncryptor(encryptor, maximumUnitLength: longest, maximumStartLength: start)
        let ours = try decrypted(try writer.encrypt(clear))
        let expected = try frames(clear)
        #expect((try frames(ours) == expected) as Bool)
    }

    @Test("streams whose types do not declare the encryption")
    func undeclared() async throws {
        let clear = try await ClearStreams.transport()
        var writer = TransportEncryptor(encryptor, declares: false)
        let expected = try frames(clear)
        #expect((try frames(try decrypted(try writer.encrypt(clear))) == expected) as Bool)
    }

    @Test("AC-3 and E-AC-3", arguments: [("ac3", 48_000, [384]), ("ac3", 44_100, [416, 418]), ("eac3", 48_000, [384])])
    func dolby(codec: String, rate: Int, known: [Int]) async throws {
        let clear = try await ClearStreams.dolby(codec, rate: rate)
        let stream = try #require(try Demuxer(source: MemorySource(clear)).streams.first)
        #expect(stream.codec == codec)
        // As the demuxer splits them.
        let demuxer = try Demuxer(source: MemorySource(clear))
        var sizes: [Int] = []
        while let packet = try demuxer.read() { sizes.append(packet.size) }
        #expect(Set(sizes) == Set(known))
        var writer = TransportEncryptor(encryptor, frameSizes: sizes)
        let secret = try writer.encrypt(clear)
        let expected = try frames(clear)
        let ours = try frames(try decrypted(secret))
        #expect(ours.first?.isEmpty == false && (ours == expected) as Bool)
        #expect((try? frames(secret)) != expected)
        let theirs = try await reference(secret, suffix: "ts", isEncrypted: true)
        let right = try await reference(clear, suffix: "ts", isEncrypted: false)
        #expect(theirs[0].count > 40 && (theirs == right) as Bool)
    }

    @Test("packed audio with tags before and between its frames")
    func packed() async throws {
        let clear = try await ClearStreams.packed()
        let tag = PackedAudio.timestampTag(90_000)
        let secret = try encryptor.adts(clear)
        #expect(secret != clear && secret.count == clear.count)
        let first = try #require(firstFrame(clear))
        let mixed = { (bytes: [UInt8]) in tag + tag + bytes[..<first] + tag + bytes[first...] }
        for longest in [1, 7, 500, 100_000] {
            let ours = try decrypted(Array(mixed(secret)), longest: longest)
            #expect((ours == Array(mixed(clear))) as Bool)
        }
        let theirs = try await reference(tag + secret, suffix: "aac", isEncrypted: true)
        let right = try await reference(tag + clear, suffix: "aac", isEncrypted: false)
        #expect(right[0].count > 80 && (theirs == right) as Bool)
    }

    private func firstFrame(_ bytes: [UInt8]) -> Int? {
        guard case .frame(let frame) = AudioFrame.look(bytes, at: 0) else { return nil }
        return frame.size
    }

    @Test("damage neither changes the length nor ends the stream")
    func damage() async throws {
        print("seed \(Self.seed)")
        var numbers = SeededGenerator(seed: Self.seed)
        var writer = TransportEncryptor(encryptor)
        let secret = Array(try writer.encrypt(try await ClearStreams.transport()).prefix(188 * 200))
        for round in 0..<150 {
            var bytes = secret
            for _ in 0..<(1 << (round % 12)) {
                bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            if round % 3 == 0 { bytes.removeFirst(Int.random(in: 1..<188, using: &numbers)) }
            if round % 5 == 0 { bytes[0] = [0x47, 0xFF, 0x0B, 0x49, 0][round / 5 % 5] }
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers))
            #expect(try decrypted(bytes, longest: 5000).count == bytes.count)
        }
        for first: UInt8 in [0x47, 0xFF, 0x0B, 0x49] {
            let bytes = [first] + (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            #expect(try decrypted(bytes).count == bytes.count)
        }
    }

    @Test("other data passes unchanged")
    func others() throws {
        for bytes: [UInt8] in [[], [0], [0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70], [0x47], [0x49], [0xFF]] {
            #expect(try SegmentDecryptor.decrypt(bytes, with: cipher) == bytes)
        }
        #expect(throws: DecryptionError.keyLength(32)) {
            _ = try SegmentDecryptor(SegmentCipher(.samples, key: BlockCipherTests.key256, vector: cipher.vector))
        }
    }

    @Test(
        "A table or sample that never ends holds back a bounded number of bytes, whether it or another stream goes on",
        arguments: [(0x0000, 0x0200), (0x0100, 0x0200), (0x0101, 0x0200), (0x0101, 0x0101)])
    func endless(identifier: Int, next: Int) throws {
        func packet(_ identifier: Int, _ start: [UInt8], begins: Bool = false) -> [UInt8] {
            let head = [0x47, UInt8(identifier >> 8) | (begins ? 0x40 : 0), UInt8(identifier & 0xFF), 0x10]
            return head + start + [UInt8](repeating: 0xFF, count: TransportPacket.size - head.count - start.count)
        }
        var stream = TransportStream(try SampleCipher(key: cipher.key, vector: cipher.vector))
        // An association with one program, whose map is 0x0100.
        let association: [UInt8] = [0, 0x00, 0xB0, 0x0D, 0, 1, 0xC1, 0, 0, 0, 1, 0xE1, 0x00, 0, 0, 0, 0]
        var count = stream.update(packet(0, association, begins: true)).count
        // The map has one stream of encrypted H.264, 0x0101.
        let map: [UInt8] = [0, 2, 0xB0, 0x12, 0, 1, 0xC1, 0, 0, 0xE1, 0x01, 0xF0, 0, 0xDB, 0xE1, 0x01, 0xF0, 0, 0, 0, 0, 0]
        count += stream.update(packet(0x0100, map, begins: true)).count
        // A section of 4,093 bytes, of which only the first packet comes, or a slice of a picture.
        let section: [UInt8] = [0, identifier == 0 ? 0 : 2, 0xBF, 0xFD]
        let slice: [UInt8] = [0, 0, 1, 0xE0, 0, 0, 0x80, 0, 0, 0, 0, 1, 0x65]
        count += stream.update(packet(identifier, identifier == 0x0101 ? slice : section, begins: true)).count
        let other = [[UInt8]](repeating: packet(next, []), count: 5000).flatMap(\.self)
        var sent = 3 * TransportPacket.size
        #expect(count < sent)
        while sent < 4 * TransportStream.heldLimit {
            count += stream.update(other).count
            sent += other.count
            #expect(sent - count <= TransportStream.heldLimit + other.count)
        }
        #expect(count + stream.finish().count == sent)
    }
}
