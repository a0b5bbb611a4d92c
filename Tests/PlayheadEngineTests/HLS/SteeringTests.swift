import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadOrigin
import Testing

@testable import PlayheadEngine

/// A ladder on two origins, and a third origin with the playlist and the steering manifest.
@Suite("Content steering and redundant streams", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct SteeringTests {
    private struct World {
        let alpha: LoopbackOrigin
        let beta: LoopbackOrigin
        let server: LoopbackOrigin

        init() async throws {
            let folder = try await Samples.url(.hlsSmallLadder).deletingLastPathComponent()
            alpha = try await LoopbackOrigin.start(root: folder)
            beta = try await LoopbackOrigin.start(root: folder)
            server = try await LoopbackOrigin.start()
        }

        /// Publishes a playlist with the pathways `names`; `nil` for variants without pathways.
        func publish(
            _ origins: [LoopbackOrigin], named names: [String]?, head: [String] = [], hasSubtitles: Bool = false
        ) async throws -> URL {
            let sample = try String(contentsOf: try await Samples.url(.hlsSmallLadder), encoding: .utf8)
                .split(separator: "\n").map(String.init)
            var lines = ["#EXTM3U", "#EXT-X-VERSION:7"] + head
            for (index, origin) in origins.enumerated() {
                if hasSubtitles {
                    let location = origin.url("subtitles.m3u8").absoluteString
                    lines.append("#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\(index)\",NAME=\"English\",LANGUAGE=\"en\",URI=\"\(location)\"")
                    origin.add("subtitles.m3u8", text: "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nall.vtt\n#EXT-X-ENDLIST\n")
                    origin.add("all.vtt", text: "WEBVTT\n\n00:01.000 --> 00:02.000\none\n")
                }
                for line in sample.dropFirst(3) {
                    var line = line.replacing("\"audio\"", with: "\"audio\(index)\"")
                    if line.hasPrefix("#EXT-X-MEDIA") {
                        line = line.replacing("URI=\"", with: "URI=\"\(origin.url("").absoluteString)")
                    } else if line.hasPrefix("#EXT-X-STREAM-INF") {
                        if hasSubtitles { line += ",SUBTITLES=\"s\(index)\"" }
                        if let names { line += ",PATHWAY-ID=\"\(names[index])\"" }
                    } else if !line.hasPrefix("#") {
                        line = origin.url(line).absoluteString
                    }
                    lines.append(line)
                }
            }
            server.add("main.m3u8", text: lines.joined(separator: "\n") + "\n")
            return server.url("main.m3u8")
        }

        func stop() async {
            for origin in [alpha, beta, server] { await origin.stop() }
        }
    }

    /// The segments that an origin was requested for.
    private func segments(_ origin: LoopbackOrigin) -> [String] { origin.requests.map(\.path).filter { $0.hasSuffix(".m4s") } }

    private func rig(_ url: URL) -> EngineRig {
        EngineRig(url) { configuration in
            configuration.initialLevel = 2
            configuration.forwardBuffer = 2
            configuration.clock = ScaledClock(speed: 10)
        }
    }

    private func expectAllFrames(_ rig: EngineRig) {
        #expect(rig.screen.stamps == Array(0..<180).map(Optional.some))
    }

    @Test(
        "The failure of an origin during playback costs no frame, with alternate audio, with and without pathways",
        arguments: [["A", "B"], nil], [true, false])
    func dying(names: [String]?, isGone: Bool) async throws {
        let world = try await World()
        let rig = rig(try await world.publish([world.alpha, world.beta], named: names))
        _ = try await rig.open()
        try await rig.loaded(to: 1.9)
        #expect(segments(world.beta).isEmpty)
        if isGone {
            await world.alpha.stop()
        } else {
            world.alpha.addFault(Fault(path: "**.m4s", kind: .status(500)))
        }
        rig.start()
        try await rig.ended()
        expectAllFrames(rig)
        let later = segments(world.beta)
        #expect(later.contains { $0.hasPrefix("video-180p/") } && later.contains { $0.hasPrefix("audio-en/") })
        if names != nil { #expect(rig.warnings.contains { $0.kind == .pathwayChanged }) }
        #expect(!rig.log.all.contains { if case .failed = $0 { true } else { false } })
        try await rig.close()
        await world.stop()
    }

    @Test("The steering server is requested after the start, and everything switches to its pathway at the next segment")
    func steering() async throws {
        let world = try await World()
        world.server.add("steering", text: #"{"VERSION":1,"TTL":1,"RELOAD-URI":"again","PATHWAY-PRIORITY":["B","A"]}"#)
        world.server.add("again", text: #"{"VERSION":1,"TTL":300,"PATHWAY-PRIORITY":["B","A"]}"#)
        let rig = rig(
            try await world.publish(
                [world.alpha, world.beta], named: ["A", "B"],
                head: [#"#EXT-X-CONTENT-STEERING:SERVER-URI="steering",PATHWAY-ID="A""#]))
        _ = try await rig.open()
        try await rig.loaded(to: 1.9)
        _ = try await rig.log.wait(from: 0) { if case .warning(let error) = $0 { error.kind == .pathwayChanged } else { false } }
        let before = segments(world.alpha).count
        rig.start()
        try await rig.ended()
        expectAllFrames(rig)
        // Pending transfers may finish.
        #expect(segments(world.alpha).count <= before + 2)
        let later = segments(world.beta)
        #expect(later.filter { $0.hasPrefix("video-180p/") }.count >= 2 && later.filter { $0.hasPrefix("audio-en/") }.count >= 2)
        let asked = try await world.server.requests { $0.contains { $0.path == "again" } }
        #expect(asked.first { $0.path == "steering" }?.query?.contains("_HLS_pathway=%22A%22") == true)
        #expect(asked.first { $0.path == "again" }?.query?.contains("_HLS_pathway=%22B%22") == true)
        try await rig.close()
        await world.stop()
    }

    @Test("Subtitles come from the current pathway, and from another one if they fail to load", arguments: [true, false])
    func subtitles(isSteered: Bool) async throws {
        let world = try await World()
        world.server.add("steering", text: #"{"VERSION":1,"TTL":300,"PATHWAY-PRIORITY":["B","A"]}"#)
        let rig = rig(
            try await world.publish(
                [world.alpha, world.beta], named: ["A", "B"],
                head: isSteered ? [#"#EXT-X-CONTENT-STEERING:SERVER-URI="steering",PATHWAY-ID="A""#] : [], hasSubtitles: true))
        #expect(try await rig.open().captionsTracks.map(\.name) == ["Off", "English"])
        if isSteered {
            _ = try await rig.log.wait(from: 0) { if case .warning(let error) = $0 { error.kind == .pathwayChanged } else { false } }
        } else {
            world.alpha.addFault(Fault(path: "subtitles.m3u8", kind: .status(404)))
        }
        rig.engine.send(.selectCaptions(1))
        _ = try await world.beta.requests { $0.contains { $0.path == "all.vtt" } }
        #expect(!world.alpha.requests.contains { $0.path == "all.vtt" })
        rig.start()
        _ = try await rig.log.wait(from: 0) { if case .captionCues(let cues, _, _) = $0 { cues.map(\.text) == ["one"] } else { false } }
        try await rig.ended()
        try await rig.close()
        await world.stop()
    }

    @Test("A pathway that the steering server clones from another one is played")
    func clone() async throws {
        let world = try await World()
        let host = "127.0.0.1:\(world.beta.url("").port ?? 0)"
        world.server.add(
            "steering",
            text: """
                {"VERSION": 1, "PATHWAY-PRIORITY": ["C", "A"],
                "PATHWAY-CLONES": [{"BASE-ID": "A", "ID": "C", "URI-REPLACEMENT": {"HOST": "\(host)"}}]}
                """)
        let rig = rig(
            try await world.publish(
                [world.alpha], named: ["A"], head: [#"#EXT-X-CONTENT-STEERING:SERVER-URI="steering",PATHWAY-ID="A""#]))
        _ = try await rig.open()
        try await rig.loaded(to: 1.9)
        _ = try await rig.log.wait(from: 0) { if case .warning(let error) = $0 { error.kind == .pathwayChanged } else { false } }
        rig.start()
        try await rig.ended()
        expectAllFrames(rig)
        let later = segments(world.beta)
        #expect(later.contains { $0.hasPrefix("video-180p/") } && later.contains { $0.hasPrefix("audio-en/") })
        try await rig.close()
        await world.stop()
    }

    @Test("A steering server that does not answer delays nothing, and a failing one causes a warning")
    func absent() async throws {
        let world = try await World()
        world.server.add("steering", text: "x")
        world.server.addFault(Fault(path: "steering", kind: .stall(afterBytes: 0)))
        let head = [#"#EXT-X-CONTENT-STEERING:SERVER-URI="steering",PATHWAY-ID="B""#]
        let url = try await world.publish([world.alpha, world.beta], named: ["A", "B"], head: head)
        let waiting = rig(url)
        _ = try await waiting.open()
        waiting.start()
        try await waiting.ended()
        expectAllFrames(waiting)
        #expect(segments(world.alpha).isEmpty && waiting.warnings.isEmpty)
        try await waiting.close()
        world.server.removeAllFaults()
        world.server.addFault(Fault(path: "steering", kind: .status(410)))
        let failing = rig(url)
        _ = try await failing.open()
        _ = try await failing.log.wait(from: 0) {
            if case .warning(let error) = $0 { error.kind == .manifestStatus(410) } else { false }
        }
        failing.start()
        try await failing.ended()
        expectAllFrames(failing)
        try await failing.close()
        await world.stop()
    }
}
