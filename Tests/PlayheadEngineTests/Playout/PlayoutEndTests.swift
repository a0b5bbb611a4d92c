import PlayheadAdaptive
import PlayheadCore
import Testing

@testable import PlayheadEngine

@Suite("Playout: the end, commands and seeks")
struct PlayoutEndTests {
    /// Facts of an item whose pictures end at 9.9 s and whose sound ends at 10 s, both decoded completely.
    private static func over(isDrained: Bool = true) -> PlayoutFacts {
        var facts = PlayoutFacts(0, .ready(supply: .ended, end: 9.9), .device(.ended, end: 10), ahead: .infinity)
        facts.sound?.isDrained = isDrained
        return facts
    }

    @Test("Playback ends once everything was shown and heard, and reports the end once")
    func end() {
        var machine = PlayoutMachine.moving(at: 9.99, duration: 10.2)
        #expect(!machine.decide(Self.over()).contains(.end(duration: 10.2)))
        machine.position = 10
        #expect(!machine.decide(Self.over(isDrained: false)).contains(.end(duration: 10.2)))
        #expect(machine.decide(Self.over()) == [.holdDevice, .end(duration: 10.2), .wait(until: .infinity)])
        #expect(machine.position == 10.2)
        #expect(machine.decide(Self.over()) == [.presentCaptions, .wait(until: .infinity)])
    }

    @Test("A damaged stream whose media ends before the playhead ends at the playhead; sound whose delay grew ends at its end")
    func endBehindPlayhead() {
        var machine = PlayoutMachine.moving(at: 48.25, duration: 60)
        #expect(machine.decide(Self.over()) == [.holdDevice, .end(duration: 48.25), .wait(until: .infinity)])
        #expect(machine.position == 48.25)

        // After a seek behind the end of damaged timestamps no sound is decoded.
        var sought = PlayoutMachine.moving(at: 10.3, duration: 10)
        var silent = Self.over()
        silent.sound?.hasSound = false
        silent.sound?.end = 10.3
        #expect(sought.decide(silent) == [.holdDevice, .end(duration: 10.3), .wait(until: .infinity)])

        var delayed = PlayoutMachine.moving(at: 10, duration: 20)
        var facts = Self.over()
        facts.sound?.delay = 1
        #expect(delayed.decide(facts) == [.holdDevice, .end(duration: 9.9), .wait(until: .infinity)])
    }

    @Test("The playhead does not pass the end of what is loaded before all of it is decoded", arguments: [false, true])
    func endOfLoaded(isUnpaced: Bool) {
        var machine = PlayoutMachine.moving(at: 9.9, duration: 12, isUnpaced: isUnpaced)
        machine.nextTick = isUnpaced ? 10.1 : .infinity
        var facts = PlayoutFacts(isUnpaced ? 0 : 0.2, .ready(supply: .ended, end: 9.9), .device(.full, end: 10), ahead: .infinity)
        facts.loaded.end = 10
        _ = isUnpaced ? machine.decide(facts) : machine.move(facts)
        #expect(machine.position == 10)
    }

    @Test("A process that was stopped for longer than the rest of the media ends there, and decodes it first")
    func stopped() {
        var machine = PlayoutMachine.moving(at: 2.5, duration: 6)
        var facts = PlayoutFacts(9, .ready(2.5), .device(.full, end: 3), ahead: .infinity)
        facts.loaded.end = 6
        _ = machine.move(facts)
        #expect(machine.position == 6)
        _ = machine.move(facts)
        #expect(machine.position == 6 && machine.length.duration == 6)
        // What was decoded lies beyond the end of the packets.
        facts.pictures = .ready(2.5, 6.5)
        _ = machine.move(facts)
        #expect(machine.position == 6.5)
    }

    @Test("A process that was stopped continues where it was, or where its playhead was read", arguments: [-.infinity, 2.75])
    func continued(lastRead: Double) {
        var machine = PlayoutMachine.moving(at: 2.5)
        var facts = PlayoutFacts(9, .ready(2.5))
        facts.lastRead = lastRead
        _ = machine.move(facts)
        #expect(machine.position == max(2.5, lastRead))
        facts.now = 9.5
        _ = machine.move(facts)
        #expect(machine.position == max(2.5, lastRead) + 0.5)
    }

    @Test("Rare progress reports are no stop, at any speed", arguments: [0.5, 1, 4])
    func rareReports(rate: Double) {
        var machine = PlayoutMachine.moving()
        machine.item.tick = 5
        machine.rate = rate
        machine.clock.setRate(rate, at: 0)
        var position = 0.0
        for turn in 1...3 {
            _ = machine.move(PlayoutFacts(5 * Double(turn), .ready(100), ahead: 100))
            #expect(machine.position == position + 5 * rate)
            position = machine.position
        }
    }

    @Test("A duration that was extended by what was loaded is replaced by the end")
    func extended() {
        var length = PlayoutLength(duration: 1.5)
        let isExtended = length.extend(beyond: 2.25, ahead: 0.25, mediaEnd: nil)
        #expect(isExtended)
        #expect(length.duration == 2.5)
        length.settle(at: 2.03)
        #expect(length.duration == 2.03)
        // A loaded end is that of the stream, beside which a tail of sound is left out.
        var loaded = PlayoutLength(duration: 5)
        let isMore = loaded.extend(beyond: 6, ahead: .infinity, mediaEnd: 6.5)
        loaded.settle(at: 6.52)
        #expect(isMore && loaded.duration == 6.5)
    }

    @Test(
        "Media that is known to be longer than announced is played without a pause; a tail of sound is not",
        arguments: [(Double.infinity, 6.5, 6.5), (2, nil, 7.125), (.infinity, 5.25, 5), (0.25, nil, 5)])
    func outlasted(ahead: Double, mediaEnd: Double?, duration: Double) {
        var length = PlayoutLength(duration: 5)
        let isExtended = length.extend(beyond: 5.125, ahead: ahead, mediaEnd: mediaEnd)
        #expect(length.duration == duration && isExtended == (duration > 5))
        #expect(length.step(from: 4.875, to: 5.125) == (duration > 5 ? 0.25 : 0.125))
    }

    @Test("An announced duration close to the end is the exact one", arguments: [(10.4, 10.4), (9.6, 9.6), (12, 10), (.infinity, 10)])
    func duration(announced: Double, exact: Double) {
        var length = PlayoutLength(duration: announced)
        length.settle(at: 10)
        #expect(length.duration == exact)
        length.estimate(9.8)
        length.settle(at: 10)
        #expect(length.duration == 10)
    }

    @Test("An irregular end fails: an error of loading, a truncated file, nothing that could be decoded")
    func irregular() {
        let error = PlaybackError(.connectionLost, url: "https://example.com/a.mp4")
        var facts = Self.over()
        facts.loaded.endError = error
        var machine = PlayoutMachine.moving(at: 10, duration: 10)
        #expect(machine.decide(facts) == [.holdDevice, .holdDevice, .fail(error), .wait(until: .infinity)])

        var cut = PlayoutMachine.moving(at: 10, duration: 20)
        cut.item.announcedTolerance = 1
        #expect(cut.decide(Self.over()).contains { if case .fail(let error) = $0 { error.kind == .truncated } else { false } })
        // What was loaded beyond the announced duration may be longer than what is played.
        var outlasted = PlayoutMachine.moving(at: 10, duration: 5)
        outlasted.item.announcedTolerance = 1
        let isExtended = outlasted.length.extend(beyond: 10, ahead: 5, mediaEnd: nil)
        #expect(isExtended && outlasted.length.duration == 15)
        #expect(!outlasted.decide(Self.over()).contains { if case .fail = $0 { true } else { false } })

        var empty = Self.over()
        empty.pictures?.hasDecoded = false
        empty.sound?.handedFrames = 0
        var undecodable = PlayoutMachine.moving(at: 10, duration: 10)
        #expect(undecodable.decide(empty).contains { if case .fail(let error) = $0 { error.kind == .decoding } else { false } })
        // Everything is there, but its key is wrong.
        var encrypted = PlayoutMachine.moving(at: 0, duration: 10)
        encrypted.item.announcedTolerance = 1
        empty.pictures?.end = 0
        empty.sound?.end = 0
        empty.loaded.end = 10
        #expect(encrypted.decide(empty).contains { if case .fail(let error) = $0 { error.kind == .decoding } else { false } })
        var silent = PlayoutMachine.moving(at: 0, duration: 10)
        var pictures = empty
        pictures.sound = nil
        pictures.pictures?.areLeftOut = true
        #expect(!silent.decide(pictures).contains { if case .fail = $0 { true } else { false } })
        silent = PlayoutMachine.moving(at: 0, duration: 10)
        pictures.pictures?.areLeftOut = false
        #expect(silent.decide(pictures).contains { if case .fail(let error) = $0 { error.kind == .decoding } else { false } })
        // A seek to the end decodes what is before it, and plays nothing.
        empty.sound?.hasDecoded = true
        var sought = PlayoutMachine.moving(at: 10, duration: 10)
        #expect(!sought.decide(empty).contains { if case .fail = $0 { true } else { false } })
    }

    @Test("A pause moves the playhead to its current time and stops it there")
    func pause() {
        var machine = PlayoutMachine.moving()
        #expect(
            machine.pause(PlayoutFacts(0.4, .ready(1)))
                == [.move(from: 0, to: 0.4, played: 0.4), .holdDevice, .report(.paused(position: 0.4))])
        #expect(machine.motion == .held && machine.clock.time(at: 9) == 0.4)
    }

    @Test("a command does not move the playhead to a fence, which is reached only by playing")
    func pauseBeforeFence() {
        var machine = PlayoutMachine.moving()
        var facts = PlayoutFacts(0.6, .ready(1))
        facts.stops.fence = 0.5
        _ = machine.pause(facts)
        #expect(machine.position < 0.5 && machine.position > 0.49)
        #expect(machine.stopAhead(facts) == 0.5)
    }

    @Test("A new rate restarts the sound of a device, and only that", arguments: [true, false])
    func rate(hasDevice: Bool) {
        var machine = PlayoutMachine.moving()
        machine.live.pacing = LivePacing(target: 2, rate: 1.05)
        let instructions = machine.setRate(2, PlayoutFacts(0.5, .ready(1), hasDevice ? .device(end: 1) : .counted(end: 1)))
        #expect(instructions.contains(.restartSound(at: 0.5)) == hasDevice)
        #expect((machine.motion == .moving) != hasDevice)
        #expect(machine.rate == 2 && machine.clock.rate == 2 && machine.live.pacing == nil)
        #expect(!machine.reportsStart == hasDevice)
    }

    @Test("A device that returns restarts the sound; a moving playhead waits for the device")
    func deviceReturned() {
        var machine = PlayoutMachine.moving()
        _ = machine.restartSound(PlayoutFacts(0.5, .ready(1), .device(end: 1)))
        #expect(machine.motion == .waiting(since: 0.5, amount: 0, reason: .loading, isReported: false))
        var held = PlayoutMachine()
        #expect(held.restartSound(PlayoutFacts(0.5, .ready(1), .device(end: 1))) == [.restartSound(at: 0)])
        #expect(held.motion == .held)
    }

    @Test("A seek is limited to a live window, and to the end of the media", arguments: [(3, 5), (7, 7), (50, 9), (.infinity, 9)])
    func seekTarget(target: Double, reached: Double) {
        var machine = PlayoutMachine.moving(at: 6)
        var facts = PlayoutFacts(0, .ready(7))
        facts.window = LiveWindow(seekable: TimeRange(start: 5, end: 9), edge: 10, targetLatency: 1, measuredAt: 0)
        let seek = PlayoutSeek(id: 1, target: target, precision: .exact)
        #expect(machine.begin(seek, facts) == [.holdDevice, .beginSeek(PlayoutSeek(id: 1, target: reached, precision: .exact))])
    }

    @Test("A seek completes once its picture is found; then playback restarts, if requested", arguments: [true, false])
    func seek(wantsToMove: Bool) {
        var machine = PlayoutMachine.moving()
        machine.wantsToMove = wantsToMove
        let seek = PlayoutSeek(id: 1, target: 7.5, precision: .exact)
        _ = machine.begin(seek, PlayoutFacts(0, .ready(1)))
        var facts = PlayoutFacts(1, .ready(supply: .starved))
        #expect(machine.decide(facts) == [.wait(until: .infinity)])
        facts.target = .init(shown: 7.48)
        #expect(machine.decide(facts) == [.finishSeek(seek, position: 7.5)])
        #expect((machine.motion == .held) != wantsToMove)
    }

    @Test("A newer seek begins when the current one has shown its picture, or takes too long, or its target is not loaded")
    func quickSeeks() {
        let seeks = (1...3).map { PlayoutSeek(id: $0, target: Double($0) * 5, precision: .exact) }
        var machine = PlayoutMachine.moving()
        _ = machine.begin(seeks[0], PlayoutFacts(0, .ready(1)))
        #expect(machine.begin(seeks[1], PlayoutFacts(0.1, .ready(supply: .starved))) == [])
        #expect(machine.begin(seeks[2], PlayoutFacts(0.2, .ready(supply: .starved))) == [])
        #expect(machine.decide(PlayoutFacts(0.2, .ready(supply: .starved))) == [.wait(until: PlayoutLimits.searchTime)])
        var (late, shown) = (machine, machine)
        #expect(late.decide(PlayoutFacts(0.4, .ready(supply: .starved))) == [.holdDevice, .beginSeek(seeks[2])])
        var facts = PlayoutFacts(0.25, .ready(supply: .starved))
        facts.target = .init(shown: 4.98)
        #expect(shown.decide(facts) == [.showSought, .holdDevice, .beginSeek(seeks[2])])
        facts.target = .init(shown: 14.98)
        #expect(shown.decide(facts) == [.finishSeek(seeks[2], position: 15)])
        #expect(machine.begin(seeks[2], PlayoutFacts(0.1, .ready(supply: .starved), ahead: 0)) == [.holdDevice, .beginSeek(seeks[2])])
    }

    @Test(
        "the position of a seek: its target, its key frame, or the end",
        arguments: [
            (.exact, .init(shown: 6), 7), (.keyFrame, .init(shown: 6), 6), (.keyFrame, .init(shown: 6, isBeforeGap: true), 7),
            (.exact, .init(shown: 6, isAtEnd: true), 6.5), (.exact, nil, 6.5), (.keyFrame, .init(), 7),
        ] as [(SeekPrecision, PlayoutSeek.Target?, Double)])
    func position(precision: SeekPrecision, found: PlayoutSeek.Target?, position: Double) {
        #expect(PlayoutSeek(id: 1, target: 7, precision: precision).position(found, mediaEnd: 6.5) == position)
    }

    @Test(
        "The picture of a target is the one that is shown there, not one behind a gap",
        arguments: [
            // The columns: start, end, whether there is a picture before, whether there is sound.
            (6, 6.9, true, true, .before), (6.99, 7.03, true, true, .shown), (7.2, 7.3, true, true, .shown),
            (8, 8.04, true, false, .behindGap),
            (8, 8.04, false, true, .behindGap), (8, 8.04, false, false, .shown),
        ] as [(Double, Double, Bool, Bool, PlayoutSeek.Verdict)])
    func verdict(start: Double, end: Double, hasBefore: Bool, hasSound: Bool, verdict: PlayoutSeek.Verdict) {
        let seek = PlayoutSeek(id: 1, target: 7, precision: .exact)
        #expect(seek.verdict(start: start, end: end, hasBefore: hasBefore, hasSound: hasSound) == verdict)
        #expect(
            PlayoutSeek(id: 1, target: 7, precision: .keyFrame).verdict(start: 6, end: 6.04, hasBefore: false, hasSound: true) == .shown)
    }

    @Test("Unpaced playback moves to the next picture, waits for data, and stalls after a timeout")
    func unpaced() {
        var machine = PlayoutMachine.moving(isUnpaced: true)
        #expect(machine.decide(PlayoutFacts(0, .ready(0.04))) == [.move(from: 0, to: 0.04, played: 0.04)])
        #expect(machine.decide(PlayoutFacts(0, .ready(0.04))) == [.decodeOnlyReferences(false), .present])
        let starved = PlayoutFacts(0, .ready(supply: .starved, end: 0.04))
        #expect(machine.decide(starved) == [.wait(until: 3)])
        #expect(machine.decide(PlayoutFacts(3, starved.pictures)).contains(.report(.waiting(.stalled))))
    }

    @Test("Unpaced playback does not pass decoded sound before it is known whether more follows")
    func unpacedEnd() {
        var machine = PlayoutMachine.moving(at: 6, isUnpaced: true)
        _ = machine.decide(PlayoutFacts(0, nil, .counted(end: 6.04), ahead: 0.04))
        #expect(machine.position == 6.04)
        _ = machine.decide(PlayoutFacts(0, nil, .counted(.ended, end: 6.04), ahead: 0))
        #expect(machine.position == 6.04 && machine.length.duration == 6.04)
    }

    @Test("Unpaced playback waits before the end of the loaded captions, where a cue may continue", arguments: [0.01, 0.039, 0.04])
    func unpacedCaptions(reached: Double) {
        var machine = PlayoutMachine.moving(isUnpaced: true)
        var facts = PlayoutFacts(0, .ready(0.04))
        facts.captionsReached = reached
        #expect(machine.decide(facts) == [.wait(until: 3)])
        facts.captionsReached = 0.1
        #expect(machine.decide(facts) == [.move(from: 0, to: 0.04, played: 0.04)])
    }

    @Test("Unpaced playback waits for captions until a timeout, and for the selected sound")
    func unpacedWaits() {
        var machine = PlayoutMachine.moving(isUnpaced: true)
        var facts = PlayoutFacts(1, .ready(0.04))
        facts.captionsReached = 0
        #expect(machine.decide(facts) == [.wait(until: 4)])
        facts.now = 4
        #expect(machine.decide(facts) == [.move(from: 0, to: 0.04, played: 0.04)])
        var other = PlayoutMachine.moving(isUnpaced: true)
        facts = PlayoutFacts(0, .ready(0.04), .counted(end: 1))
        facts.stagedSound = 1
        #expect(other.decide(facts) == [.wait(until: 3)])
    }
}
