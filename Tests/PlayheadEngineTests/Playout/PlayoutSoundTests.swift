import PlayheadCore
import Testing

@testable import PlayheadEngine

@Suite("Playout: silence, gaps and other sound")
struct PlayoutSoundTests {
    /// A gap in all tracks up to 20 s, with pictures up to `picture` and sound up to `sound` (seconds).
    private static func gap(picture: Double, sound: Double, supply: SoundSupply = .hole, isLoaded: Bool = true) -> PlayoutFacts {
        var facts = PlayoutFacts(0, .ready(end: picture), .device(supply, end: sound))
        facts.pictures?.queue = [.init(time: 20, isSameRun: false)]
        if supply == .hole { facts.sound?.gapEnd = 20 }
        facts.loaded.isGapEnd = isLoaded
        return facts
    }

    @Test("A gap of the sound alone is filled with silence ahead of the playhead", arguments: [SoundSupply.absent(until: 9), .hole])
    func silence(supply: SoundSupply) {
        var machine = PlayoutMachine.moving(at: 5)
        #expect(machine.decide(PlayoutFacts(0, .ready(6, end: 5.5), .device(supply, end: 5.2))) == [.playSilence(until: 5.5)])
        #expect(!machine.decide(PlayoutFacts(0, .ready(6, end: 5.5), .device(supply, end: 5.5))).contains(.playSilence(until: 5.5)))
    }

    @Test("Silence ends where the container was read to, because its sound may continue there; without a device none is added")
    func knownSilence() {
        let machine = PlayoutMachine.moving(at: 5)
        var sound = PlayoutFacts.Sound.device(.absent(until: 5.3), end: 5.2)
        #expect(machine.silenceEnd(PlayoutFacts(0, .ready(6, end: 5.5), sound)) == 5.3)
        sound.end = 5.3
        #expect(machine.silenceEnd(PlayoutFacts(0, .ready(6, end: 5.5), sound)) == nil)
        sound = .counted(.absent(until: 9), end: 5)
        #expect(machine.silenceEnd(PlayoutFacts(0, .ready(6, end: 5.5), sound)) == nil)
    }

    @Test("A gap in all tracks is skipped only after everything before it was presented", arguments: [(10, 10), (9.9, 10), (10, 9.8)])
    func commonGap(picture: Double, sound: Double) {
        let facts = Self.gap(picture: picture, sound: sound)
        var early = PlayoutMachine.moving(at: 9.85)
        if max(picture, sound) > 9.9 {
            // The machine neither stalls nor cuts the rest, and wakes at its end.
            let instructions = early.decide(facts)
            #expect(instructions == [.wait(until: 0.05)])
            #expect(early.motion == .moving)
        }
        var machine = PlayoutMachine.moving(at: 10)
        #expect(machine.decide(facts) == [.holdDevice, .skipGap(from: 10, to: 20)])
        #expect(machine.position == 20 && machine.motion == .waiting(since: 0, amount: 0, reason: .loading, isReported: false))
        #expect(!machine.reportsStart)
    }

    @Test(
        "A gap is skipped only after the device has played the sound before it, even if the clock is ahead",
        arguments: [9.9, 9.996, nil])
    func clockAhead(audibleTime: Double?) {
        var machine = PlayoutMachine.moving(at: 10)
        var facts = Self.gap(picture: 10, sound: 10)
        facts.sound?.audibleTime = audibleTime
        #expect(machine.decide(facts).contains(.skipGap(from: 10, to: 20)) == (audibleTime != 9.9))
        guard audibleTime == 9.9 else { return }
        #expect(machine.motion == .moving)
        // A stopped device is not awaited.
        machine.position = 10.2
        #expect(machine.decide(facts).contains(.skipGap(from: 10.2, to: 20)))
    }

    @Test("All decoded sound is heard before a gap is skipped")
    func decodedSound() {
        let facts = Self.gap(picture: 10, sound: 10.3, supply: .ended)
        var machine = PlayoutMachine.moving(at: 10.1)
        #expect(!machine.decide(facts).contains(.skipGap(from: 10.1, to: 20)))
        machine.position = 10.3
        #expect(machine.decide(facts) == [.holdDevice, .skipGap(from: 10.3, to: 20)])
    }

    @Test("A gap whose end is not loaded is filled with silence")
    func unloadedGap() {
        var machine = PlayoutMachine.moving(at: 10)
        #expect(machine.decide(Self.gap(picture: 10, sound: 10, isLoaded: false)) == [.playSilence(until: 10.5)])
    }

    @Test("A picture that is intended to stay inside a run is not a gap; hours are")
    func still() {
        var facts = Self.gap(picture: 10, sound: 10, supply: .absent(until: 10))
        facts.pictures?.queue = [.init(time: 20, isSameRun: true)]
        facts.sound = nil
        #expect(PlayoutMachine.moving(at: 10).commonGap(facts) == nil)
        facts.pictures?.queue = [.init(time: 5000, isSameRun: true)]
        #expect(PlayoutMachine.moving(at: 10).commonGap(facts) == .init(start: 10, end: 5000))
    }

    @Test("Audio that starts slightly before its picture does not set the end of a skipped gap; audio that starts much earlier does")
    func preroll() {
        var facts = Self.gap(picture: 10, sound: 10)
        facts.sound?.gapEnd = 19.9
        #expect(PlayoutMachine.moving(at: 10).commonGap(facts)?.end == 20)
        facts.sound?.gapEnd = 15
        #expect(PlayoutMachine.moving(at: 10).commonGap(facts)?.end == 15)
        facts.sound?.gapEnd = nil
        #expect(PlayoutMachine.moving(at: 10).commonGap(facts) == nil)
    }

    // MARK: Switching to other sound

    @Test(
        "Other sound follows the decoded sound during playback, and restarts at the playhead otherwise",
        arguments: [
            // The columns: motion, end of the sound, whether there was any, the attempt.
            (.moving, 5.4, true, .init(time: 5.4, isUrgent: false, joins: true)),
            (.moving, 4.9, true, .init(time: 5, isUrgent: true, joins: true)),
            (.moving, 5, false, .init(time: 5, isUrgent: true, joins: false)),
            (.held, 5.4, true, .init(time: 5, isUrgent: false, joins: false)),
            (.waiting(since: 0, amount: 0, reason: .loading, isReported: false), 5.4, true, .init(time: 5, isUrgent: true, joins: false)),
        ] as [(PlayoutMachine.Motion, Double, Bool, SoundTakeover.Attempt)])
    func takeover(motion: PlayoutMachine.Motion, end: Double, hasSound: Bool, attempt: SoundTakeover.Attempt) {
        var machine = PlayoutMachine.moving(at: 5)
        machine.motion = motion
        var facts = PlayoutFacts(0, .ready(6), .device(end: end))
        facts.sound?.hasSound = hasSound
        #expect(machine.attemptTakeover(facts) == nil)
        facts.stagedSound = 3
        #expect(machine.attemptTakeover(facts) == attempt)
        machine.seek = PlayoutSeek(id: 1, target: 7, precision: .exact)
        #expect(machine.attemptTakeover(facts) == nil)
    }

    @Test("A switch is not urgent if the sound has ended")
    func takeoverAtEnd() {
        var machine = PlayoutMachine.moving(at: 5)
        var facts = PlayoutFacts(0, .ready(6), .device(.ended, end: 4))
        facts.stagedSound = 1
        #expect(machine.attemptTakeover(facts) == .init(time: 5, isUrgent: false, joins: true))
    }

    @Test("Pictures continue without sound while other sound is loaded, for a limited time per switch")
    func awaited() {
        var takeover = SoundTakeover()
        #expect(!takeover.isAwaited(at: 0))
        takeover.await(nil, at: 0)
        #expect(!takeover.isAwaited(at: 0))
        takeover.await(1, at: 0)
        takeover.await(1, at: 2)
        #expect(takeover.isAwaited(at: 2.9) && !takeover.isAwaited(at: 3))
        takeover.await(2, at: 3)
        #expect(takeover.isAwaited(at: 5.9))
    }

    @Test("Sound that runs out causes a stall only after other sound was awaited")
    func stallAfterTakeover() {
        var machine = PlayoutMachine.moving(at: 5, duration: 100)
        var facts = PlayoutFacts(0, .ready(6), .device(.starved, end: 5))
        facts.stagedSound = 1
        #expect(!machine.decide(facts).contains(.report(.waiting(.stalled))))
        facts.now = 3.1
        #expect(machine.decide(facts).contains(.report(.waiting(.stalled))))
    }
}
