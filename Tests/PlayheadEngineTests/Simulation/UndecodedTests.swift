import Foundation
import PlayheadAdaptive
import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadEngine

/// Compares playback without decoding with that of a player, on the manual clock over the same recorded network.
@Suite(
    "Playback without decoding, over recorded networks", .tags(.idleClock),
    .enabled(if: Samples.areThere && Corpus.has("traces-sabre") && Corpus.has("traces-real")), .timeLimit(.minutes(15)), .serialized)
struct UndecodedTests {
    private typealias Trace = PlayheadAdaptive.NetworkTrace
    private static let bufferLimit = 25.0

    /// The events of a playback that a monitor counts.
    private struct Seen: CustomStringConvertible {
        /// The rungs of the segments in the order in which they were loaded.
        var rungs: [Int] = []
        /// The levels in the order in which they were shown.
        var levels: [Int] = []
        var stalls = 0
        /// The duration of all stalls, in seconds.
        var stalled = 0.0
        /// The average bit rate of what was played, in bits per second.
        var bitrate = 0.0
        /// The time from the request to play to the first frame, in seconds.
        var startup = 0.0

        var description: String {
            String(format: "%d stalls, %.2f s, %.0f kbit/s, startup %.2f s", stalls, stalled, bitrate / 1000, startup)
                + ", rungs \(rungs.map(String.init).joined())"
        }
    }

    /// Five recorded networks of each set; one of the first two sets in a short run.
    private static func networks() throws -> [(name: String, trace: Trace)] {
        let sets = [["traces-real", "puffer"], ["traces-sabre", "3Glogs"], ["traces-real", "oboe"], ["traces-real", "fcc16"]]
            .prefix(TestScale.pick(long: 4, short: 2))
        let count = 5
        let taken = TestScale.pick(long: count, short: 1)
        return try sets.flatMap { set in
            let names = Corpus.files(set[0], set[1]).filter { $0.hasSuffix(".json") }.sorted()
            return try stride(from: 0, to: names.count, by: max(1, names.count / count)).prefix(taken).map { index in
                let name = "\(set[1])/\(names[index])"
                return (name, try Corpus.decode(set[0], name) as Trace)
            }
        }
    }

    private func play(_ padded: PaddedMovie, over trace: Trace, _ policy: AdaptivePolicy, _ decoding: ViewerDecoding) async throws
        -> Seen
    {
        let questions = Questions()
        let rig = TraceRig(
            padded, over: trace, bufferLimit: Self.bufferLimit, policy: AskedPolicy(policy: policy, questions: questions),
            decoding: decoding)
        var seen = Seen()
        var stalledSince: Double?
        let began = rig.clock.now
        try await rig.playToEnd { report, time in
            switch report {
            case .firstFrame: if seen.startup == 0 { seen.startup = time - began }
            case .visualQuality(let level, _, _): seen.levels.append(level.index)
            case .waiting(.stalled):
                seen.stalls += 1
                stalledSince = time
            case .started:
                if let since = stalledSince { seen.stalled += time - since }
                stalledSince = nil
            default: break
            }
        }
        #expect(rig.failure == nil && rig.rig.warnings.isEmpty)
        let statistics = rig.rig.engine.statistics
        let bits = statistics.timeByLevel.reduce(0) { $0 + Double($1.key.bitrate ?? 0) * $1.value }
        seen.bitrate = bits / max(1, statistics.played)
        seen.rungs = questions.rungs
        #expect((statistics.framesShown > 0) == (decoding == .all))
        try await rig.close()
        return seen
    }

    /// Startup differs by a step of the test's clock, and a decision between two rungs of almost equal value may depend on that; so a few
    /// playbacks differ in one rung, but not their sums.
    @Test("Stalls, switches and bit rate are those of a decoding player on recorded networks")
    func equality() async throws {
        let movie = try SimulatedMovie.varying(segments: TestScale.pick(long: 20, short: 8))
        let padded = try await PaddedMovie(movie, tellsSizes: false, spreadsPadding: true, frameRate: 25)
        var pairs: [(decoded: Seen, undecoded: Seen)] = []
        for (name, trace) in try Self.networks() {
            let decoded = try await play(padded, over: trace, AdaptivePolicy(), .all)
            let undecoded = try await play(padded, over: trace, AdaptivePolicy(), .none)
            print("\(name): decoded   \(decoded)\n\(name): undecoded \(undecoded)")
            #expect(abs(undecoded.stalls - decoded.stalls) <= 1, "\(name)")
            #expect(abs(undecoded.stalled - decoded.stalled) <= 0.01 * decoded.stalled + 0.25, "\(name)")
            #expect(abs(undecoded.startup - decoded.startup) <= 0.25, "\(name)")
            pairs.append((decoded, undecoded))
        }
        #expect(pairs.count { $0.decoded.rungs != $0.undecoded.rungs } * 5 <= pairs.count)
        func sums(_ value: (Seen) -> Double) -> (decoded: Double, undecoded: Double) {
            (pairs.reduce(0) { $0 + value($1.decoded) }, pairs.reduce(0) { $0 + value($1.undecoded) })
        }
        let (stalls, switches, bitrate) = (sums { Double($0.stalls) }, sums { Double($0.levels.count) }, sums(\.bitrate))
        #expect(abs(stalls.undecoded - stalls.decoded) <= 1)
        #expect(abs(switches.undecoded - switches.decoded) <= 0.02 * switches.decoded)
        #expect(abs(bitrate.undecoded - bitrate.decoded) <= 0.01 * bitrate.decoded)
    }
}
