import Foundation
import PlayheadAdaptive
import PlayheadCore
import PlayheadOrigin
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine

/// Compares playback with the simulation of the same policy, movie and network.
@Suite("Playback and simulation", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(15)), .serialized)
struct SimulationTests {
    private typealias Trace = PlayheadAdaptive.NetworkTrace
    private static let bufferLimit = 25.0

    /// Synthetic networks, and recorded ones in a long run.
    private static func networks(_ megabits: [Double]) throws -> [(name: String, trace: Trace)] {
        var numbers = SeededGenerator(seed: 8)
        let made = try megabits.map { rate in
            let periods = (0..<120).map { _ in
                Trace.Period(duration: 2, bandwidth: rate * 1e6 * numbers.number(0.4...1.6), latency: 0.06)
            }
            return ("\(rate) Mbit/s", try Trace(periods: periods))
        }
        guard TestScale.isLong, Corpus.has("traces-sabre") else { return made }
        let names = Corpus.files("traces-sabre", "3Glogs").filter { $0.hasSuffix(".json") }
        return try made
            + stride(from: 0, to: names.count, by: 9).map { (names[$0], try Corpus.decode("traces-sabre", "3Glogs/" + names[$0])) }
    }

    /// Ten recorded networks of each set.
    private static let sets = [
        ["traces-sabre", "3Glogs"], ["traces-real", "puffer"], ["traces-real", "oboe"], ["traces-real", "fcc16"],
    ]

    private static func recorded(_ set: [String]) throws -> [(name: String, trace: Trace)] {
        let count = 10
        let names = Corpus.files(set[0], set[1]).filter { $0.hasSuffix(".json") }.sorted()
        return try stride(from: 0, to: names.count, by: max(1, names.count / count)).prefix(count).map {
            (names[$0], try Corpus.decode(set[0], "\(set[1])/\(names[$0])"))
        }
    }

    /// Simulates a movie; also returns the policy, which has its tables then, but no knowledge of the network.
    private func simulate(_ movie: SimulatedMovie, _ trace: Trace, knowsSizes: Bool) throws -> (MovieOutcome, Questions, AdaptivePolicy) {
        var simulation = AdaptiveSimulation(movie: movie, network: trace, bufferLimit: Self.bufferLimit)
        simulation.knowsSizes = knowsSizes
        simulation.startRung = AdaptivePolicy.startRung(of: movie.bitrates)
        var policy = AskedPolicy(policy: AdaptivePolicy(), questions: Questions())
        let result = try simulation.run(&policy)
        policy.startOver(memory: nil)
        return (MovieOutcome(result, policy.questions), policy.questions, policy.policy)
    }

    @Test("Without sockets the engine and the simulation ask the same, and every segment has the same rung", arguments: [true, false])
    func exactly(knowsSizes: Bool) async throws {
        let movie = try SimulatedMovie.varying(segments: TestScale.pick(long: 60, short: 10))
        let padded = try await PaddedMovie(movie, tellsSizes: knowsSizes)
        for (name, trace) in try Self.networks(TestScale.pick(long: [0.5, 0.8, 1.5, 2, 4, 7], short: [1.5])) {
            let (expected, simulated, policy) = try simulate(movie, trace, knowsSizes: knowsSizes)
            let questions = Questions()
            let rig = TraceRig(
                padded, over: trace, bufferLimit: Self.bufferLimit, policy: AskedPolicy(policy: policy, questions: questions))
            let found = try await rig.outcome(of: movie)
            #expect(rig.failure == nil && rig.rig.warnings.isEmpty)
            #expect(found.rungs == questions.rungs && abs(found.score - expected.score) <= 0.05 * max(0.5, abs(expected.score)))
            if TestScale.isLong { print("\(name): simulation \(expected)\n\(name): playing    \(found)") }
            // There is no question for the first segment, because the network is unknown then.
            let pairs = zip(simulated.all.dropFirst(), questions.all)
            let different = pairs.first { $0.rung != $1.rung || abs($0.buffered - $1.buffered) > 0.25 || $0.remaining != $1.remaining }
            // A decision between rungs of equal score may depend on a millisecond, and changes everything after it.
            if !TestScale.isLong {
                #expect(different == nil, "\(name): \(different as Any)")
                #expect(found.rungs == expected.rungs, "\(name)")
                #expect(abs(found.score - expected.score) < 0.01, "\(name): \(found) for \(expected)")
                #expect(abs(found.rebufferRatio - expected.rebufferRatio) < 0.005, "\(name): \(found) for \(expected)")
            }
            try await rig.close()
        }
    }

    @Test(
        "Over recorded networks DASH has the bit rate, stalls and switches of HLS within 2 %",
        .enabled(if: Corpus.has("traces-sabre")), arguments: [true, false])
    func manifest(knowsSizes: Bool) async throws {
        let movie = try SimulatedMovie.varying(segments: TestScale.pick(long: 60, short: 20))
        let padded = try await PaddedMovie(movie, tellsSizes: knowsSizes)
        for (name, trace) in try Self.recorded(Self.sets[0]).prefix(TestScale.pick(long: 10, short: 1)) {
            let (_, _, policy) = try simulate(movie, trace, knowsSizes: knowsSizes)
            var outcomes: [MovieOutcome] = []
            for entry in [PaddedMovie.entry, PaddedMovie.manifest] {
                let rig = TraceRig(padded, entry: entry, over: trace, bufferLimit: Self.bufferLimit, policy: policy)
                outcomes.append(try await rig.outcome(of: movie))
                #expect(rig.failure == nil, "\(name): \(entry)")
                try await rig.close()
            }
            let (hls, dash) = (outcomes[0], outcomes[1])
            if TestScale.isLong { print("\(name): HLS \(hls)\n\(name): DASH \(dash)") }
            #expect(abs(dash.bitrate - hls.bitrate) <= 0.02 * hls.bitrate, "\(name): \(dash) for \(hls)")
            #expect(abs(dash.rebufferRatio - hls.rebufferRatio) <= 0.02, "\(name): \(dash) for \(hls)")
            #expect(abs(dash.switches - hls.switches) <= hls.switches / 50 + 1, "\(name): \(dash) for \(hls)")
        }
    }

    @Test(
        "Over sockets the average score and bit rate match the simulation within 5%",
        .enabled(if: TestScale.isLong && Corpus.has("traces-sabre") && Corpus.has("traces-real")), arguments: sets)
    func overSockets(set: [String]) async throws {
        let movie = try SimulatedMovie.varying(segments: 40)
        let padded = try await PaddedMovie(movie, tellsSizes: false)
        // In real time the delays of the system are small compared to the network; all play in parallel, because they mostly wait.
        let outcomes = try await withThrowingTaskGroup(of: (String, MovieOutcome, MovieOutcome).self) { group in
            for (name, trace) in try Self.recorded(set) {
                let (simulated, _, policy) = try simulate(movie, trace, knowsSizes: false)
                group.addTask { (name, simulated, try await playOverSockets(movie, padded, trace, policy)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (name, simulated, played) in outcomes { print("\(name): simulation \(simulated)\n\(name): playing    \(played)") }
        let (mean, other) = (MovieOutcome(outcomes.map(\.2)), MovieOutcome(outcomes.map(\.1)))
        print("\(set[1]), mean: simulation \(other); playing \(mean)")
        #expect(abs(mean.score - other.score) <= 0.05 * abs(other.score))
        #expect(abs(mean.bitrate - other.bitrate) <= 0.05 * other.bitrate)
        #expect(abs(mean.rebufferRatio - other.rebufferRatio) <= 0.01)
    }

    private func playOverSockets(
        _ movie: SimulatedMovie, _ padded: PaddedMovie, _ trace: Trace, _ policy: AdaptivePolicy
    ) async throws -> MovieOutcome {
        let clock = ScaledClock(speed: 1)
        let origin = try await LoopbackOrigin.start(clock: clock)
        let url = padded.serve(from: origin)
        origin.follow(
            PlayheadOrigin.NetworkTrace(
                trace.periods.map { .init(duration: $0.duration, bytesPerSecond: $0.bandwidth / 8, latency: $0.latency) }))
        let screen = Screen()
        var configuration = EngineConfiguration(loader: RetryingLoader(URLLoader(), clock: clock), clock: clock)
        configuration.videoOutput = screen
        configuration.forwardBuffer = Self.bufferLimit
        configuration.makePolicy = { _ in policy }
        let emitted = Locked<(started: Double?, end: Double?, failure: PlaybackError?)>((nil, nil, nil))
        let engine = PlaybackEngine(url: url, configuration: configuration) { report in
            emitted.withLock { emitted in
                switch report {
                case .started: emitted.started = emitted.started ?? clock.now
                case .ended: emitted.end = clock.now
                case .failed(let error): emitted.failure = error
                default: break
                }
            }
        }
        let began = clock.now
        engine.send(.open(playback: 1, item: 0))
        engine.send(.start)
        while emitted.withLock({ $0.end == nil && $0.failure == nil }) { try await clock.sleep(for: 0.5) }
        engine.send(.close(playback: 1))
        await origin.stop()
        let (started, end, failure) = emitted.withLock { $0 }
        #expect(failure == nil)
        let stalled = max(0, (end ?? began) - (started ?? began) - Double(movie.sizes.count) * movie.segmentDuration)
        return MovieOutcome(movie, rungs: screen.rungs(of: movie), playTime: (end ?? began) - began, stalled: stalled)
    }
}
