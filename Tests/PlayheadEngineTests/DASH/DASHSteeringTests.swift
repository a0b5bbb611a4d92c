import Foundation
import PlayheadCore
import PlayheadSamples
import PlayheadTestKit
import PlayheadTransport
import Synchronization
import Testing

@testable import PlayheadEngine

/// A presentation of 6 s on two servers, of which a third one selects one.
@Suite("Content steering of DASH", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(10)), .serialized)
struct DASHSteeringTests {
    /// The manifest of FFmpeg, with pictures and sound.
    private static func manifest(_ attributes: String) async throws -> String {
        let head = """
            <BaseURL serviceLocation="alpha">http://alpha.test/x/</BaseURL><BaseURL serviceLocation="beta">http://beta.test/x/</BaseURL>
            <ContentSteering \(attributes)>http://steer.test/s?x=1</ContentSteering><Period
            """
        return try await DASHOrigin.original().replacingOccurrences(of: "<Period", with: head)
    }

    /// Plays a presentation to its end in real time of the manual clock. `steer` returns the answer of the steering server, `failing` the
    /// hosts that fail.
    private func play(
        _ attributes: String, steer: @escaping @Sendable (URL) async throws -> String?,
        failing: @escaping @Sendable (String) -> Bool = { _ in false }
    ) async throws -> DASHRig {
        let clock = ManualClock()
        let manifest = try await Self.manifest(attributes)
        let origin = try await DASHOrigin(
            answer: { request in
                let host = request.url.host ?? ""
                if failing(host) { throw LoadError(.status(500), kind: request.kind, url: request.url) }
                guard host == "steer.test" else { return nil }
                guard let text = try await steer(request.url) else { throw LoadError(.status(404), kind: request.kind, url: request.url) }
                return text
            }, { manifest })
        let rig = try DASHRig(origin, on: clock) { $0.forwardBuffer = 1 }
        try await rig.play(nil)
        return rig
    }

    private func expectAllFrames(_ rig: EngineRig) { #expect(rig.screen.stamps.compactMap(\.self) == Array(0..<180)) }

    @Test("Playback starts with the default location, which is sent to the server, and stays there without an answer")
    func defaultLocation() async throws {
        let rig = try await play("defaultServiceLocation=\"beta\"", steer: { _ in nil })
        expectAllFrames(rig.rig)
        #expect(Set(rig.hosts) == ["beta.test"])
        #expect(rig.steering.first?.query?.hasPrefix("x=1&_DASH_pathway=%22beta%22") == true)
        #expect(rig.rig.warnings.allSatisfy { $0.kind == .manifestStatus(404) })
        try await rig.rig.close()
    }

    @Test("An answer moves pictures and sound to another location at the next segment, and says where to ask again, and when")
    func answer() async throws {
        let rig = try await play("defaultServiceLocation=\"beta\"") { url in
            let isFirst = url.path == "/s"
            let priority = isFirst ? "\"beta\",\"alpha\"" : "\"alpha\",\"beta\""
            return "{\"VERSION\":1,\"TTL\":2,\"RELOAD-URI\":\"again\",\"PATHWAY-PRIORITY\":[\(priority)]}"
        }
        expectAllFrames(rig.rig)
        let change = try #require(rig.hosts.firstIndex(of: "alpha.test"))
        #expect(rig.hosts[..<change].allSatisfy { $0 == "beta.test" } && rig.hosts[change...].contains("alpha.test"))
        // A transfer of the other track may be running.
        #expect(rig.hosts.lastIndex(of: "beta.test").map { $0 <= change + 2 } == true, "\(rig.hosts)")
        for stream in ["stream0", "stream1"] {
            #expect(rig.origin.urls.contains { $0.host == "alpha.test" && $0.lastPathComponent.contains("chunk-\(stream)") })
        }
        #expect(rig.steering.map(\.path).prefix(2) == ["/s", "/again"])
        #expect(rig.steering.dropFirst().first?.query?.contains("_DASH_throughput=") == true)
        #expect(rig.rig.warnings.map(\.kind) == [.pathwayChanged])
        try await rig.rig.close()
    }

    @Test("With queryBeforeStart nothing is loaded before the answer; a server that is silent delays the start by three seconds")
    func beforeStart() async throws {
        let steered = try await play("defaultServiceLocation=\"beta\" queryBeforeStart=\"true\"") { _ in
            "{\"VERSION\":1,\"PATHWAY-PRIORITY\":[\"alpha\"]}"
        }
        expectAllFrames(steered.rig)
        #expect(Set(steered.hosts) == ["alpha.test"] && steered.steering.count == 1)
        try await steered.rig.close()
        let silent = try await play("defaultServiceLocation=\"beta\" queryBeforeStart=\"true\"") { _ in
            // Ends when the request is cancelled.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw CancellationError()
        }
        expectAllFrames(silent.rig)
        #expect(Set(silent.hosts) == ["beta.test"])
        let time = silent.clock.now
        #expect(time > 8.9 && time < 10, "\(time)")
        try await silent.rig.close()
    }

    @Test("A location that fails is replaced by another one, without a missing frame")
    func failing() async throws {
        let rig = try await play(
            "defaultServiceLocation=\"beta\"", steer: { _ in "{\"VERSION\":1,\"PATHWAY-PRIORITY\":[\"beta\",\"alpha\"]}" },
            failing: { $0 == "beta.test" })
        expectAllFrames(rig.rig)
        #expect(rig.hosts.last == "alpha.test" && rig.rig.warnings.contains { $0.kind == .pathwayChanged })
        try await rig.rig.close()
    }

    @Test("A clone has another host, and parameters in all of its URLs")
    func clone() async throws {
        let rig = try await play("queryBeforeStart=\"true\"") { _ in
            """
            {"VERSION": 1, "PATHWAY-PRIORITY": ["gamma"], "PATHWAY-CLONES": [
            {"BASE-ID": "beta", "ID": "beta2", "URI-REPLACEMENT": {"PARAMS": {"token": "1"}}},
            {"BASE-ID": "beta2", "ID": "gamma", "URI-REPLACEMENT": {"HOST": "gamma.test:81"}}]}
            """
        }
        expectAllFrames(rig.rig)
        let media = rig.origin.urls.filter { $0.pathExtension == "m4s" }
        #expect(media.count > 12 && media.allSatisfy { $0.absoluteString.hasPrefix("http://gamma.test:81/x/") && $0.query == "token=1" })
        try await rig.rig.close()
    }

    @Test("Updates come from the location that the steering server prefers")
    func updates() async throws {
        let clock = ManualClock()
        let began = clock.now
        let origin = try await DASHOrigin(
            answer: { request in
                request.url.host == "steer.test" ? "{\"VERSION\":1,\"TTL\":300,\"PATHWAY-PRIORITY\":[\"beta\",\"alpha\"]}" : nil
            },
            {
                let count = min(6, 3 + Int(saturating: clock.now - began, rounding: .down))
                let kind =
                    count == 6 ? "type=\"static\" mediaPresentationDuration=\"PT6S\"" : "type=\"dynamic\" minimumUpdatePeriod=\"PT1S\""
                let timeline =
                    "timescale=\"10\"><SegmentTimeline><S t=\"0\" d=\"10\" r=\"\(count - 1)\"/></SegmentTimeline></SegmentTemplate>"
                let places = ["alpha", "beta"].map { name in
                    """
                    <BaseURL serviceLocation="\(name)">http://\(name).test/x/</BaseURL>
                    <Location serviceLocation="\(name)">http://\(name).test/live.mpd</Location>
                    """
                }
                return """
                    <MPD \(kind) availabilityStartTime="2024-01-01T00:00:00Z" suggestedPresentationDelay="PT2S">\(places.joined())
                    <ContentSteering queryBeforeStart="true" defaultServiceLocation="alpha">http://steer.test/s</ContentSteering>
                    <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2024-01-01T00:00:03Z"/>
                    <Period start="PT0S">\(DASHOrigin.pictures(timeline))</Period></MPD>
                    """
            })
        let rig = try DASHRig(origin, on: clock)
        try await rig.play(nil)
        let updates = origin.urls.filter { $0.pathExtension == "mpd" }.dropFirst().map { $0.host ?? "" }
        #expect(!updates.isEmpty && Set(updates) == ["beta.test"], "\(updates)")
        #expect(rig.rig.screen.stamps.last == 179)
        try await rig.rig.close()
    }

    @Test("A steering document that is too large changes nothing")
    func hostile() async throws {
        let rig = try await play("queryBeforeStart=\"true\"") { _ in
            "{\"VERSION\":1,\"PATHWAY-PRIORITY\":[\"zeta\"],\"PATHWAY-CLONES\":" + String(repeating: "[", count: 2_000_000)
        }
        expectAllFrames(rig.rig)
        #expect(Set(rig.hosts) == ["alpha.test"])
        try await rig.rig.close()
    }
}

extension DASHRig {
    /// The hosts of the requests for segments, in order.
    fileprivate var hosts: [String] { origin.urls.filter { $0.pathExtension == "m4s" }.map { $0.host ?? "" } }
    fileprivate var steering: [URL] { origin.urls.filter { $0.host == "steer.test" } }
}
