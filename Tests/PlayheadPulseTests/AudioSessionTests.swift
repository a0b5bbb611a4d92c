import Foundation
import Playhead
import PlayheadEngine
import PlayheadPulse
import PlayheadSamples
import Synchronization
import TestSupport
import Testing

/// Tests a session with a sound server.
@Suite(.enabled(if: PulseServer.isInstalled), .timeLimit(.minutes(5)))
struct AudioSessionTests {
    private let format = AudioFormat(sampleRate: Feed.rate, channels: 1)
    private let session = AudioSession()

    private func output(_ server: PulseServer) -> PulseAudioOutput {
        PulseAudioOutput(options: PulseOptions(server: server.address, applicationName: "Session test"), audioSession: session)
    }

    private func streams(_ server: PulseServer) async throws -> String { try await server.pactl("list", "sink-inputs") }

    @Test(arguments: [PulseServer.Kind.pulseAudio]) func theServerGetsRoleFilterAndMuteOfTheSessionAndTheirChanges(kind: PulseServer.Kind)
        async throws
    {
        let server = try await PulseServer(kind)
        try session.setCategory(.playAndRecord, mode: .voiceChat)
        let output = output(server)
        try output.open(format)
        defer { output.close() }
        let first = try await streams(server)
        #expect(first.contains("media.role = \"phone\"") && first.contains("filter.want = \"echo-cancel\"") && first.contains("Mute: no"))
        // Nothing blocks: a call that waits for the stopped server would never return.
        server.freeze()
        try session.setCategory(.playback, mode: .moviePlayback)
        server.thaw()
        try await eventually("role and filter of a film") {
            let now = try await streams(server)
            return now.contains("media.role = \"video\"") && !now.contains("filter.want")
        }
        try session.setCategory(.record)
        try await eventually("what records plays nothing") { try await streams(server).contains("Mute: yes") }
        try session.setCategory(.playback)
        try await eventually("it is heard again") { try await streams(server).contains("Mute: no") }
    }

    @Test func aCallInterruptsAndItsEndResumes() async throws {
        let server = try await PulseServer()
        try await server.pactl("load-module", "module-role-cork")
        let events = Mutex([AudioSession.Event]())
        let token = session.listen { event in events.withLock { $0.append(event) } }
        let output = output(server)
        try output.open(format)
        defer { output.close() }
        output.resume()
        var call: ChildProcess? = try server.sound(role: "phone")
        try await eventually("the interruption") { events.withLock { $0 } == [.interruptionBegan] }
        #expect(session.isInterrupted)
        // The server uncorks only streams that were corked.
        output.pause()
        try await eventually("it did as it was asked") { try await streams(server).contains("Corked: yes") }
        call = nil
        try await eventually("its end") { events.withLock { $0 } == [.interruptionBegan, .interruptionEnded(.shouldResume)] }
        withExtendedLifetime((call, token)) {}
    }

    @Test(arguments: PulseServer.Kind.installed, [false, true])
    func aRemovedDeviceIsReportedAndTheStreamContinuesOnTheNext(kind: PulseServer.Kind, isHeadset: Bool) async throws {
        let server = try await PulseServer(kind)
        // PipeWire moves streams without a module.
        if kind == .pulseAudio { try await server.pactl("load-module", "module-rescue-streams") }
        let form = isHeadset ? "headset" : "speaker"
        let module = try await server.pactl(
            "load-module", "module-null-sink", "sink_name=second", "sink_properties=device.form_factor=\(form)")
        let events = Mutex([AudioSession.Event]())
        let token = session.listen { event in events.withLock { $0.append(event) } }
        let output = PulseAudioOutput(
            options: PulseOptions(server: server.address, device: "second", applicationName: "Session test"), audioSession: session)
        try output.open(format)
        defer { output.close() }
        output.resume()
        var feed = Feed(samples: Feed.silence(5))
        try await eventually("it sounds") {
            feed.write(to: output)
            return output.playedFrames.map { $0 > 0 } == true
        }
        try await server.pactl("unload-module", module.trimmingCharacters(in: .whitespacesAndNewlines))
        let gone = AudioSession.RouteChange(reason: .oldDeviceUnavailable, wasPrivate: isHeadset, device: PulseServer.sink)
        try await eventually("the change") { events.withLock { $0 } == [.routeChanged(gone)] }
        let received = output.playedFrames ?? 0
        try await eventually("it goes on") {
            feed.write(to: output)
            return output.playedFrames.map { $0 > received + 4800 } == true
        }
        withExtendedLifetime(token) {}
    }

    @Test(arguments: [PulseServer.Kind.pulseAudio]) func theRemovalOfTheLastDeviceIsReportedAndEndsTheOutput(kind: PulseServer.Kind)
        async throws
    {
        let server = try await PulseServer(kind)
        let failures = Mutex([PlaybackError]())
        let events = Mutex([AudioSession.Event]())
        let token = session.listen { event in events.withLock { $0.append(event) } }
        let output = output(server)
        output.setHandlers(onWritable: {}, onFailure: { error in failures.withLock { $0.append(error) } })
        try output.open(format)
        output.resume()
        try await server.pactl("unload-module", "module-null-sink")
        try await eventually("the failure") { failures.withLock { $0.map(\.kind) } == [.audioOutput] }
        try await eventually("the event") { events.withLock { $0 } == [.routeChanged(.init(reason: .noSuitableRoute))] }
        withExtendedLifetime(token) {}
    }

    @Test(arguments: [PulseServer.Kind.pulseAudio]) func aNewDeviceIsReportedAndOpened(kind: PulseServer.Kind) async throws {
        let server = try await PulseServer(kind)
        let failures = Mutex(0)
        let events = Mutex([AudioSession.Event]())
        let token = session.listen { event in events.withLock { $0.append(event) } }
        let output = output(server)
        output.setHandlers(onWritable: {}, onFailure: { _ in failures.withLock { $0 += 1 } })
        output.setVolume(0.8, isMuted: false)
        try output.open(format)
        defer { output.close() }
        output.resume()
        try await server.pactl("unload-module", "module-null-sink")
        try await eventually("the failure") { failures.withLock { $0 } == 1 }
        let reopening = Task { await output.reopen(format) }
        // Neither output has a device.
        #expect(throws: PlaybackError.self) { try self.output(server).open(format) }
        #expect(output.playedFrames == nil && output.writableFrames == 0)
        try await server.loadSink()
        #expect(await reopening.value)
        let recorder = try await PulseRecorder(server)
        var feed = Feed(samples: Feed.beep(3))
        output.resume()
        // 0.5 · 0.8³
        try await eventually("it sounds as loud as before") {
            feed.write(to: output)
            return (0.25...0.26).contains(recorder.samples.suffix(480).map(abs).max() ?? -1)
        }
        try await eventually("it is reported") {
            events.withLock { $0 } == [
                .routeChanged(.init(reason: .noSuitableRoute)),
                .routeChanged(.init(reason: .newDeviceAvailable, device: PulseServer.sink)),
            ]
        }
        withExtendedLifetime(token) {}
    }

    @Test(arguments: PulseServer.Kind.installed) func aRestartedServerIsConnectedTo(kind: PulseServer.Kind) async throws {
        let server = try await PulseServer(kind)
        let failures = Mutex(0)
        let output = output(server)
        output.setHandlers(onWritable: {}, onFailure: { _ in failures.withLock { $0 += 1 } })
        try output.open(format)
        defer { output.close() }
        server.kill()
        try await eventually("the failure") { failures.withLock { $0 } == 1 }
        let reopening = Task { await output.reopen(format) }
        try await server.restart()
        #expect(await reopening.value)
        var feed = Feed(samples: Feed.silence(5))
        output.resume()
        try await eventually("it sounds") {
            feed.write(to: output)
            return output.playedFrames.map { $0 > 0 } == true
        }
    }

    @Test func aWaitForADeviceEndsWithTheOutput() async throws {
        let output = PulseAudioOutput(options: PulseOptions(server: "unix:/nonexistent/playhead/socket"), audioSession: session)
        #expect(throws: PlaybackError.self) { try output.open(format) }
        let isDone = Atomic(false)
        let reopening = Task {
            let isOpen = await output.reopen(format)
            isDone.store(true, ordering: .relaxed)
            return isOpen
        }
        // It is unknown whether the wait has begun, so the close is repeated.
        try await eventually("it ends") {
            output.close()
            return isDone.load(ordering: .relaxed)
        }
        #expect(await !reopening.value)
    }

    @Test(.enabled(if: PulseServer.path(of: "ffmpeg") != nil), arguments: [PulseServer.Kind.pulseAudio]) @MainActor
    func aPlayerContinuesWithoutSoundUntilTheNextDevice(kind: PulseServer.Kind) async throws {
        let server = try await PulseServer(kind)
        var configuration = PlayerConfiguration()
        configuration.audio.session = session
        let address = server.address
        configuration.audioOutput = .custom { [session] in
            PulseAudioOutput(options: PulseOptions(server: address), audioSession: session)
        }
        let player = Player(configuration: configuration)
        player.load(PlayerItem(url: try await sample(60)))
        player.play()
        try await eventually("it plays") { player.state == .playing && player.position > 0.2 }
        try await server.pactl("unload-module", "module-null-sink")
        try await eventually("it pauses, as nobody hears it") { player.state == .paused }
        player.play()
        let silent = player.position
        try await eventually("it goes on in silence") { player.state == .playing && player.position > silent + 0.5 }
        try await server.loadSink()
        try await eventually("its stream is there again") { try await streams(server).contains("media.role") }
        let recorder = try await PulseRecorder(server)
        try await eventually("two of the beeps of its seconds are recorded") { recorder.sounds.count >= 2 }
        let sounds = recorder.sounds
        #expect(abs(sounds[1].lowerBound - sounds[0].lowerBound - 48_000) < 4800, "\(sounds)")
        player.release()
        await player.released()
    }

    private func sample(_ duration: Double) async throws -> URL {
        let cache = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent(".build/samples")
        return try await SampleStreams(cache: cache).url(
            of: SampleRecipe(.file(.mp4), duration: duration, width: 160, height: 90, bFrames: 2))
    }

    @Test(.enabled(if: PulseServer.path(of: "ffmpeg") != nil)) @MainActor
    func aPlayerPausesForACallAndResumesAfterIt() async throws {
        let server = try await PulseServer()
        try await server.pactl("load-module", "module-role-cork")
        var configuration = PlayerConfiguration()
        configuration.audio.session = session
        let address = server.address
        configuration.audioOutput = .custom { [session] in
            PulseAudioOutput(options: PulseOptions(server: address), audioSession: session)
        }
        let player = Player(configuration: configuration)
        var pauses: [PauseReason] = []
        let listening = player.onEvent { if let pause = $0 as? PauseEvent { pauses.append(pause.reason) } }
        player.load(PlayerItem(url: try await sample(60)))
        player.play()
        try await eventually("it plays") { player.state == .playing }
        var call: ChildProcess? = try server.sound(role: "phone")
        try await eventually("it pauses") { player.state == .paused }
        #expect(pauses == [.interruption])
        // The server ends the interruption only of streams that were corked.
        try await eventually("it did as it was asked") { try await streams(server).contains("Corked: yes") }
        call = nil
        try await eventually("it goes on") { player.state == .playing }
        #expect(pauses == [.interruption])
        player.release()
        await player.released()
        withExtendedLifetime((call, listening)) {}
    }
}
