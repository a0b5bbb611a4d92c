import Foundation
import Playhead
import PlayheadEngine
import PlayheadPulse
import PlayheadTestKit
import Synchronization
import TestSupport
import Testing

/// What the sound server sees of a session, and what it does to it.
@Suite(.enabled(if: PulseServer.isInstalled), .timeLimit(.minutes(5)))
struct AudioSessionTests {
    private let format = AudioFormat(sampleRate: Feed.rate, channels: 1)
    private let session = AudioSession()

    private func output(_ server: PulseServer) -> PulseAudioOutput {
        PulseAudioOutput(options: PulseOptions(server: server.address, applicationName: "Session test"), audioSession: session)
    }

    private func streams(_ server: PulseServer) async throws -> String { try await server.pactl("list", "sink-inputs") }

    @Test func theServerSeesRoleFilterAndSilenceOfTheSessionAlsoWhenItChanges() async throws {
        let server = try await PulseServer()
        try session.setCategory(.playAndRecord, mode: .voiceChat)
        let output = output(server)
        try output.open(format)
        defer { output.close() }
        let first = try await streams(server)
        #expect(first.contains("media.role = \"phone\"") && first.contains("filter.want = \"echo-cancel\"") && first.contains("Mute: no"))
        let start = ContinuousClock.now
        try session.setCategory(.playback, mode: .moviePlayback)
        #expect(ContinuousClock.now - start < .milliseconds(50), "nothing waits for the server")
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
        // The server lets go only who did as it asked.
        output.pause()
        try await eventually("it did as it was asked") { try await streams(server).contains("Corked: yes") }
        call = nil
        try await eventually("its end") { events.withLock { $0 } == [.interruptionBegan, .interruptionEnded(.shouldResume)] }
        withExtendedLifetime((call, token)) {}
    }

    @Test(arguments: [false, true])
    func aDeviceThatVanishesIsToldAndTheStreamGoesOnOnTheNext(isHeadset: Bool) async throws {
        let server = try await PulseServer()
        try await server.pactl("load-module", "module-rescue-streams")
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
        let heard = output.playedFrames ?? 0
        try await eventually("it goes on") {
            feed.write(to: output)
            return output.playedFrames.map { $0 > heard + 4800 } == true
        }
        withExtendedLifetime(token) {}
    }

    @Test func theLastDeviceThatVanishesIsToldAndEndsTheOutput() async throws {
        let server = try await PulseServer()
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

    @Test(.enabled(if: PulseServer.path(of: "ffmpeg") != nil)) @MainActor
    func aPlayerPausesForACallAndGoesOnAfterIt() async throws {
        let server = try await PulseServer()
        try await server.pactl("load-module", "module-role-cork")
        var configuration = PlayerConfiguration()
        configuration.audioSession = session
        let address = server.address
        configuration.makeAudioOutput = { [session] in
            PulseAudioOutput(options: PulseOptions(server: address), audioSession: session)
        }
        let player = Player(configuration: configuration)
        var pauses: [PauseReason] = []
        let listening = player.onEvent { if let pause = $0 as? PauseEvent { pauses.append(pause.reason) } }
        let cache = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent(".build/samples")
        player.load(
            PlayerItem(
                url: try await SampleStreams(cache: cache).url(
                    of: SampleRecipe(.file(.mp4), duration: 6, width: 160, height: 90, bFrames: 2))))
        player.play()
        try await eventually("it plays") { player.state == .playing }
        var call: ChildProcess? = try server.sound(role: "phone")
        try await eventually("it pauses") { player.state == .paused }
        #expect(pauses == [.interruption])
        call = nil
        try await eventually("it goes on") { player.state == .playing }
        #expect(pauses == [.interruption])
        player.release()
        await player.released()
        withExtendedLifetime((call, listening)) {}
    }
}
