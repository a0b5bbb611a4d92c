import PlayheadCore
import PlayheadEngine
import PlayheadSamples
import Testing

@Suite("Playback of a stream from start to end", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct WholePlaybackTests {
    @Test("All frames of a file are shown in order, at the times of ffprobe, and all sound is output", arguments: SampleFormat.allCases)
    func files(format: SampleFormat) async throws {
        let url = try await Samples.url(SampleRecipe(.file(format), duration: 2, width: 160, height: 90))
        let reference = try await Reference(url)
        let rig = EngineRig(url)
        let description = try await rig.open()
        rig.start()
        let duration = try await rig.ended()
        #expect(abs(duration - description.duration) < 0.6)
        try expectEqual(rig.screen.shown.map(\.time), reference.video)
        if format.hasVideo { #expect(rig.screen.stamps == (0..<reference.video.count).map(Optional.some)) }
        let statistics = rig.engine.statistics
        #expect(statistics.framesShown == reference.video.count)
        #expect(statistics.framesDropped == 0)
        // Sound may start before the picture (priming of encoders); the part before 0 is not played.
        #expect(abs(statistics.audioFrames - reference.samples) <= 3200)
        #expect(rig.warnings == [])
        try await rig.close()
    }

    @Test(
        "All frames of an HLS presentation are shown in order",
        arguments: [
            SampleRecipe.hlsTransportStream, .hlsFragmentedMP4, .hlsByteRanges, .hlsFragmentedMP4ByteRanges, .hlsAlternateAudio,
            .hlsDiscontinuity, .hlsSmallLadder,
        ])
    func presentations(recipe: SampleRecipe) async throws {
        let (origin, url) = try await Samples.serve(recipe)
        let rig = EngineRig(url)
        let description = try await rig.open()
        #expect(abs(description.duration - 6) < 0.2)
        rig.start()
        let duration = try await rig.ended()
        #expect(abs(duration - 6) < 0.2)
        #expect(rig.screen.stamps == Array(0..<180).map(Optional.some))
        let times = rig.screen.shown.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 30) < 0.005 })
        #expect(abs(rig.engine.statistics.audioFrames - 288_000) < 6000)
        try await rig.close()
        await origin.stop()
    }

    @Test("Packed audio is played to its end")
    func packedAudio() async throws {
        let (origin, url) = try await Samples.serve(.hlsPackedAudio)
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.start()
        #expect(abs(try await rig.ended() - 6) < 0.2)
        #expect(abs(rig.engine.statistics.audioFrames - 288_000) < 4000)
        #expect(rig.log.all.contains(.firstFrame))
        try await rig.close()
        await origin.stop()
    }

    @Test("Progress is reported every tenth of a second, up to the end, and the played duration is counted")
    func progress() async throws {
        let rig = EngineRig(try await Samples.url(Samples.small))
        _ = try await rig.open()
        rig.start()
        let duration = try await rig.ended()
        let positions = rig.log.all.compactMap { if case .progress(let position) = $0 { position } else { nil } }
        #expect(positions.count >= 58 && positions.count <= 61)
        #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
        #expect(positions.allSatisfy { $0 <= duration })
        #expect(abs(rig.engine.statistics.played - duration) < 0.05)
        try await rig.close()
        #expect(rig.log.all.last == .closed)
        #expect(rig.screen.clearCount == 1)
    }

    @Test("A replay after the end shows the same frames")
    func replay() async throws {
        let rig = EngineRig(try await Samples.url(Samples.small))
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        let first = rig.screen.shown
        rig.screen.wipe()
        let start = rig.log.count
        try await rig.seek(7, to: 0)
        rig.start()
        try await rig.ended(from: start)
        #expect(rig.screen.shown == first)
        try await rig.close()
    }

    @Test("A pause holds the playhead, and playback continues from there")
    func pause() async throws {
        let clock = ScaledClock(speed: 3)
        let speaker = Speaker(clock: clock)
        let rig = EngineRig(try await Samples.url(Samples.small)) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            configuration.makeAudioOutput = { speaker }
        }
        _ = try await rig.open()
        rig.start()
        try await rig.played(to: 1)
        rig.engine.send(.pause)
        let index = try await rig.log.wait(from: 0) { if case .paused = $0 { true } else { false } }
        guard case .paused(let position) = rig.log.all[index] else { return }
        #expect(!speaker.isSounding)
        let shown = rig.screen.shown.count
        #expect((rig.screen.shown.last?.time ?? .infinity) <= position + 0.001)
        // Nothing moves: a completed seek shows that the engine has been running since.
        let start = rig.log.count
        rig.start()
        let again = try await rig.log.wait(from: start) { if case .started = $0 { true } else { false } }
        if case .started(let from) = rig.log.all[again] { #expect(abs(from - position) < 0.3) }
        #expect(rig.screen.shown.count >= shown)
        try await rig.ended()
        #expect(rig.screen.shown.last?.stamp == 179)
        #expect(abs(speaker.total - 288_000) < 6000)
        try await rig.close()
        #expect(speaker.isClosed)
    }

    private func expectEqual(_ ours: [Double], _ theirs: [Double]) throws {
        try #require(ours.count == theirs.count)
        guard let first = ours.first, let origin = theirs.first else { return }
        // Compared relative to the first time of each presentation.
        #expect(zip(ours, theirs).allSatisfy { abs(($0 - first) - ($1 - origin)) < 0.000_002 })
    }
}
