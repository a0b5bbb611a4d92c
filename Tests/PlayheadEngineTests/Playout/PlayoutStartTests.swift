import PlayheadCore
import Testing

@testable import PlayheadEngine

@Suite("Playout: starting and waiting")
struct PlayoutStartTests {
    private static let error = PlaybackError(.connectionLost, url: "https://example.com/a.mp4")

    @Test(
        "Playback starts once both tracks and the amount of data are available",
        arguments: [
            // The columns: pictures, sound, seconds loaded, whether playback starts.
            (.ready(0), nil, 0.3, true), (.ready(0), nil, 0.2, false), (.ready(supply: .starved), nil, 5, false),
            (.ready(supply: .sparse), nil, 5, true), (.ready(supply: .ended), .counted(end: 1), 5, true), (nil, .counted(end: 1), 5, true),
            (.ready(0), PlayoutFacts.Sound(supply: .starved), 5, false), (.ready(0), PlayoutFacts.Sound(supply: .ended), 5, true),
        ] as [(PlayoutFacts.Pictures?, PlayoutFacts.Sound?, Double, Bool)])
    func amounts(pictures: PlayoutFacts.Pictures?, sound: PlayoutFacts.Sound?, ahead: Double, starts: Bool) {
        var machine = PlayoutMachine.waiting()
        let instructions = machine.decide(PlayoutFacts(0, pictures, sound, ahead: ahead))
        #expect((machine.motion == .moving) == starts)
        #expect(instructions.contains(.report(.started(position: 0))) == starts)
    }

    @Test("Playback starts with less data at the end of the item, if nothing more is loaded, or after loading has failed")
    func less() {
        var short = PlayoutMachine.waiting(amount: 2, duration: 0.1)
        _ = short.decide(PlayoutFacts(0, .ready(0), ahead: 0.1))
        #expect(short.motion == .moving)
        var full = PlayoutMachine.waiting(amount: 2)
        var facts = PlayoutFacts(0, .ready(0), ahead: 1)
        facts.loaded.isFull = true
        _ = full.decide(facts)
        #expect(full.motion == .moving)
        var failed = PlayoutMachine.waiting(amount: 2)
        facts.loaded = .init(ahead: 1, error: Self.error)
        _ = failed.decide(facts)
        #expect(failed.motion == .moving)
    }

    @Test("An error of loading fails the playback once nothing is left to show")
    func failure() {
        var machine = PlayoutMachine.waiting()
        var facts = PlayoutFacts(0, .ready(supply: .starved), ahead: 0)
        facts.loaded.error = Self.error
        #expect(machine.decide(facts) == [.holdDevice, .fail(Self.error), .wait(until: .infinity)])
        #expect(machine.decide(facts) == [.wait(until: .infinity)])
    }

    @Test("After an error the remaining pictures are shown, even without sound")
    func failureWithPictures() {
        var machine = PlayoutMachine.waiting()
        let sound = PlayoutFacts.Sound(supply: .starved, end: 0.5, isMaster: true, hasOutput: true)
        var facts = PlayoutFacts(0, .ready(0, 0.04), sound, ahead: 0.1)
        #expect(machine.decide(facts) == [.wait(until: 0.1)])
        facts.loaded.error = Self.error
        #expect(machine.decide(facts) == [.startDevice])
        facts.now = PlayoutLimits.deviceTimeout + 0.1
        #expect(machine.decide(facts) == [.report(.started(position: 0))])
        // The last pictures may outlast the sound.
        machine.position = 0.5
        facts.pictures = .ready(0.6)
        #expect(machine.decide(facts).last != .fail(Self.error))
        machine.position = 0.5 + PlayoutLimits.commonGap
        facts.pictures = .ready(1.1)
        #expect(machine.decide(facts).last == .fail(Self.error))
    }

    @Test("Playback does not start if it would stall: the announced duration is too short, or the decoder holds what is loaded")
    func noStartToStall() {
        for (position, ahead) in [(11.0, 0.0), (5, 3)] {
            var machine = PlayoutMachine.waiting(amount: 2, duration: 10)
            machine.position = position
            let dry = PlayoutFacts(0, .ready(position + 0.1), .counted(.starved, end: position), ahead: ahead)
            #expect(machine.decide(dry) == [.wait(until: 0.1)])
            _ = machine.decide(PlayoutFacts(0, .ready(position + 0.1), .counted(end: position + 0.1), ahead: ahead))
            #expect(machine.motion == .moving)
        }
    }

    @Test("Pictures start without sound that is being replaced, but only once per replacement")
    func startWithoutSound() {
        var machine = PlayoutMachine.waiting(amount: 0)
        var facts = PlayoutFacts(0, .ready(0.1), .counted(.starved, end: 0))
        facts.stagedSound = 1
        _ = machine.decide(facts)
        #expect(machine.motion == .moving)
        facts.now = 0.01
        #expect(!machine.decide(facts).contains(.report(.waiting(.stalled))))
        facts.now = PlayoutLimits.takeoverTimeout + 0.1
        #expect(machine.decide(facts).contains(.report(.waiting(.stalled))))
        #expect(machine.decide(facts) == [.wait(until: .infinity)])
    }

    @Test("A wait is reported once, and only if it is not momentary")
    func report() {
        var machine = PlayoutMachine.waiting()
        #expect(machine.decide(PlayoutFacts(0, .ready(supply: .starved), ahead: 0)) == [.wait(until: 0.1)])
        #expect(
            machine.decide(PlayoutFacts(0.1, .ready(supply: .starved), ahead: 0)) == [.report(.waiting(.loading)), .wait(until: .infinity)])
        #expect(machine.decide(PlayoutFacts(0.2, .ready(supply: .starved), ahead: 0)) == [.wait(until: .infinity)])
    }

    @Test("A wait during playback that lasts is reported as a stall, and so is its end")
    func unnoticedWait() {
        var machine = PlayoutMachine.moving()
        var facts = PlayoutFacts(1, .ready(1.02), .device(end: 1.2))
        _ = machine.restartSound(facts)
        #expect(machine.position == 1 && !machine.reportsStart)
        facts.sound = PlayoutFacts.Sound(supply: .starved, isMaster: true, hasOutput: true)
        #expect(machine.decide(facts) == [.wait(until: 1 + PlayoutLimits.unnoticedWait)])
        facts.now = 1 + PlayoutLimits.unnoticedWait
        #expect(machine.decide(facts) == [.report(.waiting(.stalled)), .wait(until: .infinity)])
        #expect(machine.decide(facts) == [.wait(until: .infinity)])
        facts.sound = .device(end: 3.2)
        #expect(machine.decide(facts) == [.startDevice])
        facts.sound = .device(end: 3.2, audibleTime: 1)
        #expect(machine.decide(facts) == [.report(.started(position: 1))])
    }

    @Test("A device is started first; the playhead moves when the device plays, or after a timeout")
    func device() {
        var machine = PlayoutMachine.waiting()
        #expect(machine.decide(PlayoutFacts(0, .ready(0), .device(end: 0.2))) == [.startDevice])
        #expect(machine.decide(PlayoutFacts(0, .ready(0), .device(end: 0.2))) == [.wait(until: 0.004)])
        var late = machine
        _ = machine.decide(PlayoutFacts(0.05, .ready(0), .device(end: 0.2, audibleTime: 0.01)))
        #expect(machine.motion == .moving && machine.position == 0.01)
        _ = late.decide(PlayoutFacts(3.1, .ready(0), .device(end: 0.2)))
        #expect(late.motion == .moving && late.position == 0)
    }

    @Test(
        "A low-latency start moves to the live position if that is loaded",
        arguments: [
            // The columns: edge, seconds loaded, whether the sound is loaded there, rate, target.
            (10, 10, true, 1, 8), (10, 8.2, true, 1, nil), (10, 10, false, 1, nil), (2.05, 10, true, 1, nil), (10, 10, true, 2, nil),
        ] as [(Double, Double, Bool, Double, Double?)])
    func live(edge: Double, ahead: Double, isSoundLoaded: Bool, rate: Double, target: Double?) {
        var machine = PlayoutMachine.waiting(duration: .infinity)
        machine.rate = rate
        var facts = PlayoutFacts(0, .ready(supply: .starved, isShown: false), ahead: ahead)
        facts.window = LiveWindow(
            seekable: TimeRange(start: 0, end: edge), edge: edge, targetLatency: 2, isLowLatency: true, measuredAt: 0)
        facts.loaded.isLiveStart = isSoundLoaded
        let instructions = machine.decide(facts)
        if let target {
            #expect(instructions == [.startLive(from: 0, to: target)])
            #expect(machine.position == target && machine.clock.time(at: 0) == target)
        } else {
            #expect(machine.position == 0 && !instructions.contains { if case .startLive = $0 { true } else { false } })
        }
    }

    @Test(
        "After a stall at the live edge playback resumes at a distance from it that lasts until the next segment",
        arguments: [(6.0, 6.0), (18.0, 12.0)])
    func distance(targetLatency: Double, needed: Double) {
        var machine = PlayoutMachine.moving()
        var facts = PlayoutFacts(1, .ready(supply: .starved), ahead: 0)
        func window(edge: Double) -> LiveWindow {
            LiveWindow(seekable: TimeRange(start: 0, end: edge), edge: edge, targetLatency: targetLatency, measuredAt: facts.now)
        }
        facts.window = window(edge: 0)
        #expect(machine.decide(facts).contains(.report(.waiting(.stalled))))
        facts.window = window(edge: 4)
        facts.loaded.ahead = 4
        facts.pictures = .ready(0)
        #expect(machine.decide(facts) == [.wait(until: 1 + needed - 4)])
        var atEdge = machine
        facts.window = window(edge: needed)
        #expect(atEdge.decide(facts) == [.report(.started(position: 0))])
        // The stream has ended: nothing more is published.
        facts.window = nil
        #expect(machine.decide(facts) == [.report(.started(position: 0))])
    }

    @Test("The first picture is shown while playback is not requested, if the client wants it, once and not in low latency")
    func still() {
        var machine = PlayoutMachine()
        machine.open(PlayoutMachine.Item(), at: 0, duration: 100, now: 0)
        var facts = PlayoutFacts(0, .ready(0, isShown: false))
        let rest: [PlayoutInstruction] = [.presentCaptions, .wait(until: .infinity)]
        #expect(machine.decide(facts) == rest)
        facts.showsPictureWhileHeld = true
        #expect(machine.decide(facts) == [.present])
        facts.pictures = .ready(0.04)
        #expect(machine.decide(facts) == rest)
        // The pictures start later than the sound, by less than a gap that is skipped.
        facts.pictures = .ready(0.1, isShown: false)
        #expect(machine.decide(facts) == [.present])
        facts.pictures = .ready(0.6, isShown: false)
        #expect(machine.decide(facts) == rest)
        facts.pictures = .ready(0, isShown: false)
        facts.window = LiveWindow(seekable: TimeRange(start: 0, end: 9), edge: 10, targetLatency: 2, isLowLatency: true, measuredAt: 0)
        #expect(machine.decide(facts) == rest)
    }

    @Test("later starts do not move to the live position")
    func liveLater() {
        var machine = PlayoutMachine.waiting(duration: .infinity)
        var facts = PlayoutFacts(0, .ready(0), ahead: 20)
        facts.window = LiveWindow(seekable: TimeRange(start: 0, end: 9), edge: 10, targetLatency: 2, isLowLatency: true, measuredAt: 0)
        facts.loaded.isLiveStart = true
        _ = machine.decide(facts)
        #expect(machine.position == 0 && machine.motion == .moving)
    }

    @Test("Playback stops at a fence, reports it, and resumes once the fence has moved or after a timeout", arguments: [true, false])
    func fence(isMoved: Bool) {
        var machine = PlayoutMachine.moving()
        var facts = PlayoutFacts(1, .ready(0.98, 1.02))
        facts.stops.fence = 1
        #expect(machine.move(facts) == [.move(from: 0, to: 1, played: 1)])
        #expect(machine.decide(facts) == [.decodeOnlyReferences(false), .present])
        facts.pictures = .ready(1.02)
        #expect(machine.decide(facts) == [.holdDevice, .report(.progress(position: 1)), .wait(until: 6)])
        #expect(machine.decide(facts) == [.wait(until: 6)])
        if isMoved { facts.stops.fence = nil } else { facts.now = 6 }
        #expect(machine.decide(facts) == [])
        #expect(machine.motion == .waiting(since: facts.now, amount: 0, reason: .loading, isReported: false) && !machine.reportsStart)
    }

    @Test("Playback stops permanently at the play limit")
    func playLimit() {
        var machine = PlayoutMachine.moving()
        var facts = PlayoutFacts(1, .ready(2))
        facts.stops.playLimit = 0.5
        #expect(machine.move(facts) == [.move(from: 0, to: 0.5, played: 0.5)])
        facts.stops.played = 0.5
        #expect(
            machine.decide(facts) == [.holdDevice, .playOut(limit: 0.5), .report(.progress(position: 0.5)), .wait(until: 6)])
        facts.now = 100
        #expect(machine.decide(facts) == [.wait(until: .infinity)])
    }
}
