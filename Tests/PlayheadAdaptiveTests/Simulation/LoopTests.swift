import Foundation
import PlayheadAdaptive
import Testing

@Suite("The loop of the simulation")
struct LoopTests {
    @Test("On a network twice as fast as the movie there is no rebuffering, and only the start adds play time")
    func fast() throws {
        let (result, chooser) = try run(
            .even(kilobits: [1000], segment: 2, count: 10), over: .of((100, 2000, 0)), limit: 100, ScriptedChooser())
        #expect(result.rebufferTime == 0)
        #expect(abs(result.playTime - 21) < 1e-9)
        #expect(result.score == 0)
        #expect(chooser.waits.isEmpty)
        #expect(chooser.transfers.allSatisfy { abs($0.elapsed - 1) < 1e-9 && $0.bytesReceived == 250_000 })
    }

    @Test("On a network half as fast each segment except the first rebuffers for its duration")
    func slow() throws {
        let (result, _) = try run(
            .even(kilobits: [1000], segment: 2, count: 10), over: .of((100, 500, 0)), limit: 100, ScriptedChooser())
        #expect(abs(result.rebufferTime - 9 * 2) < 1e-9)
        #expect(result.rebufferEvents == 9 && abs(result.longestStall - 2) < 1e-9)
        #expect(abs(result.startupTime - 4) < 1e-9)
        #expect(abs(result.playTime - (4 + 9 * 4 + 2)) < 1e-9)
        #expect(abs(result.score + 5 * 9 / 21) < 1e-9)
        #expect(abs(result.rebufferRatio - 18 / 42) < 1e-9)
    }

    @Test("The score is the mean utility over play time: the logarithm of bitrate over the lowest")
    func utility() throws {
        let movie = try SimulatedMovie.even(kilobits: [1000, 2000], segment: 2, count: 10)
        let (result, _) = try run(movie, over: .of((100, 1e9, 0)), limit: 10, ScriptedChooser(rungs: [1]))
        #expect(abs(result.score - log(2)) < 1e-6)
        #expect(result.meanBitrate == 2_000_000 && result.switches == 0)
    }

    @Test("Every change of rung counts as a switch")
    func switches() throws {
        let movie = try SimulatedMovie.even(kilobits: [1000, 2000], segment: 2, count: 4)
        let (result, _) = try run(movie, over: .of((100, 1e6, 0)), limit: 10, ScriptedChooser(rungs: [0, 1, 0, 0]))
        #expect(result.switches == 2)
        #expect(abs(result.utilityChange - 2 * log(2) / 4) < 1e-9)
        #expect(abs(result.qoeLog - (result.score - 2 * log(2) / 4)) < 1e-9)
        #expect(result.meanBitrate == 1_250_000)
    }

    @Test("Latency comes before the first byte, in shares where it changes meanwhile")
    func latency() throws {
        let (_, chooser) = try run(
            .even(kilobits: [1000], segment: 2, count: 3), over: .of((0.1, 1000, 0.2), (100, 1000, 0.4)), limit: 100, ScriptedChooser())
        // Half of the first latency passes in its period, then half of the second.
        #expect(abs((chooser.transfers[0].timeToFirstByte ?? 0) - 0.3) < 1e-9)
        #expect(abs(chooser.transfers[0].elapsed - 2.3) < 1e-9)
        #expect(abs((chooser.transfers[1].timeToFirstByte ?? 0) - 0.4) < 1e-9)
    }

    @Test("A full buffer waits until another segment fits, and the network moves on meanwhile")
    func full() throws {
        let (result, chooser) = try run(
            .even(kilobits: [1000], segment: 2, count: 6), over: .of((100, 1e6, 0)), limit: 4, ScriptedChooser())
        #expect(chooser.waits.count == 4)
        #expect(chooser.situations.allSatisfy { $0.buffered <= 2 + 1e-9 })
        #expect(abs(result.playTime - 12) < 0.1)
        #expect(result.rebufferTime == 0)
    }

    @Test("Time that a policy waits plays the buffer, and rebuffers beyond it")
    func waiting() throws {
        var chooser = ScriptedChooser()
        chooser.wait = 3
        let (result, _) = try run(.even(kilobits: [1000], segment: 2, count: 3), over: .of((100, 1e9, 0)), limit: 100, chooser)
        #expect(abs(result.rebufferTime - 2) < 1e-3)
    }

    @Test("The recording repeats at its end; nothing arrives while the bandwidth is 0")
    func gaps() throws {
        let (_, chooser) = try run(
            .even(kilobits: [1000], segment: 2, count: 2), over: .of((1, 1000, 0), (3, 0, 0)), limit: 100, ScriptedChooser())
        // One second delivers half of a segment.
        #expect(abs(chooser.transfers[0].elapsed - 5) < 1e-9)
        #expect(abs(chooser.transfers[1].elapsed - 8) < 1e-9)
    }

    @Test("Progress is reported when both 50 ms have passed and 12 kbit have come, and not of the first transfer")
    func reports() throws {
        let movie = try SimulatedMovie.even(kilobits: [1000], segment: 2, count: 2)
        let (_, fast) = try run(movie, over: .of((100, 2000, 0)), limit: 100, ScriptedChooser())
        #expect(fast.reports.count == 19)
        #expect(fast.reports.enumerated().allSatisfy { abs($1.elapsed - Double($0 + 1) * 0.05) < 1e-9 })
        let (_, slow) = try run(movie, over: .of((100, 100, 0)), limit: 100, ScriptedChooser())
        #expect(slow.reports.first.map { abs($0.elapsed - 0.12) < 1e-9 } == true)
    }

    @Test("An abandoned transfer costs its time, and the policy is asked again for the same segment")
    func abandoning() throws {
        let movie = try SimulatedMovie.even(kilobits: [1000, 2000], segment: 2, count: 2)
        var chooser = ScriptedChooser(rungs: [0, 1, 0])
        chooser.verdict = { $0.rung == 1 && $0.elapsed >= 1 - 1e-9 ? .abandon(rung: 0) : .goOn }
        let (result, emitted) = try run(movie, over: .of((100, 1000, 0)), limit: 100, chooser)
        #expect(result.abandoned == 1)
        #expect(emitted.situations.map(\.remainingSegments) == [2, 1, 1])
        #expect(abs(result.rebufferTime - 1) < 1e-9)
        #expect(result.rebufferEvents == 1 && abs(result.longestStall - 1) < 1e-9)
        #expect(abs(result.wastedShare - 1 / 5) < 1e-9)
    }

    @Test("A network too slow to finish is an error, and so is a policy that abandons without end")
    func endless() throws {
        let movie = try SimulatedMovie.even(kilobits: [1000, 2000], segment: 2, count: 2)
        #expect(throws: SimulationError.tooSlow) { try run(movie, over: .of((100, 1e-6, 0)), limit: 10, ScriptedChooser()) }
        #expect(throws: SimulationError.endlessAbandoning) {
            var chooser = ScriptedChooser(rungs: [1])
            chooser.verdict = { _ in .abandon(rung: 1) }
            return try run(movie, over: .of((100, 1000, 0)), limit: 10, chooser)
        }
    }

    private func run(
        _ movie: SimulatedMovie, over network: NetworkTrace, limit: Double, _ chooser: ScriptedChooser
    ) throws -> (SimulationResult, ScriptedChooser) {
        var chooser = chooser
        let result = try AdaptiveSimulation(movie: movie, network: network, bufferLimit: limit).run(&chooser)
        return (result, chooser)
    }
}
