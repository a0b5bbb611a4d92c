import Foundation
import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadSamples

@Suite("Decrypting fragmented MP4 in Common Encryption")
struct CommonDecryptorTests {
    private static let id = ContentKeyID([UInt8](repeating: 0xA7, count: 16))
    private let key = ContentKey(0..<16)

    /// Decrypts a whole file in pieces of `size` bytes.
    private func decrypt(
        _ bytes: [UInt8], initialization: [UInt8] = [], keys: [ContentKeyID: ContentKey], piece size: Int = 5000, at offset: Int64 = 0
    ) throws -> [UInt8] {
        var section = initialization
        let tracks = ProtectedTracks(&section)
        var decryptor = CommonDecryptor(tracks, at: offset)
        var clear = section
        for start in stride(from: 0, to: bytes.count, by: size) {
            clear += try decryptor.update(Array(bytes[start..<min(start + size, bytes.count)]))
            if !decryptor.missingKeys.isEmpty { clear += try decryptor.supply(keys.mapValues { SampleKey(key: $0) }) }
        }
        return try clear + decryptor.finish()
    }

    /// The media data of all boxes `mdat`.
    private func media(_ bytes: [UInt8]) -> [UInt8] { MovieBox.list(bytes).filter { $0.type == "mdat" }.flatMap(\.body) }

    private func clear() async throws -> [UInt8] {
        let folder = try await Samples.url(.hlsFragmentedMP4).deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".m4s") || $0.hasSuffix(".mp4") }
        // The initialization section precedes the segments.
        return try names.sorted { ($0.hasSuffix(".m4s") ? 1 : 0, $0) < ($1.hasSuffix(".m4s") ? 1 : 0, $1) }.flatMap {
            [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))
        }
    }

    private func secret(_ scheme: CommonEncryptor.Scheme) async throws -> [UInt8] {
        var encryptor = CommonEncryptor(scheme, key: Array(0..<16), vector: Array(UInt8(0x80)..<0x80 + (scheme.isCounted ? 8 : 16)))
        return try encryptor.encrypt(try await clear())
    }

    private func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] { number(content.count + 8) + Array(type.utf8) + content }

    /// Returns the boxes before the first fragment; the samples of track 1 have a constant vector.
    private func section() async throws -> [UInt8] {
        let movie = try await secret(.cbcs)
        let start = try #require(MovieBox.list(movie).firstIndex { $0.type == "moof" })
        return MovieBox.list(movie)[..<start].flatMap { box($0.type, $0.body) }
    }

    @Test(
        "Samples are those of the clear file, in pieces of any size", .enabled(if: Samples.areThere),
        arguments: [CommonEncryptor.Scheme.cenc, .cens, .cbcs], [1, 37, 5000, .max])
    func pieces(_ scheme: CommonEncryptor.Scheme, _ size: Int) async throws {
        let (id, key) = (try #require(Self.id), try #require(key))
        let (clear, secret) = (media(try await clear()), try await secret(scheme))
        #expect(media(secret) != clear)
        let ours = try decrypt(secret, keys: [id: key], piece: min(size, secret.count))
        #expect(ours.count == secret.count)
        #expect((media(ours) == clear) as Bool)
        let rest = Set(["encv", "enca", "sinf", "senc", "saiz", "saio"]).filter { ours.contains(sequence: Array($0.utf8)) }
        #expect(rest.isEmpty, "what follows reads a clear file")
    }

    @Test(
        "Auxiliary information in the media data is found, in pieces of any size", .enabled(if: Samples.areThere),
        arguments: [1, 5000, .max])
    func auxiliaryInMediaData(_ size: Int) async throws {
        let (id, key) = (try #require(Self.id), try #require(key))
        let secret = RearrangedProtection.inMediaData(try await secret(.cenc))
        let ours = try decrypt(secret, keys: [id: key], piece: min(size, secret.count))
        #expect(ours.count == secret.count)
        func parts(_ bytes: [UInt8]) -> [[UInt8]] { MovieBox.list(bytes).filter { $0.type == "mdat" }.map(\.body) }
        let (found, expected) = (parts(ours), parts(try await clear()))
        #expect(found.count == expected.count && !found.isEmpty)
        #expect(zip(found, expected).allSatisfy { $0.suffix($1.count).elementsEqual($1) })
    }

    @Test("Auxiliary information that is too far from its description is an error", .enabled(if: Samples.areThere))
    func distantAuxiliaryInformation() async throws {
        let (id, key) = (try #require(Self.id), try #require(key))
        for offset in [8 << 20, Int(UInt32.max)] {
            let secret = RearrangedProtection.inMediaData(try await secret(.cenc), offset: offset)
            #expect(throws: SampleDecryptionError.fragment("Its auxiliary information is too far from its description.")) {
                try decrypt(secret, keys: [id: key])
            }
        }
    }

    @Test("Each run of samples may have its own auxiliary information", .enabled(if: Samples.areThere))
    func auxiliaryInformationOfRuns() async throws {
        var section = try await section()
        var tracks = ProtectedTracks(&section)
        /// Returns a description of two runs of one sample, whose information is behind it in reverse order.
        func description(_ size: Int) -> [UInt8] {
            var track = box("tfhd", number(0x20010) + number(1) + number(20))
            for distance in [16, 36] { track += box("trun", number(1) + number(1) + number(size + distance)) }
            track += box("saiz", number(0) + [8] + number(2))
            track += box("saio", number(0) + number(2) + number(size + 8) + number(size))
            return box("moof", box("traf", track))
        }
        let size = description(0).count
        var bytes = description(size)
        #expect(try FragmentProtection(&bytes, at: 0, tracks: &tracks).neededBytes == size + 16)
        bytes = description(size)
        let following: [UInt8] = [0, 1, 0, 5, 0, 0, 0, 15] + [0, 1, 0, 4, 0, 0, 0, 16]
        let fragment = try FragmentProtection(&bytes, at: 0, tracks: &tracks, following: following[...])
        #expect(fragment.neededBytes == size + 16 && fragment.samples.map(\.start) == [Int64(size + 16), Int64(size + 36)])
        let parts = [[Subsample(clear: 4, protected: 16)], [Subsample(clear: 5, protected: 15)]]
        #expect(fragment.samples.map(\.subsamples) == parts)
    }

    @Test(
        "Without a base the data of a track follows that of the previous one, unless it is relative to the description",
        .enabled(if: Samples.areThere), arguments: [false, true])
    func baseOfSecondTrack(isRelativeToBox: Bool) async throws {
        var section = try await section()
        var tracks = ProtectedTracks(&section)
        let header = box("tfhd", number(isRelativeToBox ? 0x20010 : 0x10) + number(1) + number(20))
        let first = box("traf", header + box("trun", number(1) + number(2) + number(500)))
        var bytes = box("moof", first + box("traf", header + box("trun", number(0) + number(1))))
        let starts = try FragmentProtection(&bytes, at: 1000, tracks: &tracks).samples.map(\.start)
        #expect(starts == (isRelativeToBox ? [1000, 1500, 1520] : [1500, 1520, 1540]))
    }

    @Test(
        "A sample group of version 2, of which old ones have no lengths, has a default entry, for samples that are not mapped",
        .enabled(if: Samples.areThere), arguments: [false, true])
    func defaultGroup(hasLengths: Bool) async throws {
        var section = try await section()
        var tracks = ProtectedTracks(&section)
        let id = [UInt8](repeating: 0xC9, count: 16)
        let entry = [0, 0, 1, 0] + id + [8] + [UInt8](repeating: 1, count: 8)
        let group = [2, 0, 0, 0] + Array("seig".utf8) + (hasLengths ? number(entry.count) : []) + number(1) + number(1) + entry
        let header = box("tfhd", number(0x20010) + number(1) + number(20))
        func fragment(_ map: [UInt8]) throws -> FragmentProtection {
            var bytes = box("moof", box("traf", header + box("trun", number(0) + number(3)) + box("sgpd", group) + map))
            return try FragmentProtection(&bytes, at: 0, tracks: &tracks)
        }
        let key = try #require(ContentKeyID(id))
        #expect(try fragment([]).samples.map(\.protection.keyID) == [key, key, key])
        // The second sample belongs to no group.
        let pairs = number(2) + number(1) + number(0x10001) + number(1) + number(0)
        let mapped = try fragment(box("sbgp", number(0) + Array("seig".utf8) + pairs))
        #expect(mapped.samples.map { $0.protection.keyID == key } == [true, false, true])
    }

    @Test(
        "Encryption data lists all samples, or only those that are protected", .enabled(if: Samples.areThere), arguments: [false, true])
    func unprotectedSamples(listsAll: Bool) async throws {
        var section = try await section()
        var tracks = ProtectedTracks(&section)
        let entry = [UInt8](repeating: 0, count: 20)
        let group = [1, 0, 0, 0] + Array("seig".utf8) + number(entry.count) + number(1) + entry
        let map = number(0) + Array("seig".utf8) + number(1) + number(1) + number(0x10001)
        let parts: [UInt8] = [0, 1, 0, 4, 0, 0, 0, 16]
        let list = number(2) + number(listsAll ? 3 : 2) + (listsAll ? [0, 0] : []) + parts + parts
        let header = box("tfhd", number(0x20010) + number(1) + number(20)) + box("trun", number(0) + number(3))
        var bytes = box("moof", box("traf", header + box("sgpd", group) + box("sbgp", map) + box("senc", list)))
        let samples = try FragmentProtection(&bytes, at: 0, tracks: &tracks).samples
        let protected = [Subsample(clear: 4, protected: 16)]
        #expect(samples.map(\.subsamples) == [protected, protected])
    }

    @Test("A missing key is named, and stops the output", .enabled(if: Samples.areThere))
    func missing() async throws {
        let id = try #require(Self.id)
        let secret = try await secret(.cenc)
        var decryptor = CommonDecryptor(ProtectedTracks(), at: 0)
        let before = try decryptor.update(secret)
        #expect(decryptor.missingKeys == [id] && media(before).isEmpty)
        #expect(throws: SampleDecryptionError.noKey(id)) { try decryptor.supply([:]) }
    }

    @Test(
        "Fragments that other programs encrypted, with ids for each fragment, give the pictures and sound of their source",
        .enabled(if: Samples.areThere && Corpus.has("clearkey-packager")),
        arguments: ["dash-cenc", "dash-cbc1", "dash-cbcs-clearlead", "dash-cenc-rotation", "dash-cenc-ondemand", "hls-cbcs-fmp4"],
        ["video", "audio"])
    func packager(_ variant: String, _ track: String) async throws {
        let corpus = try PackagedTrack(variant, track)
        var clear: [UInt8] = []
        for bytes in corpus.segments {
            let part = try decrypt(bytes, initialization: corpus.initialization, keys: corpus.keys, piece: 1000)
            // Each segment was decrypted after its initialization section.
            clear += clear.isEmpty ? part : Array(part.dropFirst(corpus.initialization.count))
        }
        #expect(try await PackagedTrack.hash(of: clear) == corpus.hash)
    }

    @Test("Damaged descriptions end with an error, or leave the bytes as they are", .enabled(if: Samples.areThere))
    func damaged() async throws {
        let (id, key) = (try #require(Self.id), try #require(key))
        let secret = try await secret(.cbcs)
        var random = SeededGenerator(seed: 7)
        let boxes = ["moof", "traf", "senc", "trun", "tfhd", "saiz", "saio", "tenc", "sinf", "schm", "stsd", "mvex", "trex"]
        let places = boxes.flatMap { name in secret.indices.dropLast(4).filter { secret[$0..<$0 + 4].elementsEqual(name.utf8) } }
        var failures = 0
        for _ in 0..<300 {
            var bytes = secret
            for _ in 0...random.below(4) {
                let place = places[random.below(places.count)] + random.below(48) - 4
                if bytes.indices.contains(place) { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
            }
            if random.below(4) == 0 { bytes.removeLast(random.below(bytes.count)) }
            do {
                #expect(try decrypt(bytes, keys: [id: key], piece: 1 + random.below(40_000)).count == bytes.count)
            } catch is SampleDecryptionError {
                failures += 1
            }
        }
        #expect(failures > 10)
    }

    @Test("Samples of which a fragment says nothing are limited, in a fragment and in a segment", .enabled(if: Samples.areThere))
    func plainSamples() async throws {
        func fragment(_ runs: Int, of count: Int) -> [UInt8] {
            let header = box("tfhd", number(0x20010) + number(1) + number(1))
            let track = box("traf", header + box("trun", number(0) + number(count)))
            return box("moof", Array(repeating: track, count: runs).flatMap(\.self))
        }
        let section = try await section()
        let (id, key) = (try #require(Self.id), try #require(key))
        _ = try decrypt(section + fragment(1, of: 40_000), keys: [id: key])
        #expect(throws: SampleDecryptionError.self) { try decrypt(section + fragment(2, of: 40_000), keys: [id: key]) }
        let two = fragment(1, of: 40_000) + box("mdat", []) + fragment(1, of: 40_000)
        #expect(throws: SampleDecryptionError.self) { try decrypt(section + two, keys: [id: key]) }
    }

    @Test("A description up to the maximum size is held until it is complete, a larger one is passed on at once")
    func largeDescription() throws {
        let limit = 8 << 20
        for (size, count) in [(limit, 0), (limit + 1, 16)] {
            var decryptor = CommonDecryptor(ProtectedTracks(), at: 0)
            let passed = try decryptor.update(number(size) + Array("moof".utf8) + [UInt8](repeating: 0, count: 8))
            #expect(passed.count == count)
        }
    }

    @Test("A sample above the maximum size is refused before its bytes arrive", .enabled(if: Samples.areThere))
    func largeSample() async throws {
        /// Returns a description of one sample, and the beginning of the sample.
        func fragment(_ size: Int) -> [UInt8] {
            let header = box("tfhd", number(0x20010) + number(1) + number(size))
            // The last field is the distance from the description to the sample.
            func description(_ distance: Int) -> [UInt8] {
                box("moof", box("traf", header + box("trun", number(1) + number(1) + number(distance))))
            }
            let media = number(size + 8) + Array("mdat".utf8) + [UInt8](repeating: 0, count: 16)
            return description(description(0).count + 8) + media
        }
        let (section, limit) = (try await section(), 64 << 20)
        let (id, key) = (try #require(Self.id), try #require(key))
        _ = try decrypt(section + fragment(limit), keys: [id: key])
        #expect(throws: SampleDecryptionError.fragment("A sample is too large.")) {
            try decrypt(section + fragment(limit + 1), keys: [id: key])
        }
    }

    @Test("With cens the last, incomplete block is clear, also without a pattern")
    func incompleteBlock() throws {
        let key = try #require(key)
        var fields = BoxFields([0, 1, 8] + [UInt8](repeating: 1, count: 16), 0..<19)
        let protection = try #require(SampleProtection(&fields))
        let pads = try [ProtectionScheme.cenc, .cens].map { scheme in
            let sample = ProtectedSample(
                start: 0, size: 37, scheme: scheme, protection: protection, vector: Array(0..<8), subsamples: [])
            var bytes = [UInt8](repeating: 0, count: 37)
            try SampleCrypter(key: key).decrypt(&bytes, at: 0, of: sample)
            return bytes
        }
        #expect(pads[1][..<32] == pads[0][..<32])
        #expect(pads[1][32...].allSatisfy { $0 == 0 } && pads[0][32...].contains { $0 != 0 })
    }

    @Test("A map of parts that is longer than its sample is refused")
    func overlongMap() throws {
        let key = try #require(key)
        let crypter = try SampleCrypter(key: key)
        var fields = BoxFields([0, 1, 8] + [UInt8](repeating: 1, count: 16), 0..<19)
        let protection = try #require(SampleProtection(&fields))
        var bytes = [UInt8](repeating: 0, count: 64)
        for parts in [[Subsample(clear: 65, protected: 0)], [Subsample(clear: 0, protected: .max), Subsample(clear: .max, protected: 1)]] {
            let sample = ProtectedSample(
                start: 0, size: 64, scheme: .cenc, protection: protection, vector: [UInt8](repeating: 0, count: 8), subsamples: parts)
            #expect(throws: SampleDecryptionError.sampleMap) { try crypter.decrypt(&bytes, at: 0, of: sample) }
        }
    }
}

extension [UInt8] {
    fileprivate func contains(sequence: [UInt8]) -> Bool {
        indices.dropLast(sequence.count - 1).contains { self[$0] == sequence[0] && self[$0..<$0 + sequence.count].elementsEqual(sequence) }
    }
}
