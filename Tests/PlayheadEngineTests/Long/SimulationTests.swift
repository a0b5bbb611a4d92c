import Foundation
import PlayheadAdaptive
import PlayheadCore
import PlayheadTestKit
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine

/// What playing makes of the policy, against what the simulation says of the same policy, movie and network.
@Suite("Playback and simulation", .enabled(if: Samples.areThere), .timeLimit(.minutes(10)), .serialized)
struct SimulationTests {
    /// As much as HLS tells: the bitrates of rungs but no sizes of segments, and for the first one nothing of the network.
    private struct Blind: SimulatedChooser {
        var policy = AdaptivePolicy()
        var first: Int

        private func blind(_ situation: FetchSituation) -> FetchSituation {
            var situation = situation
            situation.segmentSizes = []
            return situation
        }

        mutating func choose(for situation: FetchSituation) -> FetchChoice {
            policy.expectedThroughput == nil ? FetchChoice(rung: first) : policy.choose(for: blind(situation))
        }

        mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
            policy.review(progress, in: blind(situation))
        }

        mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
            policy.finish(transfer, verdict: verdict, at: time, in: situation)
        }
    }

    private struct Outcome: CustomStringConvertible {
        var score: Double
        var rebufferRatio: Double
        var bitrate: Double
        var switches: Int

        var description: String {
            String(format: "score %.3f, rebuffering %.4f, %.0f kbit/s, %d switches", score, rebufferRatio, bitrate / 1000, switches)
        }
    }

    /// What an engine told, and when.
    private struct Told {
        var stalled = 0.0
        var stalledSince: Double?
        var end: Double?
        var failure: PlaybackError?

        mutating func take(_ report: EngineReport, at time: Double) {
            switch report {
            case .waiting(.stalled): stalledSince = stalledSince ?? time
            case .started:
                stalled += stalledSince.map { time - $0 } ?? 0
                stalledSince = nil
            case .ended: end = time
            case .failed(let error): failure = error
            default: break
            }
        }
    }

    private static let bufferLimit = 25.0
    private static let segments = TestScale.pick(long: 100, short: 30)
    /// Fast, but so that the system's delays stay small beside the network's.
    private static let speed = TestScale.pick(long: 10.0, short: 20)

    /// A movie of 3 s segments whose sizes vary.
    private static func movie() throws -> SimulatedMovie {
        var numbers = SeededGenerator(seed: 3)
        let bitrates = [230, 477, 991, 2056, 2962, 5027].map { Double($0) * 1000 }
        return try SimulatedMovie(
            segmentDuration: 3, bitrates: bitrates,
            sizes: (0..<segments).map { _ in
                let scale = numbers.number(0.7...1.3)
                return bitrates.map { $0 * 3 * scale }
            })
    }

    private func simulate(_ movie: SimulatedMovie, _ trace: PlayheadAdaptive.NetworkTrace) throws -> Outcome {
        // docs/ADAPTIVE.md, "The first segment on an unknown network".
        var chooser = Blind(first: movie.bitrates.lastIndex { $0 * 6 <= 4_000_000 } ?? 0)
        let result = try AdaptiveSimulation(movie: movie, network: trace, bufferLimit: Self.bufferLimit).run(&chooser)
        return Outcome(score: result.score, rebufferRatio: result.rebufferRatio, bitrate: result.meanBitrate, switches: result.switches)
    }

    private func play(_ movie: SimulatedMovie, _ trace: PlayheadAdaptive.NetworkTrace) async throws -> Outcome {
        let clock = ScaledClock(speed: Self.speed)
        let origin = try await LoopbackOrigin.start(clock: clock)
        let url = try await PaddedMovie.serve(movie, from: origin)
        origin.follow(
            PlayheadTestKit.NetworkTrace(
                trace.periods.map { .init(duration: $0.duration, bytesPerSecond: $0.bandwidth / 8, latency: $0.latency) }))
        let told = Locked(Told())
        let screen = Screen()
        var configuration = EngineConfiguration(loader: RetryingLoader(URLLoader(), clock: clock), clock: clock)
        configuration.videoOutput = screen
        configuration.forwardBuffer = Self.bufferLimit
        let engine = PlaybackEngine(url: url, configuration: configuration) { report in told.withLock { $0.take(report, at: clock.now) } }
        let began = clock.now
        engine.send(.open(playback: 1, item: 0))
        engine.send(.start)
        while told.withLock({ $0.end == nil && $0.failure == nil }) { try await clock.sleep(for: 0.5) }
        engine.send(.close(playback: 1))
        await origin.stop()
        let heard = told.withLock { $0 }
        #expect(heard.failure == nil)
        // Thirty frames a segment, each shown once.
        let shown = screen.shown
        #expect(shown.count == movie.sizes.count * 30)
        let rungs = stride(from: 15, to: shown.count, by: 30).map { max(0, (shown[$0].level ?? 1) - 1) }
        let utility = rungs.reduce(0) { $0 + log(movie.bitrates[$1] / movie.bitrates[0]) }
        let playTime = (heard.end ?? .infinity) - began
        let penalty = AdaptiveSimulation.rebufferPenalty * heard.stalled / movie.segmentDuration
        return Outcome(
            score: (utility - penalty) / (playTime / movie.segmentDuration), rebufferRatio: heard.stalled / playTime,
            bitrate: rungs.reduce(0) { $0 + movie.bitrates[$1] } / Double(max(1, rungs.count)),
            switches: zip(rungs, rungs.dropFirst()).count { $0 != $1 })
    }

    private static func synthetic() throws -> [(name: String, trace: PlayheadAdaptive.NetworkTrace)] {
        var numbers = SeededGenerator(seed: 8)
        return try TestScale.pick(long: [0.8, 1.5, 2, 4, 7], short: [1.5]).map { rate in
            let periods = (0..<120).map { _ in
                PlayheadAdaptive.NetworkTrace.Period(duration: 2, bandwidth: rate * 1e6 * numbers.number(0.4...1.6), latency: 0.06)
            }
            return ("made up, \(rate) Mbit/s", try PlayheadAdaptive.NetworkTrace(periods: periods))
        }
    }

    private static func recorded() throws -> [(name: String, trace: PlayheadAdaptive.NetworkTrace)] {
        guard TestScale.isLong, Corpus.has("traces-sabre") else { return [] }
        let names = Corpus.files("traces-sabre", "3Glogs").filter { $0.hasSuffix(".json") }
        return try stride(from: 0, to: names.count, by: 6).map { (names[$0], try Corpus.decode("traces-sabre", "3Glogs/" + names[$0])) }
    }

    @Test("the score, rebuffering and bitrate of playing are those of the simulation, within a twentieth")
    func traces() async throws {
        let movie = try Self.movie()
        for (name, trace) in try Self.synthetic() + Self.recorded() {
            let expected = try simulate(movie, trace)
            let found = try await play(movie, trace)
            print("\(name): simulation \(expected); playing \(found)")
            #expect(abs(found.score - expected.score) <= 0.05 * max(0.5, abs(expected.score)), "\(name): \(found) for \(expected)")
            #expect(abs(found.rebufferRatio - expected.rebufferRatio) <= 0.05 * max(0.2, expected.rebufferRatio), "\(name)")
            #expect(abs(found.bitrate - expected.bitrate) <= 0.05 * expected.bitrate, "\(name): \(found) for \(expected)")
        }
    }
}
