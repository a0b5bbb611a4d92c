import PlayheadAdaptive
import PlayheadCore
import Testing

@testable import PlayheadEngine

@Suite("Playout: moving and presenting")
struct PlayoutMovingTests {
    @Test("The playhead follows the clock, and the clock follows the device")
    func follow() {
        var machine = PlayoutMachine.moving()
        #expect(machine.move(PlayoutFacts(0.5, .ready(1))) == [.move(from: 0, to: 0.5, played: 0.5)])
        // A small deviation is reduced gradually, a large one corrected immediately; the playhead does not go back.
        _ = machine.move(PlayoutFacts(1, .ready(2), .device(end: 2, audibleTime: 1.1)))
        #expect(abs(machine.position - 1.01) < 0.000_001)
        _ = machine.move(PlayoutFacts(1.5, .ready(2), .device(end: 2, audibleTime: 0.5)))
        #expect(abs(machine.position - 1.01) < 0.000_001)
    }

    @Test("The playhead does not go back behind a value that another thread has read")
    func lastRead() {
        var machine = PlayoutMachine.moving()
        var facts = PlayoutFacts(0.5, .ready(1))
        facts.lastRead = 0.52
        _ = machine.move(facts)
        #expect(machine.position == 0.52)
    }

    @Test(
        "A due picture is shown; it is dropped if the next one is due too, and with a long delay only references are decoded",
        arguments: [
            // The columns: queue, playhead, whether a picture was shown before, instructions.
            ([1, 1.04], 1, true, [.decodeOnlyReferences(false), .present]), ([1, 1.04], 0.9, true, nil),
            ([1, 1.04], 1.039, true, [.decodeOnlyReferences(false), .present]), ([1, 1.04], 1.05, true, [.drop]),
            ([1, 1.04], 1.4, true, [.drop, .decodeOnlyReferences(true)]),
            ([1, 1.04], 1.05, false, [.decodeOnlyReferences(false), .present]),
            ([1], 1.2, true, [.present]),
        ] as [([Double], Double, Bool, [PlayoutInstruction]?)])
    func present(queue: [Double], position: Double, isShown: Bool, expected: [PlayoutInstruction]?) {
        var machine = PlayoutMachine.moving(at: position)
        var pictures = PlayoutFacts.Pictures.ready(isShown: isShown)
        pictures.queue = queue.map { .init(time: $0) }
        let instructions = machine.decide(PlayoutFacts(0, pictures))
        if let expected {
            #expect(instructions == expected)
        } else {
            #expect(!instructions.contains(.present) && !instructions.contains(.drop))
        }
    }

    @Test("The first frame is reported once, with the first picture, or immediately if there are no pictures")
    func firstFrame() {
        var machine = PlayoutMachine.moving()
        machine.isFirstFrameReported = false
        #expect(machine.decide(PlayoutFacts(0, .ready(0, isShown: false))) == [.decodeOnlyReferences(false), .present, .reportFirstFrame])
        #expect(!machine.decide(PlayoutFacts(0.01, .ready(0.04))).contains(.reportFirstFrame))
        var sound = PlayoutMachine.moving()
        sound.isFirstFrameReported = false
        #expect(sound.decide(PlayoutFacts(0, nil, .device(end: 1))).contains(.reportFirstFrame))
    }

    @Test(
        "Playback stalls where a track has run out, and not before",
        arguments: [
            // The columns: pictures, sound, playhead, whether playback stalls.
            (.ready(supply: .starved, end: 1), nil, 1, true), (.ready(supply: .starved, end: 1), nil, 0.9, false),
            (.ready(supply: .sparse, end: 1), nil, 2, false), (.ready(2), .device(.starved, end: 1), 1, true),
            (.ready(2), .device(.starved, end: 1), 0.9, false), (.ready(2), .device(.full, end: 1), 1, false),
            (nil, .device(.starved, end: 1), 1, true),
        ] as [(PlayoutFacts.Pictures?, PlayoutFacts.Sound?, Double, Bool)])
    func stall(pictures: PlayoutFacts.Pictures?, sound: PlayoutFacts.Sound?, position: Double, stalls: Bool) {
        var machine = PlayoutMachine.moving(at: position)
        let instructions = machine.decide(PlayoutFacts(0, pictures, sound))
        #expect(instructions.contains(.report(.waiting(.stalled))) == stalls)
        #expect((machine.motion == .moving) != stalls)
        if stalls { #expect(machine.motion == .waiting(since: 0, amount: 2, reason: .stalled, isReported: true)) }
    }

    @Test("A device that has sound to play and stands still stalls playback until it plays again")
    func stoppedDevice() {
        var machine = PlayoutMachine.moving(at: 1)
        func decide(_ now: Double, _ audible: Double) -> [PlayoutInstruction] {
            machine.decide(PlayoutFacts(now, .ready(5), .device(end: 2, audibleTime: audible)))
        }
        let stall = PlayoutInstruction.report(.waiting(.stalled))
        #expect(!decide(0, 0.9).contains(stall) && !decide(0.1, 1).contains(stall) && !decide(1, 1).contains(stall))
        #expect(decide(1.2, 1) == [stall, .wait(until: 1.25)])
        // The device is not paused, and the wait is reported repeatedly.
        #expect(machine.isDeviceRunning && machine.position == 1)
        #expect(decide(1.25, 1) == [.wait(until: 1.3)])
        #expect(decide(2.2, 1).contains(stall))
        #expect(decide(2.3, 1.02) == [.startDevice])
        #expect(decide(2.31, 1.03).contains(.report(.started(position: 1.03))) && machine.motion == .moving)
    }

    @Test("A device that has played all its sound is not a stopped one")
    func drainedDevice() {
        var machine = PlayoutMachine.moving(at: 1)
        var facts = PlayoutFacts(0, .ready(50), .device(end: 1, audibleTime: 1))
        facts.sound?.isDrained = true
        for now in [0, 1, 2.0] {
            facts.now = now
            #expect(!machine.decide(facts).contains(.report(.waiting(.stalled))))
        }
    }

    @Test("The loop wakes for the next picture, report, stop or change of captions", arguments: [(0.02, 0.02), (0.5, 0.1)])
    func wakes(picture: Double, time: Double) throws {
        var machine = PlayoutMachine.moving()
        #expect(machine.decide(PlayoutFacts(0, .ready(picture))) == [.wait(until: time)])
    }

    @Test("Progress is reported at its interval, counted from the previous report")
    func progress() {
        var machine = PlayoutMachine.moving()
        _ = machine.move(PlayoutFacts(0.13, .ready(1)))
        let instructions = machine.decide(PlayoutFacts(0.13, .ready(1)))
        #expect(instructions == [.rememberNetwork, .report(.progress(position: 0.13)), .wait(until: 0.23)])
    }

    @Test(
        "in low latency the tempo follows the distance from the edge, in steps",
        arguments: [(-0.5, 1, 0.96), (0, 1.05, 1), (0.03, 1, nil), (0.03, 1.025, nil), (0.15, 1, 1.025), (0.5, 1, 1.05), (-0.03, 1, nil)]
            as [(Double, Double, Double?)])
    func tempo(late: Double, before: Double, tempo: Double?) {
        var machine = PlayoutMachine.moving(at: 10, duration: .infinity)
        machine.live.pacing = LivePacing(target: 2, rate: before)
        machine.nextTick = 0
        var facts = PlayoutFacts(0, .ready(11))
        let edge = 10 + late + 2
        facts.window = LiveWindow(seekable: TimeRange(start: 0, end: edge), edge: edge, targetLatency: 2, isLowLatency: true, measuredAt: 0)
        let instructions = machine.decide(facts)
        #expect(instructions.contains { if case .setTempo = $0 { true } else { false } } == (tempo != nil))
        #expect(machine.tempo == tempo ?? before)
        guard let tempo else { return }
        #expect(instructions.contains(.setTempo(tempo)) && machine.clock.rate == tempo)
    }

    @Test("A position far behind the edge was chosen and stays; one that became so does not", arguments: [nil, true], [3.0, 8])
    func chosenPosition(follows: Bool?, late: Double) {
        var machine = PlayoutMachine.moving(at: 10, duration: .infinity)
        machine.live.followsEdge = follows
        machine.nextTick = 0
        var facts = PlayoutFacts(0, .ready(14))
        let edge = 10 + late + 2
        facts.window = LiveWindow(seekable: TimeRange(start: 0, end: edge), edge: edge, targetLatency: 2, isLowLatency: true, measuredAt: 0)
        let isFaster = machine.decide(facts).contains { if case .setTempo = $0 { true } else { false } }
        #expect(isFaster == (follows == true || late < 5) && machine.live.followsEdge == isFaster)
    }

    @Test("Above the maximum latency the playhead moves to the target, where it waits for data")
    func moveToLive() {
        var machine = PlayoutMachine.moving(at: 10, duration: .infinity)
        machine.item.latency.maximum = 5
        machine.nextTick = 0
        var facts = PlayoutFacts(0, .ready(11))
        facts.window = LiveWindow(seekable: TimeRange(start: 0, end: 18), edge: 20, targetLatency: 2, isLowLatency: true, measuredAt: 0)
        #expect(machine.decide(facts).contains(.skipGap(from: 10, to: 18)))
        #expect(machine.position == 18 && machine.motion != .moving)
    }

    @Test("The tempo is 1 again after the stream has ended")
    func tempoAfterLive() {
        var machine = PlayoutMachine.moving(at: 10)
        machine.live.pacing = LivePacing(target: 2, rate: 1.05)
        machine.nextTick = 0
        #expect(machine.decide(PlayoutFacts(0, .ready(11))).contains(.setTempo(1)))
        #expect(machine.clock.rate == 1 && machine.tempo == 1)
    }

    @Test("The tempo is unchanged at another rate, and without low latency")
    func noTempo() {
        for (rate, isLowLatency) in [(2.0, true), (1.0, false)] {
            var machine = PlayoutMachine.moving(at: 10, duration: .infinity)
            machine.rate = rate
            machine.nextTick = 0
            var facts = PlayoutFacts(0, .ready(11))
            facts.window = LiveWindow(
                seekable: TimeRange(start: 0, end: 20), edge: 20, targetLatency: 2, isLowLatency: isLowLatency, measuredAt: 0)
            #expect(!machine.decide(facts).contains { if case .setTempo = $0 { true } else { false } })
        }
    }

    @Test(
        "At a rate above 1 the tempo is 1 from the live position on, and the selected rate again once the playhead is well behind it",
        arguments: [
            // The columns: seconds behind the live position, whether it was reached before, tempo.
            (5, false, 2), (0.5, false, 2), (0, false, 1), (-0.5, false, 1), (0.5, true, 1), (1.9, true, 1), (2.1, true, 2),
        ] as [(Double, Bool, Double)])
    func caughtUp(behind: Double, wasReached: Bool, tempo: Double) {
        var machine = PlayoutMachine.moving(at: 10, duration: .infinity)
        machine.rate = 2
        machine.live.isCaughtUp = wasReached
        let before = machine.tempo
        machine.nextTick = 0
        var facts = PlayoutFacts(0, .ready(16))
        let edge = 10 + behind + 6
        facts.window = LiveWindow(seekable: TimeRange(start: 0, end: edge - 6), edge: edge, targetLatency: 6, measuredAt: 0)
        let instructions = machine.decide(facts)
        #expect(machine.tempo == tempo && machine.rate == 2)
        #expect(instructions.contains(.setTempo(tempo)) == (tempo != before))
        if tempo != before { #expect(machine.clock.rate == tempo) }
        // The stream has ended.
        machine.nextTick = 0
        facts.window = nil
        #expect(machine.decide(facts).contains(.setTempo(2)) == (tempo != 2) && machine.tempo == 2)
    }

    @Test("In low latency playback that has caught up keeps its distance like that of rate 1")
    func caughtUpInLowLatency() {
        var machine = PlayoutMachine.moving(at: 10, duration: .infinity)
        machine.rate = 2
        machine.nextTick = 0
        var facts = PlayoutFacts(0, .ready(11))
        facts.window = LiveWindow(seekable: TimeRange(start: 0, end: 9.9), edge: 11.9, targetLatency: 2, isLowLatency: true, measuredAt: 0)
        #expect(machine.decide(facts).contains(.setTempo(0.96)) && machine.clock.rate == 0.96)
    }

    @Test("The sound of a seek has the tempo of its target: the rate behind the live position, 1 at it", arguments: [(2.0, 2.0), (4, 1)])
    func tempoOfSeek(target: Double, tempo: Double) {
        var machine = PlayoutMachine.moving(at: 3)
        machine.rate = 2
        machine.live.isCaughtUp = target < 3
        var facts = PlayoutFacts(0, .ready(4))
        facts.window = LiveWindow(seekable: TimeRange(start: 0, end: 4), edge: 10, targetLatency: 6, measuredAt: 0)
        if target < 3 { facts.window?.edge = 11 }
        let seek = PlayoutSeek(id: 1, target: target, precision: .exact)
        #expect(machine.begin(seek, facts) == [.holdDevice, .setTempo(tempo), .beginSeek(seek)])
        #expect(machine.tempo == tempo)
    }

    @Test("A rate above 1 that is selected at the live position leaves the tempo and the sound as they are")
    func rateAtLivePosition() {
        var machine = PlayoutMachine.moving(at: 4)
        var facts = PlayoutFacts(0, .ready(5), .device(end: 5))
        facts.window = LiveWindow(seekable: TimeRange(start: 0, end: 4), edge: 10, targetLatency: 6, measuredAt: 0)
        #expect(machine.setRate(2, facts).isEmpty)
        #expect(machine.rate == 2 && machine.tempo == 1 && machine.motion == .moving)
    }

    @Test("A device that was opened while the playhead moves is started once")
    func openedLate() {
        var machine = PlayoutMachine.moving()
        machine.isDeviceRunning = false
        #expect(machine.decide(PlayoutFacts(0, .ready(1), .device(end: 1))).first == .startDevice)
        #expect(!machine.decide(PlayoutFacts(0, .ready(1), .device(end: 1))).contains(.startDevice))
    }

    @Test("The duration grows if there is more than announced, but not for a tail of sound")
    func outlasted() {
        var machine = PlayoutMachine.moving(at: 9.5, duration: 10)
        #expect(machine.move(PlayoutFacts(0.9, .ready(11), ahead: 0.9)) == [.move(from: 9.5, to: 10.4, played: 0.5)])
        #expect(machine.move(PlayoutFacts(1.5, .ready(11), ahead: 5)).first == .report(.durationChanged(15.4)))
    }
}
