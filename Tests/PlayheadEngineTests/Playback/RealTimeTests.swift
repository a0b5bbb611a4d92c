import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import PlayheadTestKit
import Synchronization
import TestSupport
import Testing

@Suite("Playback on the clock", .tags(.realTime), .enabled(if: Samples.areThere), .serialized, .timeLimit(.minutes(5)))
struct RealTimeTests {
    @Test("A change of the rate during playback keeps the position")
    func changingRate() async throws {
        let clock = ScaledClock(speed: 4)
        let speaker = Speaker(clock: clock)
        let rig = EngineRig(try await Samples.url(Samples.small)) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            configuration.makeAudioOutput = { speaker }
        }
        _ = try await rig.open()
        rig.start()
        for (number, rate) in [2.0, 0.5, 4, 1].enumerated() {
            try await rig.played(to: Double(number) + 1)
            rig.engine.send(.setRate(rate))
        }
        #expect(abs(try await rig.ended() - 6) < 0.1)
        let positions = rig.log.all.compactMap { if case .progress(let position) = $0 { position } else { nil } }
        #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
        let times = rig.screen.shown.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        try await rig.close()
    }

    @Test("A second of the clock is a second of media, without a sound device")
    func pace() async throws {
        let clock = ManualClock()
        let url = try await Samples.url(SampleRecipe(.file(.mp4), duration: 2, width: 160, height: 90))
        let rig = EngineRig(url, screen: Screen(probe: { clock.now })) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
        }
        _ = try await rig.open()
        rig.start()
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        let lags = rig.screen.shown.compactMap { shown in shown.probed.map { $0 - shown.time } }
        let first = try #require(lags.dropFirst().first)
        let middle = try #require(lags.sorted().dropFirst(lags.count / 2).first)
        #expect(abs(middle - first) < 0.04)
        try await rig.close()
    }

    @Test("The time of the first picture is that at which the output received it, also without an output", arguments: [true, false])
    func firstPicture(hasOutput: Bool) async throws {
        let clock = ManualClock(now: 100)
        let url = try await Samples.url(SampleRecipe(.file(.mp4), duration: 2, width: 160, height: 90))
        let rig = EngineRig(url, screen: Screen(probe: { clock.now })) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            if !hasOutput { configuration.videoOutput = nil }
        }
        _ = try await rig.open()
        clock.advance(by: 0.125)
        #expect(rig.engine.statistics.firstPictureAt == nil)
        rig.start()
        try await rig.run(clock) { if case .progress(let position) = $0 { position > 0.5 } else { false } }
        let time = try #require(rig.engine.statistics.firstPictureAt)
        if hasOutput { #expect(rig.screen.shown.first?.probed == time) }
        #expect(time >= 100.125 && time < 100.2)
        try await rig.close()
    }

    @Test("A screen that is too slow drops frames, which are counted, and the sound continues")
    func slowScreen() async throws {
        let clock = ScaledClock(speed: 4)
        let speaker = Speaker(clock: clock)
        // Each picture takes 20 ms, longer than the interval of 8.3 ms.
        let screen = Screen(onPresent: {
            let system = SystemClock()
            let end = system.now + 0.02
            while system.now < end {}
        })
        let rig = EngineRig(try await Samples.url(SampleRecipe(.file(.mp4), duration: 4, width: 160, height: 90)), screen: screen) {
            $0.pacing = .realTime
            $0.clock = clock
            $0.makeAudioOutput = { speaker }
        }
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        let statistics = rig.engine.statistics
        #expect(statistics.framesDropped > 20)
        #expect(statistics.framesShown == screen.shown.count)
        #expect(statistics.framesShown + statistics.framesDropped == 120)
        #expect(abs(speaker.total - 192_000) < 3000)
        try await rig.close()
    }

    @Test("An origin without progress causes a stall; the segment is resumed where it stopped, and every frame is shown")
    func stall() async throws {
        let (origin, url) = try await Samples.serve(.hlsTransportStream)
        origin.addFault(Fault(path: "**.ts", requests: .at(3), kind: .stall(afterBytes: 3000)))
        let rig = EngineRig(url) { configuration in
            configuration.pacing = .realTime
            configuration.clock = ScaledClock(speed: 4)
            configuration.requestOptions.timeouts.progress = 1
        }
        _ = try await rig.open()
        rig.start()
        let stalled = try await rig.log.wait(from: 0) { $0 == .waiting(.stalled) }
        _ = try await rig.log.wait(from: stalled) { if case .started = $0 { true } else { false } }
        try await rig.ended()
        #expect(rig.screen.shown.last?.stamp == 179)
        #expect(rig.waits.filter { $0 == .stalled }.count == 1)
        #expect(origin.requests.contains { $0.range != nil })
        try await rig.close()
        await origin.stop()
    }

    @Test("Data that arrives slowly ends a stall, with or without a sound device", arguments: [true, false])
    func trickle(hasSpeaker: Bool) async throws {
        let (origin, url) = try await Samples.serve(.hlsTransportStream)
        origin.addFault(Fault(path: "**.ts", requests: .at(3), kind: .stall(afterBytes: 2000, seconds: 0.8)))
        origin.addFault(Fault(path: "**.ts", requests: .from(3), kind: .bandwidth(bytesPerSecond: 300_000)))
        let clock = ScaledClock(speed: 4)
        let speaker = Speaker(clock: clock)
        let rig = EngineRig(url) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            if hasSpeaker { configuration.makeAudioOutput = { speaker } }
        }
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        #expect(rig.waits.contains(.stalled))
        let stamps = rig.screen.stamps.compactMap { $0 }
        #expect(stamps.last == 179 && stamps == stamps.sorted())
        try await rig.close()
        await origin.stop()
    }

    @Test("Without a device playback is silent with a warning; if a device is required, playback fails", arguments: [true, false])
    func noDevice(isRequired: Bool) async throws {
        let clock = ScaledClock(speed: 8)
        let rig = EngineRig(try await Samples.url(Samples.small)) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            configuration.requiresAudioOutput = isRequired
            configuration.makeAudioOutput = { Speaker(clock: clock, refusal: PlaybackError(.audioOutput)) }
        }
        if isRequired {
            #expect(try await rig.openingFailure().kind == .audioOutput)
        } else {
            _ = try await rig.open()
            rig.start()
            try await rig.ended()
            #expect(rig.warnings.map(\.kind) == [.audioOutput])
        }
        try await rig.close()
    }

    @Test("The loss of a device during playback causes a warning, and the pictures continue")
    func deviceGone() async throws {
        let clock = ScaledClock(speed: 6)
        let speaker = Speaker(clock: clock)
        let rig = EngineRig(try await Samples.url(Samples.small)) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            configuration.makeAudioOutput = { speaker }
        }
        _ = try await rig.open()
        rig.engine.send(.setVolume(0.3))
        rig.engine.send(.setMuted(true))
        rig.start()
        try await rig.played(to: 1)
        #expect(speaker.loudness.volume == 0.3 && speaker.loudness.isMuted)
        speaker.fail()
        try await rig.ended()
        #expect(rig.warnings.map(\.kind) == [.audioOutput])
        #expect(rig.screen.shown.last?.stamp == 179)
        try await rig.close()
    }

    @Test(
        "A device that returns is used again, in sync with the pictures and at the same volume, also while paused",
        arguments: [false, true])
    func deviceBack(isPaused: Bool) async throws {
        let clock = ManualClock()
        let speaker = Speaker(clock: clock)
        let rig = EngineRig(try await Samples.url(Samples.small), screen: Screen(probe: { clock.now })) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            configuration.makeAudioOutput = { speaker }
        }
        func play(to time: Double) async throws {
            try await rig.run(clock) { if case .progress(let position) = $0 { position >= time } else { false } }
        }
        _ = try await rig.open()
        rig.engine.send(.setVolume(0.3))
        rig.start()
        try await play(to: 1.3)
        speaker.fail()
        try await eventually("it waits for a device") { speaker.isAwaited }
        try await play(to: 2.3)
        #expect(speaker.format == nil, "the pictures went on without it")
        let before = rig.log.count
        if isPaused {
            rig.engine.send(.pause)
            _ = try await rig.log.wait(from: before) { if case .paused = $0 { true } else { false } }
        }
        try speaker.comeBack()
        try await eventually("it is filled, and sounds unless paused") { !speaker.samples.isEmpty && speaker.isSounding != isPaused }
        if isPaused { rig.start() }
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        // Each second starts with a beep.
        let beep = try #require(speaker.samples.firstIndex { abs($0) > 0.1 })
        let received = try #require(speaker.times(of: beep)).received
        let shown = try #require(rig.screen.shown.first { abs($0.time - 3) < 0.01 }?.probed)
        #expect(abs(shown - received) < 0.04, "shown at \(shown), heard at \(received)")
        #expect(speaker.loudness.volume == 0.3 && rig.warnings.map(\.kind) == [.audioOutput])
        let stamps = rig.screen.stamps.compactMap { $0 }
        #expect(stamps == Array(0..<180), "no picture is lost")
        try await rig.close()
    }

    @Test("A device that was unavailable at the start is used as soon as it is available")
    func deviceLater() async throws {
        let clock = ManualClock()
        let speaker = Speaker(clock: clock, refusal: PlaybackError(.audioOutput), refusals: 1)
        let rig = EngineRig(try await Samples.url(Samples.small)) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            configuration.makeAudioOutput = { speaker }
        }
        _ = try await rig.open()
        rig.start()
        try await rig.run(clock) { if case .progress(let position) = $0 { position >= 1 } else { false } }
        try await eventually("it waits for a device") { speaker.isAwaited }
        try speaker.comeBack()
        try await eventually("it is filled") { !speaker.samples.isEmpty }
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        #expect(speaker.samples.contains { abs($0) > 0.1 } && rig.warnings.map(\.kind) == [.audioOutput])
        try await rig.close()
    }
}
