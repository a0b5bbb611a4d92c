import PlayheadEngine
import Synchronization
import TestSupport
import Testing

@testable import Playhead

@MainActor
@Suite("Interruptions and the background", .timeLimit(.minutes(5)))
struct InterruptionTests {
    private let session: AudioSession
    /// The number of events that the session has delivered.
    private let delivered: Deliveries
    private let token: AudioSession.Token

    private final class Deliveries: Sendable {
        let count = Mutex(0)
    }

    init() {
        let (session, delivered) = (AudioSession(), Deliveries())
        (self.session, self.delivered) = (session, delivered)
        token = session.listen { _ in delivered.count.withLock { $0 += 1 } }
    }

    /// Returns a player that is playing with audio; its play and pause events are recorded.
    private func playing(hasSound: Bool = true) async -> ScriptedRig {
        let rig = ScriptedRig {
            $0.audio.session = session
            // The scripted engine never creates the output.
            if hasSound { $0.audioOutput = .custom { SilentOutput() } }
        }
        rig.load("a.mp4", "b.mp4")
        rig.player.play()
        await rig.run(until: .playing)
        return rig
    }

    /// Waits until the player has handled all events of the session, and what follows from them.
    private func settle(_ rig: ScriptedRig) async {
        await withCheckedContinuation { continuation in session.settled { continuation.resume() } }
        if rig.player.session.hasSound { await rig.wait { rig.player.eventsTaken >= delivered.count.withLock { $0 } } }
        await rig.run(for: 0.2)
    }

    private func pauses(_ rig: ScriptedRig) -> [PauseReason] { rig.trace.events.compactMap { ($0 as? PauseEvent)?.reason } }

    @Test("An interruption pauses with its reason, and its end resumes playback")
    func resuming() async {
        let rig = await playing()
        #expect(session.isActive)
        let stream = session.openStream { _ in }
        stream.interrupt()
        await settle(rig)
        #expect(rig.player.state == .paused && pauses(rig) == [.interruption])
        stream.endInterruption()
        await settle(rig)
        #expect(rig.player.state == .playing && pauses(rig) == [.interruption])
        #expect(rig.trace.all(PlayEvent.self).map(\.reason) == [.external, .interruption])
    }

    @Test(
        "Playback does not resume if the end does not allow it, the player was not playing, or a pause, stop or other item came in between")
    func staying() async {
        let rig = await playing()
        var stream: AudioSessionStream? = session.openStream { _ in }
        stream?.interrupt()
        await settle(rig)
        stream = nil
        await settle(rig)
        #expect(rig.player.state == .paused)
        let next = session.openStream { _ in }
        next.interrupt()
        await settle(rig)
        next.endInterruption()
        await settle(rig)
        #expect(rig.player.state == .paused, "it was not playing")
        let commands: [(Player) -> Void] = [{ $0.pause(reason: .interaction) }, { $0.selectItem(1) }, { $0.stop() }]
        for command in commands {
            rig.player.play()
            await rig.run(until: .playing)
            next.interrupt()
            await settle(rig)
            command(rig.player)
            await settle(rig)
            let state = rig.player.state
            next.endInterruption()
            await settle(rig)
            #expect(rig.player.state == state && state != .playing)
        }
    }

    @Test(
        "Deactivating the session and disconnecting headphones pause; another speaker does not; a player without audio is not affected"
    )
    func routesAndUse() async throws {
        let rig = await playing()
        let silent = await playing(hasSound: false)
        let stream = session.openStream { _ in }
        stream.changeRoute(.init(reason: .oldDeviceUnavailable))
        stream.changeRoute(.init(reason: .override, wasPrivate: true))
        await settle(rig)
        #expect(rig.player.state == .playing)
        stream.changeRoute(.init(reason: .oldDeviceUnavailable, wasPrivate: true))
        await settle(rig)
        #expect(rig.player.state == .paused)
        rig.player.play()
        await rig.run(until: .playing)
        try session.setActive(false)
        await settle(rig)
        #expect(rig.player.state == .paused && pauses(rig) == [.interruption, .interruption])
        stream.interrupt()
        await settle(silent)
        #expect(silent.player.state == .playing)
    }

    @Test("Playback does not resume if headphones were removed, the session deactivated or the player hidden during the interruption")
    func changesDuringInterruption() async throws {
        let rig = await playing()
        let stream = session.openStream { _ in }
        let changes: [@MainActor () throws -> Void] = [
            { stream.changeRoute(.init(reason: .oldDeviceUnavailable, wasPrivate: true)) },
            { [session] in try session.setActive(false) },
            { [session] in
                try session.setCategory(.ambient)
                rig.player.isInBackground = true
            },
        ]
        for change in changes {
            stream.interrupt()
            await settle(rig)
            try change()
            await settle(rig)
            stream.endInterruption()
            await settle(rig)
            #expect(rig.player.state == .paused)
            rig.player.play()
            await rig.run(until: .playing)
        }
    }

    @Test("Many events at once are handled in their order: each interruption pauses, and each end resumes")
    func order() async throws {
        let rig = await playing()
        let engine = try #require(rig.engine)
        let stream = session.openStream { _ in }
        let (before, count) = (engine.commands.count, 200)
        for _ in 1...count {
            stream.interrupt()
            stream.endInterruption()
        }
        func commands() -> [EngineCommand] { engine.commands.dropFirst(before).filter { $0 == .pause || $0 == .start } }
        try await eventually("all are handled") { commands().count == 2 * count }
        #expect(commands() == Array(repeating: [EngineCommand.pause, .start], count: count).flatMap(\.self))
        await rig.run(until: .playing)
        stream.interrupt()
        stream.endInterruption()
        stream.interrupt()
        stream.changeRoute(.init(reason: .oldDeviceUnavailable, wasPrivate: true))
        stream.endInterruption()
        try await eventually("all are handled") { commands().count == 2 * count + 3 }
        await settle(rig)
        #expect(commands().last == .pause && rig.player.state == .paused)
    }

    @Test("The end of an interruption during which playback has failed has no effect")
    func failure() async {
        let rig = await playing()
        rig.load("c.mp4")
        rig.player.play()
        await rig.run(until: .playing)
        let stream = session.openStream { _ in }
        stream.interrupt()
        await settle(rig)
        rig.engine?.report(.failed(PlaybackError(.decoding)))
        await settle(rig)
        #expect(rig.player.state == .error)
        stream.endInterruption()
        await settle(rig)
        #expect(rig.trace.all(WarningEvent.self).isEmpty)
    }

    @Test("In the background, playback disables video without an event; other categories pause with the reason, and stay paused")
    func background() async throws {
        let rig = await playing()
        let emitted = rig.trace.events.count
        rig.player.isInBackground = true
        rig.player.isInBackground = false
        #expect(rig.trace.events.count == emitted)
        #expect(rig.engine?.commands.suffix(2) == [.setVideoEnabled(false), .setVideoEnabled(true)])
        rig.player.isVideoEnabled = false
        rig.player.isInBackground = true
        rig.player.isInBackground = false
        #expect(rig.engine?.commands.suffix(2) == [.setVideoEnabled(true), .setVideoEnabled(false)])
        rig.player.next()
        await rig.run(for: 1)
        #expect(rig.engine?.commands.contains(.setVideoEnabled(false)) == true, "kept for the next item")
        try session.setCategory(.soloAmbient)
        await settle(rig)
        #expect(rig.player.state == .playing)
        rig.player.isInBackground = true
        await settle(rig)
        #expect(rig.player.state == .paused && pauses(rig) == [.background])
        rig.player.isInBackground = false
        await settle(rig)
        #expect(rig.player.state == .paused)
        try session.setCategory(.playback)
        rig.player.play()
        rig.player.isInBackground = true
        await rig.run(until: .playing)
        try session.setCategory(.ambient)
        await settle(rig)
        #expect(rig.player.state == .paused && pauses(rig) == [.background, .background])
    }
}

/// An output that is never created.
private final class SilentOutput: AudioOutput {
    func setHandlers(onWritable: @escaping @Sendable () -> Void, onFailure: @escaping @Sendable (PlaybackError) -> Void) {}
    func open(_ format: AudioFormat) throws(PlaybackError) {}
    var writableFrames: Int { 0 }
    func write(_ samples: UnsafeBufferPointer<Float>) -> Int { 0 }
    func resume() {}
    func pause() {}
    func flush() {}
    var playedFrames: Double? { nil }
    var isDrained: Bool { true }
    func setVolume(_ volume: Double, isMuted: Bool) {}
    func close() {}
}
