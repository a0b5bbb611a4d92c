import PlayheadCore
import PlayheadOrigin
import Testing

@testable import PlayheadEngine

/// The measurements of a switch from one audio language to another.
private struct AudioChange {
    /// The seconds from the command until the output has the first sample of the other language, and until the sample is heard.
    let taken: Double
    let received: Double
    /// The longest silence between the first and the last sample, in seconds.
    let silence: Double

    init(_ speaker: Speaker, since command: Double) throws {
        let (from, to) = (Double(SteadyTones.frequencies[0]), Double(SteadyTones.frequencies[1]))
        let samples = speaker.samples
        let change = try #require(Tone.change(in: samples, from: from, to: to, rate: 48_000))
        let times = try #require(speaker.times(of: change))
        // The fades of the codec at the ends of the stream are excluded.
        let middle = samples.dropFirst(4800).dropLast(4800)
        taken = times.taken - command
        received = times.received - command
        silence = Tone.maximumSilence(in: middle, rate: 48_000)
    }
}

@Suite("Switching the audio track", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct AudioChangeTests {
    /// The maximum time from the selection to the first sample of the other language, in seconds.
    private static let limit = 0.5

    private static let onDemand: FaultRig.Stream = {
        var stream = FaultRig.Stream.recording(.hlsAlternateAudio)
        stream.makeFiles = { try await SteadyTones.url(.hlsAlternateAudio) }
        return stream
    }()
    private static let live: FaultRig.Stream = {
        var stream = FaultRig.Stream.live(.hlsAlternateAudio, LiveOptions(startDate: 1_700_000_000))
        stream.makeFiles = { try await SteadyTones.url(.hlsAlternateAudio) }
        return stream
    }()

    /// Creates a network on which each request takes 40 ms, so that a switch takes a measurable time.
    private func rig(_ stream: FaultRig.Stream) async throws -> (rig: FaultRig, speaker: Speaker) {
        let box = Locked<Speaker?>(nil)
        let rig = try await FaultRig(stream, network: NetworkTrace(bytesPerSecond: 500_000, latency: 0.04)) { configuration in
            let speaker = Speaker(clock: configuration.clock)
            box.withLock { $0 = speaker }
            configuration.pacing = .realTime
            configuration.makeAudioOutput = { speaker }
        }
        return (rig, try #require(box.withLock { $0 }))
    }

    @Test(
        "A switch takes less than half a second, on demand and live, and interrupts neither picture nor sound",
        arguments: [false, true])
    func quick(isLive: Bool) async throws {
        let (rig, speaker) = try await rig(isLive ? Self.live : Self.onDemand)
        try await rig.play(0.9)
        let command = rig.clock.now
        rig.rig.engine.send(.selectAudioTrack(1))
        try await rig.run(for: 1.2)
        let measured = try AudioChange(speaker, since: command)
        #expect(measured.received <= Self.limit, "\(measured)")
        #expect(measured.silence < 0.01, "\(measured)")
        #expect(rig.rig.log.all.contains(.audioTrackSelected(1)))
        // Only the wait at the start is reported.
        #expect(rig.rig.waits.allSatisfy { $0 == .loading } && rig.rig.warnings.isEmpty)
        let times = rig.rig.screen.shown.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 30) < 0.001 }, "a picture is missing")
        #expect(rig.rig.engine.statistics.framesDropped == 0)
        try await rig.close()
    }

    @Test("A track that fails to load changes nothing: the previous sound continues")
    func missing() async throws {
        let (rig, speaker) = try await rig(Self.onDemand)
        rig.loader.base.addFault(Fault(path: "audio-de/segment*", kind: .status(404)))
        try await rig.play(1.5)
        rig.rig.engine.send(.selectAudioTrack(1))
        try await rig.run(for: 10) { rig.isOver }
        #expect(rig.rig.log.all.contains { if case .ended = $0 { true } else { false } })
        #expect(!rig.rig.log.all.contains(.audioTrackSelected(1)) && rig.rig.warnings.contains { $0.kind == .segmentStatus(404) })
        #expect(Tone.maximumSilence(in: speaker.samples.dropFirst(4800).dropLast(4800), rate: 48_000) < 0.01)
        #expect(Tone.change(in: speaker.samples.dropLast(9600), from: 1000, to: 500, rate: 48_000) == nil)
        try await rig.close()
    }

    @Test("While paused, before a seek, and back again before the track is loaded, the track selected last is played")
    func interrupted() async throws {
        let (rig, speaker) = try await rig(Self.onDemand)
        try await rig.play(1)
        rig.rig.engine.send(.selectAudioTrack(1))
        rig.rig.engine.send(.selectAudioTrack(0))
        try await rig.run(for: 0.5)
        #expect(Tone.change(in: speaker.samples, from: 1000, to: 500, rate: 48_000) == nil)
        rig.rig.engine.send(.selectAudioTrack(1))
        rig.rig.engine.send(.seek(id: 1, target: 3, precision: .exact))
        try await rig.run(for: 0.7)
        #expect(rig.rig.log.all.contains(.audioTrackSelected(1)))
        // The flush of the seek may have left nothing of the first language, or some tenths of a second.
        #expect(abs(Tone.frequency(of: Array(speaker.samples.suffix(4800)), rate: 48_000) - 500) < 20)
        rig.rig.engine.send(.pause)
        rig.rig.engine.send(.selectAudioTrack(0))
        try await rig.run(for: 1) { rig.rig.log.all.contains(.audioTrackSelected(0)) }
        rig.rig.engine.send(.start)
        try await rig.run(for: 0.5)
        #expect(abs(Tone.frequency(of: speaker.samples, rate: 48_000) - 1000) < 20)
        try await rig.close()
    }
}

@Suite("Switching the audio track, on the system clock", .tags(.realTime), .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct RealAudioChangeTests {
    @Test("A switch over real connections leaves no silence either")
    func sockets() async throws {
        let file = try await SteadyTones.url(.hlsAlternateAudio)
        let origin = try await LoopbackOrigin.start(root: file.deletingLastPathComponent())
        let clock = SystemClock()
        let speaker = Speaker(clock: clock)
        let rig = EngineRig(origin.url(file.lastPathComponent)) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            configuration.makeAudioOutput = { speaker }
        }
        _ = try await rig.open()
        rig.start()
        try await rig.played(to: 0.5)
        let command = clock.now
        rig.engine.send(.selectAudioTrack(1))
        // The end is a failure of the change, which must not be waited for.
        let selected = try await rig.log.wait(from: 0) { if case .ended = $0 { true } else { $0 == .audioTrackSelected(1) } }
        // On a busy machine the sound changes late.
        try await rig.played(to: await rig.engine.position + 0.5, from: selected)
        let measured = try AudioChange(speaker, since: command)
        #expect(measured.silence < 0.01, "\(measured)")
        // Measured on the system clock, so that a busy machine adds to the time.
        print("Changing the sound over sockets: \(measured)")
        try await rig.close()
        await origin.stop()
    }
}
