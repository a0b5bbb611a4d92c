import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadSamples

@Suite("Files whose samples are encrypted", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct FileDecrypterTests {
    private static let key = "000102030405060708090a0b0c0d0e0f"
    private static let id = "a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7"

    /// How a test file was encrypted.
    enum Kind: String, CaseIterable, Sendable {
        /// By the `ffmpeg` command, with the sample tables after or before the samples.
        case tables, tablesFirst
        /// The same, with the keys of the samples in groups of the tables.
        case groups
        /// In fragments.
        case cenc, cens, cbcs
        /// In fragments, with the auxiliary information in the media data.
        case auxiliaryInMediaData
        /// WebM, every third block in the clear, and some in parts.
        case webM
    }

    private func options(_ key: String? = Self.key) throws -> RequestOptions {
        var options = RequestOptions()
        guard let key else { return options }
        options.contentKeys.keys = [try #require(ContentKeyID(Self.id)): try #require(ContentKey(key))]
        return options
    }

    private func keys(_ options: RequestOptions) -> ContentKeys {
        ContentKeys(loader: URLLoader(), options: options, clock: SystemClock())
    }

    /// Calls a closure with the clear and the encrypted file.
    private func withFiles(_ kind: Kind, _ body: (_ clear: URL, _ secret: URL) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let (clear, secret) = (folder.appendingPathComponent("clear"), folder.appendingPathComponent("secret"))
            func ffmpeg(_ options: [String], _ output: URL) async throws {
                let input = try await Samples.url(Samples.small).path
                _ = try await CachedTool("ffmpeg").run(["-v", "error", "-i", input] + options + [output.path], in: folder)
            }
            switch kind {
            case .tables, .tablesFirst, .groups:
                let flags = ["-map", "0", "-c", "copy", "-f", "mp4"] + (kind == .tablesFirst ? ["-movflags", "faststart"] : [])
                try await ffmpeg(flags, clear)
                try await ffmpeg(
                    flags + ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", Self.key, "-encryption_kid", Self.id], secret)
                if kind == .groups {
                    let grouped = RearrangedProtection.inGroups(
                        [UInt8](try Data(contentsOf: secret)), id: [UInt8](repeating: 0xA7, count: ContentKeyID.size))
                    try Data(grouped).write(to: secret)
                }
            case .cenc, .cens, .cbcs, .auxiliaryInMediaData:
                try await ffmpeg(
                    ["-map", "0", "-c", "copy", "-f", "mp4", "-movflags", "frag_keyframe+empty_moov+default_base_moof"], clear)
                let scheme = CommonEncryptor.Scheme(rawValue: kind.rawValue) ?? .cenc
                var encryptor = CommonEncryptor(
                    scheme, key: Array(0..<16), vector: Array(UInt8(0x80)..<0x80 + (scheme.isCounted ? 8 : 16)))
                let encrypted = try encryptor.encrypt([UInt8](Data(contentsOf: clear)))
                try Data(kind == .auxiliaryInMediaData ? RearrangedProtection.inMediaData(encrypted) : encrypted).write(to: secret)
            case .webM:
                try await ffmpeg(["-an", "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-g", "30", "-f", "webm"], clear)
                let packets = try packets(Demuxer(source: try FileByteSource(path: clear.path)))
                let key = try #require(ContentKey(Self.key))
                try Data(EncryptedWebM.file(packets, key: key, id: try #require(ContentKeyID(Self.id)), width: 160, height: 90))
                    .write(to: secret)
            }
            try await body(clear, secret)
        }
    }

    /// A packet of a file.
    private struct Sample: Hashable {
        var stream: Int
        var time: Int64?
        var isKey: Bool
        var bytes: [UInt8]
    }

    private func packets(_ demuxer: Demuxer) throws -> [EncryptedWebM.Block] {
        var found: [EncryptedWebM.Block] = []
        while let packet = try demuxer.read() {
            let stream = demuxer.streams[packet.streamIndex]
            let time = Int(saturating: ((packet.pts.map { Double($0) } ?? 0) * stream.timeBase * 1000).rounded())
            found.append(EncryptedWebM.Block(time: time, isKey: packet.isKey, bytes: packet.bytes))
        }
        return found
    }

    /// Returns the packets of a file, on a thread that may wait for keys.
    private func samples(_ url: URL, _ keys: ContentKeys? = nil, from times: [Double]? = nil) async throws -> [[Sample]] {
        try await KeyFrameReader().run {
            let demuxer = try Demuxer(
                source: try FileByteSource(path: url.path), decrypter: keys.map { FileDecrypter($0, url: "file:///a") })
            func rest(_ count: Int) throws -> [Sample] {
                var found: [Sample] = []
                while found.count < count, let packet = try demuxer.read() {
                    found.append(Sample(stream: packet.streamIndex, time: packet.pts, isKey: packet.isKey, bytes: packet.bytes))
                }
                return found
            }
            guard let times else { return [try rest(.max)] }
            let amount = 40
            return try times.map { time in
                try demuxer.seek(to: time, stream: nil)
                return try rest(amount)
            }
        }
    }

    private func probe(_ url: URL, _ options: RequestOptions, frames: Bool = true) async throws -> MediaProbe.Result {
        var configuration = EngineConfiguration(loader: URLLoader())
        configuration.requestOptions = options
        return try await MediaProbe(configuration: configuration).run(url, withFrames: frames)
    }

    @Test("The packets are those of the clear file, from the start and after seeks", arguments: Kind.allCases)
    func packets(_ kind: Kind) async throws {
        try await withFiles(kind) { clear, secret in
            let expected = try await samples(clear)
            let found = try await samples(secret, keys(try options()))
            #expect(found == expected && (expected.first?.count ?? 0) > 150)
            await #expect(throws: DecryptionError.noDecrypter) { try await samples(secret) }
            let times = [4.2, 0.3, 5.9, 2, 2.9, 1.1, 0]
            let after = try await samples(secret, keys(try options()), from: times)
            let all = Set(expected.flatMap(\.self))
            #expect(after.allSatisfy { !$0.isEmpty && all.isSuperset(of: $0) })
        }
    }

    @Test(
        "Files of another packager, in each scheme and with keys that rotate, have the packets of the clear segments",
        .enabled(if: PackagedTrack.isThere),
        arguments: ["dash-cenc", "dash-cbc1", "dash-cbcs-clearlead", "dash-cenc-rotation", "dash-cenc-ondemand", "hls-cbcs-fmp4"],
        ["video", "audio"])
    func packager(_ variant: String, _ track: String) async throws {
        let corpus = try PackagedTrack(variant, track)
        var options = RequestOptions()
        options.contentKeys.keys = corpus.keys
        let keys = keys(options)
        var section = corpus.initialization
        let tracks = ProtectedTracks(&section)
        var clear = section
        for segment in corpus.segments {
            var source = SampleSource(tracks, at: 0, .samples(.licensed(ProtectionSystems())), keys)
            clear += try await source.clear(segment)
            clear += try source.finish()
        }
        let secret = corpus.initialization + corpus.segments.flatMap(\.self)
        try await withTemporaryFolder { folder in
            let urls = ["clear", "secret"].map { folder.appendingPathComponent($0) }
            for (url, bytes) in zip(urls, [clear, secret]) { try Data(bytes).write(to: url) }
            let expected = try await samples(urls[0])
            #expect(try await samples(urls[1], keys) == expected && (expected.first?.count ?? 0) > 100)
        }
    }

    private struct Truth: Decodable {
        struct Key: Decodable { var kid, key: String }
        struct Track: Decodable { var packets: Int }
        var keys: [Key]
        var video, audio: Track?
    }

    @Test(
        "Files that another project tests with have their packets", .enabled(if: Corpus.has("clearkey-media3")),
        arguments: ["sample_fragmented_clearkey.mp4", "sample_av1c_fragmented_clearkey.mp4"])
    func corpus(_ name: String) async throws {
        let truth: Truth = try Corpus.decode("clearkey-media3", "expected/clear/\(name).json")
        var options = RequestOptions()
        for pair in truth.keys { options.contentKeys.keys[try #require(ContentKeyID(pair.kid))] = ContentKey(pair.key) }
        try await withTemporaryFolder { folder in
            let urls = ["clear", "secret"].map { folder.appendingPathComponent($0) }
            try Data(try Corpus.bytes("clearkey-media3", name)).write(to: urls[1])
            let found = try await samples(urls[1], keys(options)).flatMap(\.self)
            #expect(found.count == (truth.video?.packets ?? 0) + (truth.audio?.packets ?? 0))
            guard name == "sample_fragmented_clearkey.mp4" else { return }
            try Data(try Corpus.bytes("clearkey-media3", "expected/clear/sample_fragmented.mp4")).write(to: urls[0])
            #expect(try await Set(samples(urls[0]).flatMap { $0.map(\.bytes) }) == Set(found.map(\.bytes)))
        }
    }

    @Test("A probe lists the frames of the clear file", arguments: Kind.allCases)
    func frames(_ kind: Kind) async throws {
        try await withFiles(kind) { clear, secret in
            let expected = try await probe(clear, RequestOptions())
            let found = try await probe(secret, try options())
            #expect(found.hasProtectedContent && !expected.hasProtectedContent)
            #expect(found.frames?.map(\.isKey) == expected.frames?.map(\.isKey) && (found.frames?.count ?? 0) > 150)
            #expect(found.tracks.map(\.codec) == expected.tracks.map(\.codec))
            #expect(abs((found.duration ?? 0) - (expected.duration ?? 1)) < 0.05)
        }
    }

    @Test("Without a key the error names the protection", arguments: Kind.allCases)
    func noKey(_ kind: Kind) async throws {
        try await withFiles(kind) { _, secret in
            let error = await #expect(throws: PlaybackError.self) { try await probe(secret, try options(nil), frames: false) }
            #expect(error?.kind == .protectedContent)
            #expect(error?.underlying == "Protected by Common Encryption (\([.cens, .cbcs].contains(kind) ? kind.rawValue : "cenc")).")
        }
    }

    @Test("With a wrong key no picture is shown, and there is no thumbnail", arguments: [Kind.tables, .tablesFirst, .cenc, .cbcs])
    func wrongKey(_ kind: Kind) async throws {
        try await withFiles(kind) { _, secret in
            let wrong = try options("ffffffffffffffffffffffffffffffff")
            let frames = (try? await probe(secret, wrong))?.frames ?? []
            #expect(!frames.contains { $0.type != nil })
            var configuration = EngineConfiguration(loader: URLLoader())
            configuration.requestOptions = wrong
            let size = PictureSize(width: 320, height: 180)
            await #expect(throws: PlaybackError.self) {
                try await MediaProbe(configuration: configuration).thumbnail(of: secret, at: 2, fitting: size)
            }
            configuration.requestOptions = try options()
            #expect(try await MediaProbe(configuration: configuration).thumbnail(of: secret, at: 2, fitting: size).width == 160)
        }
    }

    @Test("A file is played with the keys of a license")
    func license() async throws {
        try await withFiles(.tables) { _, secret in
            let license = secret.deletingLastPathComponent().appendingPathComponent("license.json")
            let keys = try options().contentKeys.keys
            try Data(PackagedTrack.license(keys)).write(to: license)
            var options = RequestOptions()
            options.contentKeys.licenseURL = license
            let server = options
            let rig = EngineRig(secret) { $0.requestOptions = server }
            _ = try await rig.open()
            rig.start()
            try await rig.ended()
            #expect(rig.screen.shown.count == 180 && rig.warnings.isEmpty)
            #expect(rig.log.all.contains { if case .keyStatus(_, .usable, _) = $0 { true } else { false } })
            try await rig.close()
        }
    }

    @Test("A key that expires decrypts no more samples")
    func expiry() async throws {
        try await withFiles(.tables) { _, secret in
            let module = ExpiringModule(try #require(ContentKey(Self.key)))
            var options = RequestOptions()
            options.contentKeys = ContentKeyOptions(keySystems: [module])
            let keys = keys(options)
            let error = await #expect(throws: PlaybackError.self) {
                try await KeyFrameReader().run {
                    let decrypter = FileDecrypter(keys, url: "file:///a")
                    let demuxer = try Demuxer(source: try FileByteSource(path: secret.path), decrypter: decrypter)
                    for _ in 0..<20 { #expect(try demuxer.read() != nil) }
                    module.expire()
                    while try demuxer.read() != nil {}
                }
            }
            #expect(error?.kind == .keyInvalid && error?.underlying?.contains("has expired") == true)
        }
    }

    @Test("A license server that does not answer holds neither a seek nor the end")
    func closing() async throws {
        try await withFiles(.tables) { _, secret in
            var options = RequestOptions()
            options.contentKeys.licenseURL = URL(string: "https://l.example/")
            let server = options
            let silent = SilentServer()
            let rig = EngineRig(secret, loader: silent) { $0.requestOptions = server }
            rig.engine.send(.open(playback: 1, item: 0))
            try await eventually("the license is requested") { silent.isWaiting.withLock { $0 } }
            rig.engine.send(.seek(id: 1, target: 3, precision: .exact))
            try await rig.close()
        }
    }

    @Test("Damaged tables, parts and blocks end with an error, or with fewer packets", arguments: Kind.allCases)
    func damaged(_ kind: Kind) async throws {
        try await withFiles(kind) { _, secret in
            let bytes = [UInt8](try Data(contentsOf: secret))
            let boxes = ["stsd", "sinf", "tenc", "senc", "saiz", "saio", "stsz", "stsc", "stco", "moof", "trun", "tfhd", "mdat", "pssh"]
            let named = boxes.flatMap { name in bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 4].elementsEqual(name.utf8) } }
            let places = named.isEmpty ? Array(stride(from: 64, to: min(bytes.count, 4000), by: 7)) : named
            var random = SeededGenerator(seed: 9)
            for _ in 0..<TestScale.pick(long: 25, short: 8) {
                var damaged = bytes
                for _ in 0...random.below(4) {
                    let place = places[random.below(places.count)] + random.below(48) - 4
                    if damaged.indices.contains(place) { damaged[place] = UInt8(truncatingIfNeeded: random.next()) }
                }
                try Data(damaged).write(to: secret)
                _ = try? await samples(secret, keys(try options()))
            }
        }
    }
}

/// A key system that supplies one key for all ids at once, until it expires.
private final class ExpiringModule: KeySystem {
    private final class Session: KeySession {
        func update(_ response: [UInt8]) async throws {}
        func release() async {}
    }

    let name = "Expiring"
    let identifiers: [UUID] = []
    private let key: ContentKey
    private let expiries = Locked<[@Sendable () -> Void]>([])

    init(_ key: ContentKey) { self.key = key }

    func openSession(
        for content: KeySessionContent, report: @escaping @Sendable (KeySessionReport) -> Void
    ) async throws -> any KeySession {
        for id in content.keyIDs {
            report(.key(id, key))
            expiries.withLock { $0.append { report(.status(id, .expired)) } }
        }
        return Session()
    }

    func expire() {
        for expiry in expiries.withLock({ $0 }) { expiry() }
    }
}

/// A server that accepts requests, and never answers.
private final class SilentServer: Loader {
    let isWaiting = Locked(false)

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        isWaiting.withLock { $0 = true }
        // This stream ends only when the task is cancelled.
        for await _ in AsyncStream(Void.self, { _ in }) {}
        throw CancellationError()
    }
}
