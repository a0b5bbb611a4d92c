import Foundation
import PlayheadCore
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Requests of DASH", .enabled(if: Samples.areThere), .timeLimit(.minutes(2)))
struct DASHRequestTests {
    @Test("Requests for the segments of separate sound state its bit rate")
    func soundFacts() async throws {
        let manifest = try await DASHOrigin.original()
        let match = try #require(manifest.firstMatch(of: #/codecs="mp4a\.40\.2" bandwidth="(\d+)"/#))
        let bitrate = try #require(Double(match.1))
        let facts = Locked<[MediaFacts]>([])
        let origin = try await DASHOrigin(
            answer: { request in
                let isSound = request.url.lastPathComponent.hasPrefix("chunk-stream1")
                if isSound, let known = request.mediaFacts { facts.withLock { $0.append(known) } }
                return nil
            }, { manifest })
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin) { $0.requestOptions.describesMedia = true }
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        let known = facts.withLock { $0 }
        #expect(!known.isEmpty && known.allSatisfy { $0.bitrate == bitrate && $0.bitrates == bitrate...bitrate })
        try await rig.close()
    }

    @Test("Credentials stay at the origin of the manifest, whatever base URLs it has")
    func credentials() async throws {
        let manifest = try await DASHOrigin.original().replacingOccurrences(
            of: "<Period", with: "<BaseURL>http://other.test/x/</BaseURL><Period")
        let requests = Locked<[LoadRequest]>([])
        let origin = try await DASHOrigin(
            answer: { request in
                requests.withLock { $0.append(request) }
                return nil
            }, { manifest })
        let url = try #require(URL(string: origin.manifestURL))
        let rig = EngineRig(url, loader: origin) { $0.requestOptions.headers = ["Authorization": "hush"] }
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        let sent = requests.withLock { $0 }
        #expect(sent.count > 12 && sent.allSatisfy { $0.url.host == "other.test" && $0.binding == CredentialBinding(home: url) })
        try await rig.close()
    }
}
