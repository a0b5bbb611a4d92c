import Foundation
import PlayheadEngine
import PlayheadOrigin
import PlayheadTestKit
import Synchronization
import TestSupport
import Testing

@testable import Playhead

/// A session on its own executor, without a player. No test here runs on the main actor.
@Suite("A session without a player", .timeLimit(.minutes(5)))
struct PlaybackSessionTests {
    /// A session on a scripted stage under the manual clock.
    private struct Rig {
        let stage: ScriptedStage
        let session: PlaybackSession
        private let received = EventList()

        init(_ script: EngineScript = EngineScript(), configure: (inout PlayerConfiguration) -> Void = { _ in }) {
            stage = ScriptedStage(script)
            var configuration = PlayerConfiguration()
            configuration.clock = stage.clock
            configuration.makeEngine = stage.makeEngine
            configuration.audioOutput = .none
            configure(&configuration)
            session = PlaybackSession(configuration: configuration)
            let (events, received) = (session.events, received)
            Task { for await event in events { received.add(event) } }
        }

        /// Waits until the session has handled all reports of the engines.
        func settle() async {
            while await session.handledReports < stage.reportCount { await Task.yield() }
        }

        func run(for seconds: Double) async {
            let end = stage.clock.now + seconds
            await settle()
            while stage.step(until: end) { await settle() }
            await settle()
        }

        func run(until state: PlaybackState) async {
            let end = stage.clock.now + 60
            await settle()
            while await session.state != state, stage.step(until: end) { await settle() }
        }

        /// The events so far, once the sequence has delivered them.
        func events() async throws -> [any PlayerEvent] {
            let count = await session.eventCount
            try await eventually("\(count) events") { received.events.count >= count }
            return received.events
        }
    }

    private final class EventList: Sendable {
        private let list = Mutex<[any PlayerEvent]>([])
        var events: [any PlayerEvent] { list.withLock { $0 } }
        func add(_ event: any PlayerEvent) { list.withLock { $0.append(event) } }
    }

    private static func entry(_ name: String) -> PlaylistEntry {
        PlaylistEntry(sources: [ItemSource(url: ScriptedRig.url(name))], title: name)
    }

    @Test("A session emits the same events as a player, in the same order, each once")
    func sameEvents() async throws {
        let script = EngineScript(media: .scripted(duration: 4))
        let rig = Rig(script)
        await rig.session.load([Self.entry("a"), Self.entry("b")])
        await rig.session.play()
        await rig.run(until: .playing)
        await rig.session.seek(to: 2)
        await rig.run(for: 1)
        await rig.session.pause()
        await rig.run(for: 1)
        await rig.session.play()
        await rig.run(for: 20)
        let events = try await rig.events()

        let lines = try await playerLines(script)
        #expect(await Trace.lines(of: events) == lines)
        OrderRules.check(events)
        #expect(await rig.session.state == .ended)
    }

    /// Returns the events of a player that gets the commands of ``sameEvents()``.
    @MainActor
    private func playerLines(_ script: EngineScript) async throws -> [String] {
        let rig = ScriptedRig(script)
        rig.load("a", "b")
        rig.player.play()
        await rig.run(until: .playing)
        rig.player.seek(to: 2)
        await rig.run(for: 1)
        rig.player.pause()
        await rig.run(for: 1)
        rig.player.play()
        await rig.run(for: 20)
        return rig.trace.lines
    }

    @Test("The readable properties follow the events: state, position, duration, tracks, list, limits, volume")
    func state() async throws {
        let rig = Rig(EngineScript(media: .scripted(duration: 4)))
        #expect(await rig.session.state == .idle)
        #expect(await rig.session.currentIndex == nil)
        await rig.session.load([Self.entry("a"), Self.entry("b")], startingAt: 1)
        #expect(await rig.session.state == .opening)
        #expect(await rig.session.items.map(\.title) == ["a", "b"])
        await rig.session.setVolume(0.5)
        await rig.session.setMuted(true)
        await rig.session.setRate(2)
        await rig.session.play()
        await rig.run(until: .playing)
        await rig.run(for: 1)
        #expect(await rig.session.currentIndex == 1)
        #expect(await rig.session.duration == 4)
        #expect(await rig.session.position > 1)
        #expect(await rig.session.timeControlStatus == .playing)
        #expect(await rig.session.media?.audioTracks == rig.session.audioTracks)
        #expect(await rig.session.volume == 0.5)
        #expect(await rig.session.isMuted)
        #expect(await rig.session.rate == 2)
        await rig.session.setQualityLimits(QualityLimits(maxBitrate: 1_000_000))
        #expect(await rig.session.qualityLimits.maxBitrate == 1_000_000)
        await rig.session.release()
        #expect(await rig.session.state == .idle)
        #expect(await rig.session.items.isEmpty)
        #expect(await rig.session.position == 0)
    }

    @Test("finished() waits for the end of the list, and throws the error of one that failed; stop and release end it, too")
    func finished() async throws {
        let rig = Rig(EngineScript(media: .scripted(duration: 2)))
        try await rig.session.finished()
        await rig.session.load([Self.entry("a"), Self.entry("b")])
        await rig.session.play()
        let end = Task { [session = rig.session] in try await session.finished() }
        await rig.run(for: 3)
        #expect(await rig.session.currentIndex == 1)
        #expect(await !rig.session.hasCompletedList)
        await rig.run(for: 10)
        try await end.value
        #expect(await rig.session.state == .ended)
        try await rig.session.finished()

        for leaves: @Sendable (PlaybackSession) async -> Void in [{ await $0.stop() }, { await $0.release() }] {
            let rig = Rig()
            await rig.session.load(Self.entry("a"))
            await rig.run(until: .ready)
            let end = Task { [session = rig.session] in try await session.finished() }
            try await eventually("it waits") { await rig.session.finishCallers.count == 1 }
            await leaves(rig.session)
            await rig.run(for: 5)
            try await end.value
        }

        var script = EngineScript()
        script.openingFailure = PlaybackError(.httpStatus(404))
        let failing = Rig(script)
        await failing.session.load(Self.entry("a"))
        let failure = Task { [session = failing.session] in try await session.finished() }
        await failing.run(for: 5)
        await #expect(throws: PlaybackError.self) { try await failure.value }
        #expect(await failing.session.error?.code == 121_404)
    }

    @Test("The next item is preloaded")
    func preload() async throws {
        let rig = Rig(EngineScript(media: .scripted(duration: 30)))
        await rig.session.load([Self.entry("a"), Self.entry("b")])
        await rig.session.play()
        await rig.run(until: .playing)
        #expect(rig.stage.engines.count == 1)
        await rig.run(for: 27)
        #expect(await rig.session.currentIndex == 0)
        #expect(rig.stage.engines.count == 2)
    }

    @Test("A pre-roll is played before the content, and its trackers are called")
    func ads() async throws {
        let server = AdServer(clock: ManualClock())
        server.answer(AdScene.tag, .document(AdTexts.vast(AdTexts.ad("a"))))
        let rig = Rig(EngineScript(media: .scripted(duration: 4))) { configuration in
            var advertising = AdConfiguration()
            advertising.schedule = [AdBreak(id: "pre", offset: .preRoll, source: .tags([AdScene.tag]))]
            configuration.ads.advertising = advertising
            configuration.network.loader = server
        }
        await rig.session.load(Self.entry("content"))
        await rig.session.play()
        // Responses arrive in tasks, without a report of an engine.
        try await eventually("the list is played") {
            await rig.run(for: 0.1)
            return await rig.session.hasCompletedList
        }
        let names = try await rig.events().map(\.name)
        let impression = try #require(names.firstIndex(of: .onAdImpression))
        let first = try #require(names.firstIndex(of: .onFirstFrame))
        #expect(impression < first && names.contains(.onAdComplete) && names.last == .onPlaylistComplete)
        #expect(await !rig.session.isInAdBreak)
        try await eventually("the trackers are called") { server.calls.contains { $0.path == "a/complete" } }
    }

    @Test("Watchdogs run on the session's executor")
    func watchdog() async throws {
        var script = EngineScript()
        script.hangs = [.opening]
        let rig = Rig(script)
        await rig.session.load(Self.entry("a"))
        await rig.run(for: 59.9)
        #expect(await rig.session.state == .opening)
        await rig.run(for: 0.2)
        try await eventually("the error") { await rig.session.state == .error }
        #expect(await rig.session.error?.code == 124_011)
    }

    @Test("The caller of a seek is answered; after close() no resource is left and the sequences have ended")
    func close() async throws {
        let rig = Rig()
        await rig.session.load(Self.entry("a"))
        await rig.session.play()
        await rig.run(until: .playing)
        let seek = Task { [session = rig.session] in await session.seekAndWait(to: 5) }
        try await eventually("the seek") { await rig.session.lastSeek == 1 }
        await rig.run(for: 1)
        #expect(await seek.value)
        #expect(await rig.session.position >= 5)
        let events = rig.session.events
        let closing = Task { [session = rig.session] in await session.close() }
        for await _ in events {}
        await rig.run(for: 5)
        await closing.value
        #expect(rig.stage.engines.allSatisfy { $0.isClosed })
        #expect(await rig.session.state == .idle)
    }

    @Test("A session that is dropped without close() ends its engine and its sequences, and is deallocated")
    func dropped() async throws {
        let stage = ScriptedStage()
        var configuration = PlayerConfiguration()
        configuration.clock = stage.clock
        configuration.makeEngine = stage.makeEngine
        var session: PlaybackSession? = PlaybackSession(configuration: configuration)
        weak let gone = session
        let events = session?.events
        await session?.load(Self.entry("a"))
        await session?.play()
        session = nil
        if let events { for await _ in events {} }
        try await eventually("it is gone") { gone == nil }
        try await eventually("its engine is closed") {
            _ = stage.step(until: stage.clock.now + 1)
            return stage.engines.map(\.isClosed) == [true]
        }
        try await eventually("no timer is left") { stage.clock.sleeperCount == 0 }
    }

    @Test("A trace of a session is replayed to the same events")
    func trace() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("session-\(UUID().uuidString).trace")
        defer { try? FileManager.default.removeItem(at: file) }
        let rig = Rig(EngineScript(media: .scripted(duration: 2)))
        try await rig.session.startTrace(writingTo: file)
        await rig.session.load(Self.entry("a"))
        await rig.session.play()
        await rig.run(for: 5)
        try await rig.session.stopTrace()
        let events = try await rig.events()
        let replayed = try PlaybackTrace(contentsOf: file).events()
        #expect(replayed.map(\.name) == events.map(\.name))
        await #expect(throws: TraceError.tooLate) { try await rig.session.startTrace(writingTo: file) }
    }
}

/// Sessions that play generated streams.
@Suite("Sessions at work", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct WorkingSessionTests {
    @Test("While the main thread is blocked, a session opens a stream, plays it to its end and emits its events in order")
    func blockedMainThread() async throws {
        _ = try await Samples.streams.url(of: Samples.transportStream)
        await #expect(processExitsWith: .success) {
            let url = try await Samples.streams.url(of: Samples.transportStream)
            let (blocked, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let hasRun = Atomic(false)
            Task { @MainActor in
                blocked.signal()
                gate.wait()
            }
            await Task.detached { WorkingSessionTests.wait(for: blocked) }.value
            Task { @MainActor in hasRun.store(true, ordering: .relaxed) }

            var configuration = PlayerConfiguration()
            configuration.pacing = .unpaced
            let session = PlaybackSession(configuration: configuration)
            let events = session.events
            await session.load(url)
            await session.play()
            try await session.finished()
            let frames = await session.totalStatistics.framesShown
            await session.close()
            var received: [any PlayerEvent] = []
            for await event in events { received.append(event) }
            precondition(received.map(\.context.sequence) == Array(1...received.count))
            let names = received.map(\.name).filter { [.onReady, .onFirstFrame, .onComplete, .onPlaylistComplete, .onIdle].contains($0) }
            precondition(names == [.onReady, .onFirstFrame, .onComplete, .onPlaylistComplete, .onIdle], "\(names)")
            precondition(frames > 0)
            precondition(!hasRun.load(ordering: .relaxed), "the main actor has run")
            gate.signal()
        }
    }

    private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

    @Test("Fifty sessions play in one process, each with events and metrics of its own")
    func many() async throws {
        let origin = try await LoopbackOrigin.start()
        let folder = try await Samples.streams.folder(of: Samples.packedAudio)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            origin.add(name, Array(try Data(contentsOf: folder.appendingPathComponent(name))))
        }
        let url = origin.url(try await Samples.streams.url(of: Samples.packedAudio).lastPathComponent)
        let count = 50
        let outcomes = try await withThrowingTaskGroup(of: (names: [EventName], metrics: PlaybackMetrics).self) { group in
            for _ in 0..<count {
                group.addTask {
                    var configuration = PlayerConfiguration()
                    configuration.pacing = .unpaced
                    let session = PlaybackSession(configuration: configuration)
                    let events = session.events
                    await session.load(url)
                    await session.play()
                    try await session.finished()
                    let metrics = await session.metrics
                    await session.close()
                    var received: [any PlayerEvent] = []
                    for await event in events { received.append(event) }
                    #expect(received.map(\.context.sequence) == Array(1...received.count))
                    return (received.map(\.name), metrics)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count == count)
        for outcome in outcomes {
            #expect(outcome.names.filter { $0 == .onPlaylistComplete }.count == 1)
            #expect(outcome.metrics.starts == 1 && outcome.metrics.completions == 1 && outcome.metrics.errors.isEmpty)
        }
        await origin.stop()
    }
}

extension PlaybackSession {
    /// The number of events so far.
    fileprivate var eventCount: Int { core.queue.emitted }
}
