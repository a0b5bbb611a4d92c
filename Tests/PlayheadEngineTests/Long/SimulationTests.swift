import Foundation
import PlayheadAdaptive
import PlayheadCore
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

/// What the engine makes of the policy, against what the simulation says of the same policy, movie and network.
@Suite("Playback and simulation", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)), .serialized)
struct SimulationTests {
    /// As much as the engine knows of a movie: sizes only as bitrates, and for the first segment nothing of the network.
    private struct Blind: SimulatedChooser {
        var policy = AdaptivePolicy()
        var first: Int

        func blind(_ situation: FetchSituation) -> FetchSituation {
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

    private struct Outcome {
        var bitrate: Double
        var rebuffering: Double
        var switches: Int
        var abandoned: Int
    }

    /// A movie of 3 s segments whose sizes vary by half.
    private static func movie(segments: Int) throws -> SimulatedMovie {
        var numbers = SeededNumbers(seed: 3)
        let bitrates = [230, 477, 991, 2056, 2962, 5027].map { Double($0) * 1000 }
        return try SimulatedMovie(
            segmentDuration: 3, bitrates: bitrates,
            sizes: (0..<segments).map { _ in
                let scale = Double.random(in: 0.7...1.3, using: &numbers)
                return bitrates.map { $0 * 3 * scale }
            })
    }

    private func simulate(_ movie: SimulatedMovie, _ trace: PlayheadAdaptive.NetworkTrace) throws -> Outcome {
        var chooser = Blind(first: movie.bitrates.lastIndex { $0 * 6 <= 4_000_000 } ?? 0)
        let result = try AdaptiveSimulation(movie: movie, network: trace, bufferLimit: 30).run(&chooser)
        return Outcome(
            bitrate: result.meanBitrate, rebuffering: result.rebufferTime, switches: result.switches, abandoned: result.abandoned)
    }

    private func play(_ movie: SimulatedMovie, _ trace: PlayheadAdaptive.NetworkTrace) async throws -> Outcome {
        let recipe = SampleRecipe(
            .hls(HLSLayout(segments: .fragmentedMP4, segmentDuration: 3)), duration: 600, width: 64, height: 36, frameRate: 1,
            hasAudio: false)
        let folder = try await Samples.url(recipe).deletingLastPathComponent()
        let network = PlayheadTestKit.NetworkTrace(
            trace.periods.map { .init(duration: $0.duration, bytesPerSecond: $0.bandwidth / 8, latency: $0.latency) })
        let clock = ManualClock()
        let loader = try TraceLoader(movie, in: folder, network: network, clock: clock)
        let day = SimulatedDay(loader, at: loader.url, clock: clock) { _ in }
        let engine = day.engine
        engine.send(.open(playback: 1, item: 0))
        engine.send(.start)
        var store: PacketStore?
        while !day.told.withLock({ $0.hasEnded || !$0.failures.isEmpty }) {
            try Task.checkCancellation()
            store = await engine.store
            let patience = Date().addingTimeInterval(0.2)
            // Nothing moves on before what came wholly can be played.
            while let store, store.last(.video)?.end ?? 0 < loader.end - 0.01, Date() < patience { await Task.yield() }
            let sleepers = clock.sleeperCount
            if !clock.advanceToNextDeadline() { await Task.yield() }
            await day.follow(atLeast: min(2, sleepers))
        }
        let told = day.told.withLock { $0 }
        #expect(told.failures.isEmpty)
        try await day.close()
        let bitrates = loader.rungs.map { movie.bitrates[$0] }
        return Outcome(
            bitrate: bitrates.reduce(0, +) / Double(bitrates.count), rebuffering: told.stalled,
            switches: zip(loader.rungs, loader.rungs.dropFirst()).count { $0 != $1 }, abandoned: loader.abandoned)
    }

    @Test("bitrate, rebuffering and switches are those of the simulation")
    func traces() async throws {
        let movie = try Self.movie(segments: 100)
        let folder = Samples.package.deletingLastPathComponent().appendingPathComponent("shared/corpora/traces-sabre/3Glogs")
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        var traces = try names.enumerated().filter { $0.offset % 6 == 0 }.map { _, name in
            try JSONDecoder().decode(
                PlayheadAdaptive.NetworkTrace.self, from: Data(contentsOf: folder.appendingPathComponent(name)))
        }
        var numbers = SeededNumbers(seed: 8)
        for rate in [0.8, 2, 4, 7] {
            traces.append(
                try PlayheadAdaptive.NetworkTrace(
                    periods: (0..<120).map { _ in
                        .init(duration: 2, bandwidth: rate * 1e6 * Double.random(in: 0.4...1.6, using: &numbers), latency: 0.06)
                    }))
        }
        for trace in traces {
            let expected = try simulate(movie, trace)
            let began = Date()
            let found = try await play(movie, trace)
            print(expected, found, Date().timeIntervalSince(began))
        }
    }
}
