import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

/// STATES: watchdogs end hangs, each with its own error.
@MainActor
@Suite("Watchdogs", .timeLimit(.minutes(5)))
struct WatchdogTests {
    @Test("After a suspension of the machine or a block of the main actor, pending reports are handled before a watchdog fires")
    func late() async {
        let clock = ManualClock()
        let timers = WatchdogTimers(clock: clock, isolation: SessionIsolation(on: nil), lateness: 0.5)
        var fired: [MachineTimer] = []
        timers.fire = { fired.append($0) }
        timers.start(.progress, seconds: 10)
        clock.advance(by: 40)
        for _ in 0..<100 { await Task.yield() }
        #expect(fired.isEmpty)
        // A report of progress restarts the watchdog.
        timers.start(.progress, seconds: 10)
        clock.advance(by: 9)
        for _ in 0..<100 { await Task.yield() }
        #expect(fired.isEmpty)
        while fired.isEmpty {
            clock.advance(by: 0.1)
            await Task.yield()
        }
        #expect(clock.now >= 50)
        // Without a report the watchdog fires slightly later.
        timers.start(.buffering, seconds: 10)
        clock.advance(by: 40)
        for _ in 0..<100 { await Task.yield() }
        #expect(fired == [.progress])
        while fired.count < 2 {
            clock.advance(by: 0.1)
            await Task.yield()
        }
        #expect(fired == [.progress, .buffering])
        timers.cancelAll()
    }

    @Test("An opening that hangs fails after 60 s, before onReady")
    func opening() async {
        let rig = hanging(.opening)
        await rig.run(for: 59.9)
        #expect(rig.player.state == .opening)
        await rig.run(for: 0.2)
        await rig.wait { rig.player.state == .error }
        #expect(rig.trace.all(SetupErrorEvent.self).map(\.error.code) == [124_011])
        #expect(rig.trace.all(SetupErrorEvent.self).first?.error.url == "https://media.example.com/a")
    }

    @Test("A start without data fails after 30 s")
    func starting() async {
        let rig = hanging(.starting)
        await rig.run(until: .buffering)
        await rig.run(for: 29.9)
        #expect(rig.player.state == .buffering)
        await rig.run(for: 0.2)
        await rig.wait { rig.player.state == .error }
        #expect(rig.trace.all(ErrorEvent.self).map(\.error.code) == [224_012])
    }

    @Test("A stall without data fails after 30 s")
    func stalled() async {
        var script = EngineScript()
        script.stalls = [.init(at: 1, for: .infinity)]
        let rig = ScriptedRig(script)
        rig.load("a")
        rig.player.play()
        await rig.run(until: .buffering)
        await rig.run(for: 30.1)
        await rig.wait { rig.player.state == .error }
        #expect(rig.trace.all(ErrorEvent.self).map(\.error.code) == [224_012])
    }

    @Test("A stall during which data arrives does not fail")
    func slow() async {
        var script = EngineScript()
        script.stalls = [.init(at: 1, for: 100)]
        let rig = ScriptedRig(script)
        rig.load("a")
        rig.player.play()
        await rig.run(until: .buffering)
        for second in 1...4 {
            await rig.run(for: 20)
            rig.engine?.report(.buffered([TimeRange(start: 0, end: 8 + Double(second) / 10)]))
            await rig.settle()
        }
        await rig.run(for: 25)
        #expect(rig.player.state == .playing)
    }

    @Test("A seek that never reaches its target fails after 30 s; its caller receives false")
    func seeking() async {
        let rig = hanging(.seeking)
        await rig.run(until: .playing)
        let outcome = Task { await rig.player.seekAndWait(to: 9) }
        await rig.wait { rig.player.state != .playing }
        await rig.run(for: 30.1)
        await rig.wait { rig.player.state == .error }
        #expect(await outcome.value == false)
        #expect(rig.trace.all(ErrorEvent.self).map(\.error.code) == [224_012])
    }

    @Test("A playhead that does not advance fails after 10 s")
    func progress() async {
        let rig = hanging(.moving)
        await rig.run(until: .playing)
        await rig.run(for: 9.9)
        #expect(rig.player.state == .playing)
        await rig.run(for: 0.2)
        await rig.wait { rig.player.state == .error }
        #expect(rig.trace.all(ErrorEvent.self).map(\.error.code) == [224_013])
    }

    @Test("A pause, however long, is not a hang")
    func paused() async {
        let rig = hanging(.moving)
        await rig.run(until: .playing)
        rig.player.pause()
        await rig.run(for: 1000)
        #expect(rig.player.state == .paused)
    }

    private func hanging(_ hang: EngineScript.Hang) -> ScriptedRig {
        var script = EngineScript()
        script.hangs = [hang]
        let rig = ScriptedRig(script)
        rig.load("a")
        rig.player.play()
        return rig
    }
}
