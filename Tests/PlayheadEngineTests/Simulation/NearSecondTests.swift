import Foundation
import PlayheadCore
import PlayheadOrigin
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadAdaptive
@testable import PlayheadEngine

/// Near-second live over sockets, in real time.
@Suite("Near-second live over sockets", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(10)), .serialized)
struct NearSecondTests {
    private static let stable = 10.0
    private static let latency = 1.5

    private static func stream(_ pictures: Int) -> LiveStream {
        var stream = LiveStream.challenge
        stream.picturesPerPart = pictures
        return stream
    }

    @Test(
        "The mean of the five profiles is within the limits of latency, bit rate, stalls and rate, and near the simulation",
        .enabled(if: TestScale.isLong), arguments: [5, 1])
    func profiles(picturesPerPart: Int) async throws {
        let broadcast = try await PaddedBroadcast(Self.stream(picturesPerPart))
        let played = try await withThrowingTaskGroup(of: (LiveProfile, LiveSimulationResult).self) { group in
            for profile in LiveProfile.allCases { group.addTask { (profile, try await play(profile, broadcast)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        var mean = LiveSimulationResult.zero
        var expected = LiveSimulationResult.zero
        for (profile, result) in played {
            let simulated = try Self.simulated(profile, picturesPerPart)
            print("\(profile): simulation \(simulated.line)\n\(profile): playing    \(result.line)")
            mean.add(result, share: 1 / Double(played.count))
            expected.add(simulated, share: 1 / Double(played.count))
        }
        print("mean of \(picturesPerPart) pictures: simulation \(expected.line); playing \(mean.line)")
        #expect(mean.latency <= 1.7)
        #expect(mean.meanBitrate >= 500_000)
        #expect(mean.stallTime <= 2)
        #expect(mean.rateDeviation <= 0.015)
        #expect(abs(mean.meanBitrate / expected.meanBitrate - 1) <= 0.05)
        #expect(abs(mean.latency / expected.latency - 1) <= 0.05)
    }

    /// Simulates a profile; the mean of ten offsets of the network to the segments, on which the bit rate depends.
    private static func simulated(_ profile: LiveProfile, _ picturesPerPart: Int) throws -> LiveSimulationResult {
        var mean = LiveSimulationResult.zero
        for step in 0..<10 {
            let start = stable + Double(step) * 0.05
            var controller = LiveController(pacing: LivePacing(target: latency))
            let simulation = LiveSimulation(
                stream(picturesPerPart), over: try profile.network(after: start), duration: start + profile.duration,
                recordingStart: start)
            mean.add(try simulation.run(&controller), share: 0.1)
        }
        mean.stalls /= 10
        mean.switches /= 10
        return mean
    }

    @Test("After a sudden decrease of the throughput another rung follows", .enabled(if: !TestScale.isLong))
    func decrease() async throws {
        let broadcast = try await PaddedBroadcast(Self.stream(5))
        let network = try PlayheadAdaptive.NetworkTrace(periods: [
            .init(duration: 3, bandwidth: 3_000_000, latency: 0), .init(duration: 100, bandwidth: 500_000, latency: 0),
        ])
        let result = try await play(network, recordingStart: 2, duration: 10, broadcast)
        #expect(result.switches > 0, "\(result.line)")
    }

    private func play(_ profile: LiveProfile, _ broadcast: PaddedBroadcast) async throws -> LiveSimulationResult {
        try await play(
            try profile.network(after: Self.stable), recordingStart: Self.stable, duration: Self.stable + profile.duration, broadcast)
    }

    private func play(
        _ network: PlayheadAdaptive.NetworkTrace, recordingStart: Double, duration: Double, _ broadcast: PaddedBroadcast
    ) async throws -> LiveSimulationResult {
        let clock = ScaledClock(speed: 1)
        let origin = try await LoopbackOrigin.start(clock: clock)
        let date = 1_700_000_000.0
        let began = clock.now
        let start = began - 6
        _ = try broadcast.serve(from: origin, start: start, date: date)
        let other = try await LoopbackOrigin.start(clock: clock)
        let url = try broadcast.serve(from: other, start: start, date: date)
        origin.follow(
            PlayheadOrigin.NetworkTrace(
                network.periods.map { .init(duration: $0.duration, bytesPerSecond: $0.bandwidth / 8, latency: $0.latency) }))
        let screen = Screen()
        var configuration = EngineConfiguration(
            loader: RetryingLoader(PartLoader(origin: origin.url(""), base: URLLoader()), clock: clock), clock: clock)
        configuration.videoOutput = screen
        configuration.liveLatency.target = Self.latency
        let log = Locked<LiveLog>(LiveLog())
        let engine = PlaybackEngine(url: url, configuration: configuration) { report in
            log.withLock { $0.record(report, at: clock.now) }
        }
        engine.send(.open(playback: 1, item: 0))
        engine.send(.start)
        var result = LiveSimulationResult.zero
        var samples = 0.0
        while clock.now < began + duration {
            try await clock.sleep(for: 0.05)
            guard clock.now >= began + recordingStart else { continue }
            let state = log.withLock { $0 }
            guard let shown = screen.shown.last, let media = state.dates?.date(at: shown.time) else { continue }
            samples += 1
            result.latency += clock.now - start - (media - date)
            result.rateDeviation += abs(await engine.machine.tempo - 1)
            result.stallTime += state.stalledSince == nil ? 0 : 0.05
        }
        let pictures = screen.shown.filter { $0.time >= 0 }.suffix(Int(saturating: (duration - recordingStart) * 30))
        engine.send(.close(playback: 1))
        await origin.stop()
        await other.stop()
        let state = log.withLock { $0 }
        #expect(state.failure == nil)
        result.latency /= max(samples, 1)
        result.rateDeviation /= max(samples, 1)
        result.stalls = state.stalls
        let levels = pictures.compactMap { $0.level.map { $0 - 1 } }
        result.meanBitrate = levels.reduce(0) { $0 + LiveStream.challenge.bitrates[max(0, $1)] } / Double(max(1, levels.count))
        result.switches = zip(levels, levels.dropFirst()).count { $0 != $1 }
        return result
    }
}

/// Loads everything except playlists from another origin, whose network is limited: the streams of the challenge have no playlists that are
/// reloaded.
private struct PartLoader: Loader {
    let origin: URL
    let base: any Loader

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        guard request.kind == .segment, let port = origin.port else { return try await base.load(request) }
        var moved = request
        var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        parts?.port = port
        moved.url = parts?.url ?? request.url
        return try await base.load(moved)
    }
}

/// The reports of a live playback.
private struct LiveLog {
    var dates: DateMap?
    var failure: PlaybackError?
    var stalls = 0
    var stalledSince: Double?

    mutating func record(_ report: EngineReport, at time: Double) {
        switch report {
        case .dates(let map): dates = map
        case .failed(let error): failure = error
        case .waiting(.stalled):
            stalls += 1
            stalledSince = time
        case .started: stalledSince = nil
        default: break
        }
    }
}

extension LiveSimulationResult {
    fileprivate static let zero = LiveSimulationResult(
        latency: 0, meanBitrate: 0, stallTime: 0, stalls: 0, rateDeviation: 0, switches: 0, seeks: 0)

    fileprivate mutating func add(_ other: LiveSimulationResult, share: Double) {
        latency += share * other.latency
        meanBitrate += share * other.meanBitrate
        stallTime += share * other.stallTime
        rateDeviation += share * other.rateDeviation
        stalls += other.stalls
        switches += other.switches
    }

    fileprivate var line: String {
        String(
            format: "%.3f s, %.3f Mbit/s, stalls %.2f s in %d, rate %.2f %%, %d switches", latency, meanBitrate / 1e6, stallTime, stalls,
            rateDeviation * 100, switches)
    }
}
