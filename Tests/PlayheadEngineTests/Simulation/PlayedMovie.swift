import Foundation
import PlayheadAdaptive
import PlayheadCore
import PlayheadOrigin
import PlayheadTestKit
import Synchronization
import Testing

@testable import PlayheadEngine

/// The outcome of a movie, simulated or played.
struct MovieOutcome: CustomStringConvertible {
    var score = 0.0
    /// The stalled share of the play time.
    var rebufferRatio = 0.0
    /// The average bit rate of the segments, in bits per second.
    var bitrate = 0.0
    var rungs: [Int] = []
    /// The number of switches between rungs.
    var switches: Int { zip(rungs, rungs.dropFirst()).count { $0 != $1 } }

    init(_ result: SimulationResult, _ asked: Questions) {
        score = result.score
        rebufferRatio = result.rebufferRatio
        bitrate = result.meanBitrate
        rungs = asked.rungs
    }

    /// - Parameters:
    ///   - movie: The movie that was played.
    ///   - rungs: The rungs of the shown segments.
    ///   - playTime: The time from the first request to the end, in seconds.
    ///   - stalled: The stalled part of the play time, in seconds.
    init(_ movie: SimulatedMovie, rungs: [Int], playTime: Double, stalled: Double) {
        let utility = rungs.reduce(0) { $0 + log(movie.bitrates[$1] / movie.bitrates[0]) }
        let penalty = AdaptiveSimulation.rebufferPenalty * stalled / movie.segmentDuration
        score = (utility - penalty) / (playTime / movie.segmentDuration)
        rebufferRatio = stalled / playTime
        bitrate = rungs.reduce(0) { $0 + movie.bitrates[$1] } / Double(max(1, rungs.count))
        self.rungs = rungs
    }

    /// Creates the average of several outcomes.
    init(_ outcomes: [MovieOutcome]) {
        let count = Double(outcomes.count)
        score = outcomes.reduce(0) { $0 + $1.score } / count
        rebufferRatio = outcomes.reduce(0) { $0 + $1.rebufferRatio } / count
        bitrate = outcomes.reduce(0) { $0 + $1.bitrate } / count
    }

    var description: String {
        String(format: "score %.3f, rebuffering %.4f, %.0f kbit/s", score, rebufferRatio, bitrate / 1000)
            + (rungs.isEmpty ? "" : ", rungs " + rungs.map(String.init).joined())
    }
}

/// The questions to a policy, and its answers.
final class Questions: Sendable {
    struct Question: Sendable, CustomStringConvertible {
        var buffered: Double
        var remaining: Int?
        var sizes: [Int]
        /// The expected throughput, in bits per second.
        var expected: Double?
        /// The answer.
        var rung: Int

        var description: String {
            String(
                format: "%d left, %.3f s buffered, %d bytes, %.0f kbit/s expected: rung %d", remaining ?? -1, buffered, sizes.first ?? 0,
                (expected ?? 0) / 1000, rung)
        }
    }

    private let asked = Mutex<[Question]>([])
    private let finished = Mutex<[Int]>([])

    var all: [Question] { asked.withLock { $0 } }
    /// The rungs of the segments that were loaded completely.
    var rungs: [Int] { finished.withLock { $0 } }

    func append(_ question: Question) { asked.withLock { $0.append(question) } }
    func finish(_ rung: Int) { finished.withLock { $0.append(rung) } }
}

/// The policy of the player, which records the questions.
struct AskedPolicy: RungPolicy {
    var policy: AdaptivePolicy
    let questions: Questions

    mutating func choose(for situation: FetchSituation) -> FetchChoice {
        let expected = policy.expectedThroughput
        let choice = policy.choose(for: situation)
        questions.append(
            Questions.Question(
                buffered: situation.buffered, remaining: situation.remainingSegments, sizes: situation.segmentSizes, expected: expected,
                rung: choice.rung))
        return choice
    }

    mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        policy.review(progress, in: situation)
    }

    mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        if verdict == .goOn { questions.finish(transfer.rung) }
        policy.finish(transfer, verdict: verdict, at: time, in: situation)
    }

    mutating func startOver(memory: ThroughputMemory?) { policy.startOver(memory: memory) }
    var expectedThroughput: Double? { policy.expectedThroughput }
    var memory: ThroughputMemory? { policy.memory }
}

/// A movie that the engine plays over the simulated network, on a clock that only the rig moves.
final class TraceRig: ClockedRig {
    let clock: ManualClock
    let rig: EngineRig
    private let loader: TraceLoader

    init(
        _ movie: PaddedMovie, entry: String = PaddedMovie.entry, over trace: PlayheadAdaptive.NetworkTrace, bufferLimit: Double,
        policy: any RungPolicy, decoding: ViewerDecoding = .all
    ) {
        let clock = ManualClock(now: 1000)
        self.clock = clock
        let loader = TraceLoader(trace, clock: clock) { movie.body($0) }
        self.loader = loader
        rig = EngineRig(loader.url(entry), loader: loader) { configuration in
            configuration.clock = clock
            configuration.pacing = .realTime
            configuration.forwardBuffer = bufferLimit
            configuration.progressInterval = 1
            configuration.makePolicy = { _ in policy }
            configuration.decoding = decoding
        }
    }

    var activity: Int { loader.activity }

    /// Plays the movie to its end.
    func outcome(of movie: SimulatedMovie) async throws -> MovieOutcome {
        let (began, started) = try await playToEnd()
        let stalled = clock.now - (started ?? began) - Double(movie.sizes.count) * movie.segmentDuration
        return MovieOutcome(movie, rungs: rig.screen.rungs(of: movie), playTime: clock.now - began, stalled: max(0, stalled))
    }

    /// Plays to the end. `handle` receives each report and its time, in seconds of the clock.
    /// - Returns: The times of the beginning and of the first start, in seconds of the clock.
    @discardableResult
    func playToEnd(_ handle: (EngineReport, Double) -> Void = { _, _ in }) async throws -> (began: Double, started: Double?) {
        let began = clock.now
        var started: Double?
        var seen = 0
        rig.engine.send(.open(playback: 1, item: 0))
        rig.start()
        let timeout = 20_000.0
        let isOver = try await run(for: timeout) {
            defer { seen = self.rig.log.count }
            for report in self.rig.log.all.dropFirst(seen) {
                handle(report, self.clock.now)
                switch report {
                case .started: started = started ?? self.clock.now
                case .ended, .failed: return true
                default: break
                }
            }
            return false
        }
        #expect(isOver, "playing takes for ever")
        return (began, started)
    }
}

extension Screen {
    /// Returns the rungs of the shown segments, detected from the picture in the middle of each segment.
    func rungs(of movie: SimulatedMovie) -> [Int] {
        let shown = shown
        return movie.sizes.indices.map { segment in
            let middle = (Double(segment) + 0.5) * movie.segmentDuration
            return max(0, (shown.min { abs($0.time - middle) < abs($1.time - middle) }?.level ?? 1) - 1)
        }
    }
}
