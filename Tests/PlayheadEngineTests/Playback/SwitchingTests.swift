import PlayheadCore
import PlayheadOrigin
import PlayheadSamples
import PlayheadTestKit
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Switching levels and audio tracks", .tags(.realTime), .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct SwitchingTests {
    /// Checks that each of the 180 frames of the ladder is shown once and in order.
    private func expectAllFrames(_ rig: EngineRig, _ comment: Comment) {
        #expect(rig.screen.stamps == Array(0..<180).map(Optional.some), comment)
    }

    @Test(
        "A manual switch at any time loses and repeats no frame, with HLS and with DASH",
        arguments: [
            (0.0, false), (0.5, false), (1.7, false), (3.05, false), (4.4, false), (5.5, false), (0.0, true), (1.7, true), (4.4, true),
        ])
    func everyMoment(moment: Double, isDASH: Bool) async throws {
        let (origin, url) = try await isDASH ? Samples.serveManifest(.hlsSmallLadder) : Samples.serve(.hlsSmallLadder)
        for (first, second) in [(1, 3), (3, 1)] {
            let before = origin.requests.count
            let rig = EngineRig(url, screen: Screen()) { configuration in
                configuration.initialLevel = first
                configuration.forwardBuffer = 2
                configuration.pacing = .realTime
                configuration.clock = ScaledClock(speed: 3)
            }
            _ = try await rig.open()
            rig.start()
            if moment > 0 { try await rig.played(to: moment) }
            rig.engine.send(.selectLevel(second))
            try await rig.ended()
            let statistics = rig.engine.statistics
            if statistics.framesDropped == 0 { expectAllFrames(rig, "\(first) to \(second) at \(moment)") }
            #expect(statistics.framesShown + statistics.framesDropped == 180, "\(first) to \(second) at \(moment)")
            _ = try await rig.log.wait(from: 0) { $0 == .levelSelected(second) }
            let times = rig.screen.shown.map(\.time)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
            // On a very busy machine playback may end before the first segment of the new level is requested.
            let folder = second == 3 ? "video-360p/" : "video-90p/"
            let isFetched = origin.requests.dropFirst(before).contains { $0.path.hasPrefix(folder) && !$0.path.hasSuffix(".m3u8") }
            if moment < 1, isFetched { #expect(rig.screen.shown.last?.level == second) }
            try await rig.close()
        }
        await origin.stop()
    }

    @Test("A switch while everything is loaded takes effect, and each frame is shown once")
    func loadedAhead() async throws {
        let (origin, url) = try await Samples.serve(.hlsSmallLadder)
        let rig = EngineRig(url) { $0.initialLevel = 1 }
        _ = try await rig.open()
        try await rig.loaded(to: 5.9)
        rig.engine.send(.selectLevel(3))
        _ = try await origin.requests { requests in
            requests.contains { $0.path.hasPrefix("video-360p/") && !$0.path.hasSuffix(".m3u8") }
        }
        rig.start()
        try await rig.ended()
        expectAllFrames(rig, "loaded ahead")
        #expect(rig.screen.shown.last?.width == 640)
        try await rig.close()
        await origin.stop()
    }

    @Test("A switch while the last segment of the previous switch is requested takes effect")
    func lastSegment() async throws {
        let rungs = [90, 180, 270].map { HLSLayout.Rung(width: 160, height: $0, bitrate: 1000 * $0) }
        let recipe = SampleRecipe(.hls(HLSLayout(segments: .fragmentedMP4, segmentDuration: 3, rungs: rungs)), duration: 6)
        let file = try await Samples.url(recipe)
        let loader = GatedLoader(root: file.deletingLastPathComponent())
        let rig = EngineRig(loader.url(file.lastPathComponent), loader: loader) { $0.initialLevel = 1 }
        _ = try await rig.open()
        try await rig.loaded(to: 5.9)
        loader.closeGate()
        rig.engine.send(.selectLevel(3))
        try await eventually("the last segment of level 3 is requested") { loader.waiting > 0 }
        let source = try #require(await rig.engine.source as? SegmentedSource)
        rig.engine.send(.selectLevel(2))
        try await eventually("the choice has arrived") { source.ladder.chooser?.state.withLock { $0.manual } == 1 }
        // The switch fails to replace anything now: nothing of level 3 has arrived.
        for _ in 0..<1000 { await Task.yield() }
        loader.openGate()
        try await eventually("the last segment of level 2 is loaded") { source.ladder.selection?.rung == 1 }
        rig.start()
        try await rig.ended()
        expectAllFrames(rig, "at the last segment")
        #expect(rig.screen.shown.last?.level == 2)
        try await rig.close()
    }

    @Test("Of many switches in a row the last one is effective")
    func manySwitches() async throws {
        let (origin, url) = try await Samples.serve(.hlsSmallLadder)
        let rig = EngineRig(url) { $0.initialLevel = 1 }
        _ = try await rig.open()
        for level in [2, 3, 1, 3, 2, 1, 2, 3] { rig.engine.send(.selectLevel(level)) }
        let start = rig.log.count
        rig.engine.send(.seek(id: 1, target: 2.5, precision: .exact))
        for level in [1, 2, 3, 2] { rig.engine.send(.selectLevel(level)) }
        #expect(try await rig.reached(1, from: start) == 2.5)
        rig.start()
        try await rig.ended()
        #expect(rig.screen.stamps.suffix(105) == Array(75..<180).map(Optional.some)[...])
        #expect(rig.screen.shown.last?.level == 2 || rig.screen.shown.last?.time ?? 0 < 6)
        try await rig.close()
        await origin.stop()
    }

    @Test("A stream begins with the level that is most similar to that of another stream")
    func similarLevel() async throws {
        let (origin, url) = try await Samples.serve(.hlsSmallLadder)
        let chosen = QualityLevel(index: 5, label: "1080p", bitrate: 9_000_000, width: 1920, height: 1080)
        let rig = EngineRig(url) {
            $0.initialLevel = 1
            $0.similarLevel = chosen
        }
        #expect(try await rig.open().currentLevel == 3)
        rig.start()
        try await rig.ended()
        expectAllFrames(rig, "similar level")
        #expect(rig.screen.shown.allSatisfy { $0.level == 3 } && rig.warnings.isEmpty)
        try await rig.close()
        await origin.stop()
    }

    @Test("An initial level that the ladder does not have results in a warning, and the policy chooses")
    func unknownInitialLevel() async throws {
        let (origin, url) = try await Samples.serve(.hlsSmallLadder)
        let rig = EngineRig(url) { $0.initialLevel = 9 }
        #expect(try await rig.open().currentLevel == 0)
        rig.start()
        try await rig.ended()
        #expect(rig.warnings.map(\.code) == [320_641] && rig.warnings[0].underlying == "there is no level 9")
        let modes = rig.log.all.compactMap { if case .visualQuality(_, let mode, _) = $0 { mode } else { nil } }
        #expect(!modes.isEmpty && modes.allSatisfy { $0 == .auto })
        expectAllFrames(rig, "unknown level")
        try await rig.close()
        await origin.stop()
    }

    @Test("A level whose playlist is missing is rejected with a warning, and the old level continues")
    func missingLevel() async throws {
        let (origin, url) = try await Samples.serve(.hlsSmallLadder)
        let rig = EngineRig(url) { $0.initialLevel = 1 }
        _ = try await rig.open()
        origin.addFault(Fault(path: "**.m3u8", kind: .status(404)))
        rig.engine.send(.selectLevel(3))
        _ = try await rig.log.wait(from: 0) { if case .warning = $0 { true } else { false } }
        rig.start()
        try await rig.ended()
        expectAllFrames(rig, "missing level")
        #expect(rig.warnings.map(\.kind) == [.manifestStatus(404)])
        try await rig.close()
        await origin.stop()
    }

    @Test("Another language is heard from the playhead on, and the pictures continue")
    func audioTrack() async throws {
        let (origin, url) = try await Samples.serve(.hlsAlternateAudio)
        let clock = ManualClock()
        let speaker = Speaker(clock: clock)
        let rig = EngineRig(url) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            configuration.makeAudioOutput = { speaker }
        }
        let description = try await rig.open()
        #expect(description.audioTracks.map(\.language) == ["en", "de"])
        rig.start()
        try await rig.run(clock) { if case .progress(let position) = $0 { position >= 0.5 } else { false } }
        rig.engine.send(.selectAudioTrack(1))
        // The switch takes no time of the clock.
        _ = try await rig.log.wait(from: 0) { $0 == .audioTrackSelected(1) }
        let taken = speaker.total
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        // A tenth of a second of the first language may still have been pending. The beep of the second language has 500 Hz.
        #expect(abs(Tone.frequency(of: Array(speaker.samples.dropFirst(taken + 4800)), rate: 48_000) - 500) < 10)
        let statistics = rig.engine.statistics
        #expect(statistics.framesShown == 180 && statistics.framesDropped == 0)
        try await rig.close()
        await origin.stop()
    }

    @Test("The preferred language is loaded from the start, and nothing of the stream's own one")
    func preferredAudio() async throws {
        let (origin, url) = try await Samples.serve(.hlsAlternateAudio)
        let rig = EngineRig(url) { $0.preferredAudio.languages = ["fr", "de-AT"] }
        #expect(try await rig.open().currentAudioTrack == 1)
        rig.start()
        try await rig.ended()
        expectAllFrames(rig, "preferred language")
        let paths = origin.requests.map(\.path)
        #expect(paths.contains { $0.hasPrefix("audio-de/") } && !paths.contains { $0.hasPrefix("audio-en/") })
        try await rig.close()
        await origin.stop()
    }

    @Test("Of two languages selected in a row the last one is played")
    func audioTrackTwice() async throws {
        let (origin, url) = try await Samples.serve(.hlsAlternateAudio)
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.engine.send(.selectAudioTrack(1))
        rig.engine.send(.selectAudioTrack(0))
        rig.engine.send(.selectAudioTrack(1))
        _ = try await rig.log.wait(from: 0) { $0 == .audioTrackSelected(1) }
        rig.start()
        try await rig.ended()
        expectAllFrames(rig, "two languages")
        try await rig.close()
        await origin.stop()
    }

    @Test("Switching between audio inside the variant and a rendition loses no picture")
    func innerSound() async throws {
        let (origin, _) = try await Samples.serve(.hlsTransportStream)
        let list = try String(contentsOf: try await Samples.url(.hlsTransportStream), encoding: .utf8)
        origin.add("other.m3u8", text: list)
        origin.add(
            "two.m3u8",
            text: """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Inside",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Other",LANGUAGE="de",URI="other.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=1000000,AUDIO="a"
                main.m3u8
                """)
        let rig = EngineRig(origin.url("two.m3u8")) { ($0.pacing, $0.clock) = (.realTime, SystemClock()) }
        #expect(try await rig.open().audioTracks.map(\.name) == ["Inside", "Other"])
        rig.start()
        try await rig.played(to: 1)
        rig.engine.send(.selectAudioTrack(1))
        _ = try await rig.log.wait(from: 0) { $0 == .audioTrackSelected(1) }
        try await rig.played(to: 3)
        rig.engine.send(.selectAudioTrack(0))
        _ = try await rig.log.wait(from: 0) { $0 == .audioTrackSelected(0) }
        try await rig.ended()
        let statistics = rig.engine.statistics
        #expect(statistics.framesShown + statistics.framesDropped == 180)
        // All of the sound, except what is cut at the two switches.
        #expect(statistics.audioFrames > 9 * 44_100 / 2)
        try await rig.close()
        await origin.stop()
    }

    @Test("Sound inside the variant replaces a rendition whose playlist or segments are missing", arguments: [nil, 0, 1])
    func innerSubstitute(firstMissing: Int?) async throws {
        let (origin, _) = try await Samples.serve(.hlsTransportStream)
        if let firstMissing {
            let lines = try String(contentsOf: try await Samples.url(.hlsTransportStream), encoding: .utf8).split(separator: "\n")
            let kept = Set(lines.filter { $0.hasSuffix(".ts") }.prefix(firstMissing))
            let text = lines.map { !$0.hasSuffix(".ts") || kept.contains($0) ? "\($0)\n" : "missing-\($0)\n" }.joined()
            origin.add("other.m3u8", text: text)
        }
        origin.add(
            "two.m3u8",
            text: """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Inside",LANGUAGE="en"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Other",LANGUAGE="de",DEFAULT=YES,AUTOSELECT=YES,URI="other.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=1000000,AUDIO="a"
                main.m3u8
                """)
        let rig = EngineRig(origin.url("two.m3u8"))
        let opened = try await rig.open()
        rig.start()
        try await rig.ended()
        let selected = rig.log.all.compactMap { if case .audioTrackSelected(let index) = $0 { index } else { nil } }.last
        #expect(selected ?? opened.currentAudioTrack == 0)
        #expect(rig.engine.statistics.audioFrames > 5 * 44_100 / 2)
        try await rig.close()
        await origin.stop()
    }
}
