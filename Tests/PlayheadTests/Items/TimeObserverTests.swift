import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

@Suite("The schedule of time observers")
struct TimeScheduleTests {
    /// Returns the reported positions when playback advances through these positions, from a start.
    private func emitted(_ schedule: TimeSchedule, from start: Double, _ positions: Double...) -> [[Double]] {
        var schedule = schedule
        _ = schedule.jump(to: start)
        return positions.map { schedule.play(to: $0) }
    }

    @Test("A periodic observer is called at multiples of its interval, and once if several are passed at a time")
    func periodic() {
        let schedule = TimeSchedule(.periodic(interval: 0.5))
        #expect(emitted(schedule, from: 0.2, 0.4, 0.5, 0.7, 2.1) == [[], [0.5], [], [2]])
        #expect(emitted(schedule, from: 1, 0.9) == [[]])
        #expect(schedule.next(after: 2.1) == 2.5 && schedule.next(after: 2.5) == 3)
    }

    @Test("A boundary observer is called at each boundary that is passed by playback, and not by a jump")
    func boundaries() {
        let schedule = TimeSchedule(.boundaries([0, 1, 2, 5]))
        #expect(emitted(schedule, from: 0, 2.5) == [[1, 2]])
        #expect(emitted(schedule, from: 6, 7) == [[]])
        #expect(schedule.next(after: 2.5) == 5 && schedule.next(after: 6) == nil)
    }

    @Test("A jump is reported to a periodic observer only", arguments: [true, false])
    func jump(isPeriodic: Bool) {
        var schedule = TimeSchedule(isPeriodic ? .periodic(interval: 1) : .boundaries([1]))
        let isReported = schedule.jump(to: 1)
        #expect(isReported == isPeriodic)
    }
}

@MainActor
@Suite("Time observers", .timeLimit(.minutes(5)))
struct TimeObserverTests {
    private func rounded(_ times: [Double]) -> [Double] { times.map { ($0 * 1000).rounded() / 1000 } }

    /// Advances the clock in small steps, so that tasks that wait for it run in between.
    private func run(_ rig: ScriptedRig, for seconds: Double) async {
        for _ in 0..<Int(saturating: seconds / 0.01) {
            await rig.run(for: 0.01)
            await Task.yield()
            await Task.yield()
        }
    }

    @Test("A periodic observer is called at its interval, more often than onTime, at the playback rate")
    func periodic() async {
        let rig = ScriptedRig()
        rig.load("a")
        var received: [Double] = []
        let token = rig.player.addPeriodicTimeObserver(forInterval: 0.04) { received.append($0) }
        rig.player.play()
        await rig.run(until: .playing)
        await run(rig, for: 1)
        // A call at the start, and then 25 per second.
        #expect(received.first == 0 && (24...28).contains(received.count), "\(received)")
        #expect(rounded(received).dropFirst().allSatisfy { abs(($0 / 0.04).rounded() - $0 / 0.04) < 0.001 }, "\(rounded(received))")
        #expect(received == received.sorted())
        rig.player.removeTimeObserver(token)
        let count = received.count
        await run(rig, for: 0.5)
        #expect(received.count == count)
    }

    @Test("An observer is called when the playhead starts, stops and jumps")
    func jumps() async {
        let rig = ScriptedRig()
        rig.load("a")
        var received: [Double] = []
        let token = rig.player.addPeriodicTimeObserver(forInterval: 100) { received.append($0) }
        rig.player.play()
        await rig.run(until: .playing)
        await run(rig, for: 0.5)
        rig.player.pause()
        await rig.run(until: .paused)
        rig.player.seek(to: 7)
        await rig.run(for: 1)
        #expect(rounded(received).first == 0 && rounded(received).contains { abs($0 - 0.5) < 0.15 } && received.last == 7, "\(received)")
        token.invalidate()
    }

    @Test("Boundaries are reported when passed, each once, the last one at the end")
    func boundaries() async {
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 2)))
        rig.load("a")
        var received: [Double] = []
        let token = rig.player.addBoundaryTimeObserver(forTimes: [2, 0.25, .nan, 1.234]) { [weak player = rig.player] in
            received.append($0)
            #expect(player?.state == .playing)
        }
        rig.player.play()
        await rig.run(until: .playing)
        await run(rig, for: 1)
        #expect(received == [0.25])
        await run(rig, for: 2)
        #expect(received == [0.25, 1.234, 2], "\(received)")
        token.invalidate()
    }

    @Test("Without a clock, observers are called as data arrives")
    func unpaced() async throws {
        guard Samples.arePossible else { return }
        try await RealRig.run { rig in
            rig.player.load(try await rig.item(Samples.mp4, "a"))
            var received: [Double] = []
            let token = rig.player.addBoundaryTimeObserver(forTimes: [0.5, 1, 1.5]) { received.append($0) }
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            #expect(received == [0.5, 1, 1.5])
            token.invalidate()
        }
    }

    @Test("An observer may end itself, or release the player, inside its call")
    func ending() async {
        let rig = ScriptedRig()
        rig.load("a")
        var count = 0
        var own: ObservationToken?
        own = rig.player.addPeriodicTimeObserver(forInterval: 0.1) { _ in
            count += 1
            if count == 3 { own?.invalidate() }
        }
        let releasing = rig.player.addBoundaryTimeObserver(forTimes: [1]) { [weak player = rig.player] _ in player?.release() }
        rig.player.play()
        await rig.run(until: .playing)
        await run(rig, for: 3)
        #expect(count == 3 && rig.player.state == .idle)
        own = nil
        releasing.invalidate()
    }

    @Test("An invalid interval is replaced by the minimum", arguments: [0, -1, .nan, .infinity])
    func intervals(interval: Double) async {
        let rig = ScriptedRig()
        var received = 0
        let token = rig.player.addPeriodicTimeObserver(forInterval: interval) { _ in received += 1 }
        rig.load("a")
        rig.player.play()
        await rig.run(until: .playing)
        await run(rig, for: 0.1)
        #expect(received >= 1)
        token.invalidate()
    }
}
