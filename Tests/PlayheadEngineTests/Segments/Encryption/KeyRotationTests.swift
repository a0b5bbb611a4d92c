import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadFFmpeg

@Suite("Rotation and failures of keys", .enabled(if: PackagedTrack.isThere), .timeLimit(.minutes(30)))
struct KeyRotationTests {
    /// The source of the keys in a round.
    private enum Source: CaseIterable {
        case app, license, module
    }

    /// The fate of a key in a round.
    private enum Fate {
        case good, wrong, missing, failing
    }

    /// Pictures by their time in milliseconds.
    private typealias Pictures = [Int: Int]

    private static let variants = ["dash-cenc", "dash-cbc1", "dash-cbcs-clearlead", "dash-cenc-rotation"]

    /// Plays the video of a variant from segment `first` on, at most two segments.
    /// - Returns: The pictures that were shown, all warnings and failures, and all reports.
    private func play(
        _ variant: String, from first: Int, _ options: ContentKeyOptions, license: LicenseOrigin.Answer = .bytes([])
    ) async throws -> (pictures: Pictures, problems: [PlaybackError], reports: [EngineReport]) {
        let origin = LicenseOrigin(variant, first: first, license: license)
        let screen = HashScreen()
        let rig = EngineRig(origin.url, loader: origin) { configuration in
            configuration.videoOutput = screen
            configuration.requestOptions.contentKeys = options
        }
        rig.engine.send(.open(playback: 1, item: 0))
        let opened = try await rig.log.wait(from: 0) { report in
            switch report {
            case .opened, .failed: true
            default: false
            }
        }
        rig.start()
        _ = try await rig.log.wait(from: opened) { report in
            switch report {
            case .ended, .failed: true
            default: false
            }
        }
        let failures = rig.log.all.compactMap { if case .failed(let error) = $0 { error } else { nil } }
        try await rig.close()
        return (screen.pictures, rig.warnings + failures, rig.log.all)
    }

    /// Whether a text contains a key, in one of the usual forms.
    private func contains(_ key: ContentKey, _ text: String) -> Bool {
        let octets = key.withOctets { [UInt8]($0) }
        let base64 = Data(octets).base64EncodedString().replacing("=", with: "")
        let digits = octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let numbers = octets.prefix(8).map { "\($0)" }
        return [
            digits, digits.uppercased(), base64, base64.replacing("+", with: "-").replacing("/", with: "_"),
            numbers.joined(separator: ", "), numbers.joined(separator: ","),
        ].contains { text.contains($0) }
    }

    /// All that is said about a value.
    private func text(of value: Any) -> String {
        var text = "\(value) \(String(reflecting: value)) "
        dump(value, to: &text)
        return text
    }

    @Test("Whichever keys are absent, wrong or withdrawn, no wrong picture is shown, and what is missing is reported")
    func rounds() async throws {
        var random = SeededGenerator(seed: 37)
        var truths: [String: Pictures] = [:]
        var (complete, problems) = (0, 0)
        for round in 0..<TestScale.pick(long: 1000, short: 24) {
            let variant = Self.variants[random.below(Self.variants.count)]
            let first = 1 + random.below(3)
            let track = try PackagedTrack(variant, "video")
            let truth =
                if let known = truths["\(variant) \(first)"] { known } else {
                    try await play(variant, from: first, ContentKeyOptions(keys: track.keys)).pictures
                }
            truths["\(variant) \(first)"] = truth
            try #require(truth.count >= 60)
            let isGood = random.oneIn(4)
            var fates: [ContentKeyID: Fate] = [:]
            for id in track.keys.keys.sorted(by: { $0.description < $1.description }) {
                fates[id] = isGood ? .good : [Fate.good, .good, .wrong, .missing, .failing][random.below(5)]
            }
            let keys = track.keys.reduce(into: [ContentKeyID: ContentKey]()) { keys, pair in
                switch fates[pair.key] {
                case .wrong: keys[pair.key] = ContentKey((0..<16).map { _ in UInt8(truncatingIfNeeded: random.next()) })
                case .missing: break
                default: keys[pair.key] = pair.value
                }
            }
            let source = Source.allCases[random.below(3)]
            let options =
                switch source {
                case .app: ContentKeyOptions(keys: keys)
                case .license: ContentKeyOptions(licenseURL: URL(string: "https://l/x"))
                case .module:
                    ContentKeyOptions(keySystems: [
                        OwnModule(keys, failing: Set(fates.filter { $0.value == .failing }.keys), after: random.below(80))
                    ])
                }
            let license = isGood || source != .license ? LicenseOrigin.Answer.bytes(PackagedTrack.license(keys)) : .random(&random, keys)
            let result = try await play(variant, from: first, options, license: license)
            let wrong = result.pictures.filter { truth[$0.key] != $0.value }
            #expect(wrong.isEmpty, "round \(round): \(wrong.count) wrong pictures of \(variant)")
            if isGood {
                #expect(result.pictures == truth && result.problems.isEmpty, "round \(round): \(variant), \(source), \(result.problems)")
            }
            complete += result.pictures == truth ? 1 : 0
            problems += result.problems.isEmpty ? 0 : 1
            // Pictures are absent, or wrong, for a reason that is reported.
            #expect(result.pictures == truth || !result.problems.isEmpty, "round \(round): \(variant), \(source), \(fates)")
            let coded = String(decoding: try JSONEncoder().encode(result.reports.filter(\.isCodable)), as: UTF8.self)
            let said = [text(of: result.reports), text(of: options), coded].joined()
            for key in Array(keys.values) + track.keys.values { #expect(!contains(key, said), "round \(round)") }
        }
        #expect(complete > 3 && problems > 3)
    }
}

extension EngineReport {
    /// Whether JSON has the numbers of the report.
    fileprivate var isCodable: Bool {
        switch self {
        case .keyStatus, .warning, .failed, .errorLog, .accessLog: true
        default: false
        }
    }
}

/// The hashes of the pictures that are shown.
private final class HashScreen: VideoOutput {
    private let shown = Mutex<[Int: Int]>([:])

    var pictures: [Int: Int] { shown.withLock { $0 } }

    func present(_ picture: VideoPicture) {
        let frame = picture.frame.pointer.pointee
        var hasher = Hasher()
        for (data, size, rows) in [
            (frame.data.0, frame.linesize.0, frame.height), (frame.data.1, frame.linesize.1, frame.height / 2),
            (frame.data.2, frame.linesize.2, frame.height / 2),
        ] {
            guard let data, size > 0 else { continue }
            let width = Int(rows == frame.height ? frame.width : frame.width / 2)
            for row in 0..<Int(rows) { hasher.combine(bytes: UnsafeRawBufferPointer(start: data + row * Int(size), count: width)) }
        }
        let hash = hasher.finalize()
        shown.withLock { $0[Int(saturating: picture.time * 1000, rounding: .toNearestOrAwayFromZero)] = hash }
    }

    func clear() {}
}

/// Serves the video of a variant of the corpus, and a license.
private final class LicenseOrigin: Loader {
    enum Answer {
        case bytes([UInt8])
        case status(Int)

        static func random(_ random: inout SeededGenerator, _ keys: [ContentKeyID: ContentKey]) -> Answer {
            let license = PackagedTrack.license(keys)
            return switch random.below(6) {
            case 0: .status([401, 403, 404, 500, 503][random.below(5)])
            case 1: .bytes(Array("<html>no</html>".utf8))
            case 2: .bytes(Array(license.prefix(random.below(license.count))))
            default: .bytes(license)
            }
        }
    }

    private static let segments = 2

    let url = URL(filePath: "/corpus/manifest.mpd")
    private let variant: String
    private let manifest: String
    private let license: Answer

    init(_ variant: String, first: Int, license: Answer) {
        self.variant = variant
        self.license = license
        let count = Corpus.files("clearkey-packager", variant).count { $0.hasPrefix("video_") && $0.hasSuffix(".m4s") }
        let number = min(Self.segments, count - first + 1)
        manifest = """
            <MPD type="static" mediaPresentationDuration="PT\(2 * number)S"><Period><AdaptationSet contentType="video">
            <ContentProtection schemeIdUri="urn:uuid:1077efec-c0b2-4d02-ace3-3c1e52e2fb4b"/>
            <Representation id="0" bandwidth="310548" codecs="avc1.64001e" mimeType="video/mp4" width="640" height="360">
            <SegmentTemplate timescale="15360" initialization="video_init.mp4" media="video_$Number$.m4s" startNumber="\(first)"
            presentationTimeOffset="\((first - 1) * 30_720)"><SegmentTimeline>
            <S t="\((first - 1) * 30_720)" d="30720" r="\(number - 1)"/></SegmentTimeline></SegmentTemplate>
            </Representation></AdaptationSet></Period></MPD>
            """
    }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let bytes: [UInt8]
        if request.url.host == "l" {
            switch license {
            case .bytes(let license): bytes = license
            case .status(let status): throw LoadError(.status(status), kind: request.kind, url: request.url)
            }
        } else {
            let name = request.url.lastPathComponent
            bytes = name.hasSuffix(".mpd") ? Array(manifest.utf8) : try Corpus.bytes("clearkey-packager", "\(variant)/\(name)")
        }
        return LoadResponse(url: request.url, contentLength: Int64(bytes.count), body: LoadBody(bytes: bytes))
    }
}

/// A key system in Swift that decrypts the samples itself, until some of its keys expire or fail.
private final class OwnModule: KeySystem {
    private final class Session: KeySession {
        private let module: OwnModule
        private let report: @Sendable (KeySessionReport) -> Void
        private let count = Locked(0)

        init(_ module: OwnModule, _ report: @escaping @Sendable (KeySessionReport) -> Void) {
            self.module = module
            self.report = report
        }

        func update(_ response: [UInt8]) async throws {}

        func decrypt(_ sample: EncryptedSample) async throws -> [UInt8] {
            let number = count.withLock { count in
                count += 1
                return count
            }
            if module.failing.contains(sample.keyID), number > module.limit {
                if number.isMultiple(of: 2) { report(.status(sample.keyID, .expired)) }
                throw KeySystemError(code: number)
            }
            guard let key = module.keys[sample.keyID] else { throw KeySystemError(code: -1) }
            var fields = BoxFields(
                [UInt8(sample.encryptedBlocks << 4 | sample.clearBlocks), 1, 8] + sample.keyID.octets, 0..<3 + ContentKeyID.size)
            guard let protection = SampleProtection(&fields) else { throw KeySystemError(code: -2) }
            var bytes = sample.bytes
            let place = ProtectedSample(
                start: 0, size: bytes.count, scheme: sample.scheme, protection: protection, vector: sample.vector,
                subsamples: sample.subsamples)
            try SampleCrypter(key: key).decrypt(&bytes, at: 0, of: place)
            return bytes
        }

        func release() async {}
    }

    let name = "Own"
    let identifiers: [UUID] = []
    let keys: [ContentKeyID: ContentKey]
    let failing: Set<ContentKeyID>
    let limit: Int

    init(_ keys: [ContentKeyID: ContentKey], failing: Set<ContentKeyID>, after limit: Int) {
        self.keys = keys
        self.failing = failing
        self.limit = limit
    }

    func openSession(
        for content: KeySessionContent, report: @escaping @Sendable (KeySessionReport) -> Void
    ) async throws -> any KeySession {
        for id in content.keyIDs { report(.status(id, keys[id] == nil ? .outputRestricted : .usable)) }
        return Session(self, report)
    }
}
