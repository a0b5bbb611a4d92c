import Foundation
import PlayheadCore
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Failures of keys", .timeLimit(.minutes(5)))
struct KeyFailuresTests {
    /// Serves a manifest of protected pictures and sound, and nothing else.
    private struct Origin: Loader {
        static let url = URL(filePath: "/protected/manifest.mpd")
        private static let sets = [("video", "avc1.64001e"), ("audio", "mp4a.40.2")].map { type, codecs in
            """
            <AdaptationSet contentType="\(type)"><ContentProtection schemeIdUri="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"/>
            <Representation id="\(type)" bandwidth="100000" codecs="\(codecs)" mimeType="\(type)/mp4">
            <SegmentTemplate duration="2" initialization="\(type).mp4" media="\(type)_$Number$.m4s"/></Representation></AdaptationSet>
            """
        }
        private static let manifest = """
            <MPD type="static" mediaPresentationDuration="PT12S"><Period>\(sets.joined())</Period></MPD>
            """

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            guard request.url.lastPathComponent == Self.url.lastPathComponent else {
                throw LoadError(.status(404), kind: request.kind, url: request.url)
            }
            return LoadResponse(url: request.url, body: LoadBody(bytes: Array(Self.manifest.utf8)))
        }
    }

    @Test("Content without keys is one warning and then the error, however many segments of pictures and sound are protected")
    func content() async throws {
        // Pictures and sound are loaded at the same time.
        for _ in 0..<8 {
            let rig = EngineRig(Origin.url, loader: Origin())
            let error = try await rig.openingFailure()
            #expect(error.kind == .protectedContent)
            #expect(rig.warnings.map(\.kind) == [.protectedContent])
            try await rig.close()
        }
    }

    @Test("Each failure of a key is reported once, and again after the key was usable")
    func repetitions() throws {
        let (first, second) = (try #require(ContentKeyID(0..<16)), try #require(ContentKeyID(16..<32)))
        let file = KeyFailures.Key.url("https://a/1.key")
        let failures = KeyFailures()
        func isReported(_ kind: PlaybackError.Kind, _ url: String, reason: String? = nil, of keys: Set<KeyFailures.Key>) -> Bool {
            let error = PlaybackError(kind, url: url, underlying: reason)
            failures.note(error, of: keys)
            return failures.admit(error.with(severity: .warning))
        }
        for isNew in [true, false] {
            for id in [first, second] {
                #expect(isReported(.keyStatus(403), "https://l/x", reason: "The key \(id) is missing.", of: [.content(id)]) == isNew)
            }
            #expect(isReported(.keyInvalid, "https://l/x", reason: "It failed.", of: [.content(first), .content(second)]) == isNew)
            #expect(isReported(.keyStatus(404), "https://a/1.key", of: [file]) == isNew)
            #expect(isReported(.keyInvalid, "https://a/1.key", reason: "The key is short.", of: [file]) == isNew)
            #expect(isReported(.protectedContent, "https://a/\(isNew).ts", reason: "Protected by FairPlay.", of: []) == isNew)
            #expect(failures.admit(PlaybackError(.segmentStatus(404), severity: .warning, url: "https://a/1.ts")))
        }
        failures.remove(.content(first))
        failures.remove(file)
        #expect(isReported(.keyStatus(403), "https://l/x", reason: "The key \(first) is missing.", of: [.content(first)]))
        #expect(!isReported(.keyStatus(403), "https://l/x", reason: "The key \(second) is missing.", of: [.content(second)]))
        #expect(isReported(.keyInvalid, "https://l/x", reason: "It failed.", of: [.content(first)]))
        #expect(isReported(.keyStatus(404), "https://a/1.key", of: [file]))
    }

    @Test("A failure without a URL is one warning for all segments that need the key")
    func segments() {
        let failures = KeyFailures()
        let error = PlaybackError(.keyInvalid, underlying: "The data: URI is damaged.")
        let reports = (0..<3).map { number in
            failures.note(error, of: [])
            return failures.admit(PlaybackError(cause: error, otherwise: .segmentInvalid, url: "https://a/\(number).ts"))
        }
        #expect(reports == [true, false, false])
    }
}
