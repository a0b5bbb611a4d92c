import Foundation
import PlayheadCore
import PlayheadTestKit
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine

/// An engine with a screen, and its reports.
final class EngineRig: Sendable {
    let engine: PlaybackEngine
    let screen: Screen
    let log: ReportLog

    /// Creates an engine. `configure` changes a configuration for unpaced playback, whose clock is slow: the timeouts are long on a busy
    /// machine, and nothing waits for them.
    init(
        _ url: URL, screen: Screen = Screen(), loader: any Loader = URLLoader(), configure: (inout EngineConfiguration) -> Void = { _ in }
    ) {
        var configuration = EngineConfiguration(loader: loader)
        configuration.pacing = .unpaced
        configuration.clock = ScaledClock(speed: 0.1)
        configuration.videoOutput = screen
        configuration.videoThreads = 1
        configure(&configuration)
        let log = ReportLog()
        self.log = log
        self.screen = screen
        engine = PlaybackEngine(url: url, configuration: configuration) { log.append($0) }
    }

    /// Opens the stream.
    func open() async throws -> MediaDescription {
        let start = log.count
        engine.send(.open(playback: 1, item: 0))
        let index = try await log.wait(from: start) { if case .opened = $0 { true } else { false } }
        guard case .opened(let description) = log.all[index] else { throw CancellationError() }
        return description
    }

    /// Opens the stream, and expects a failure.
    func openingFailure() async throws -> PlaybackError {
        engine.send(.open(playback: 1, item: 0))
        return try await failure(from: 0)
    }

    /// Waits for the failure, from report `start` on.
    func failure(from start: Int = 0) async throws -> PlaybackError {
        let index = try await log.wait(from: start) { if case .failed = $0 { true } else { false } }
        guard case .failed(let error) = log.all[index] else { throw CancellationError() }
        return error
    }

    /// Waits until media is loaded: a seek before that has only the durations of the playlist.
    func loaded() async throws {
        try await eventually("the first segment is loaded") { await engine.store.loaded(beyond: engine.position) > 0 }
    }

    func start() { engine.send(.start) }

    /// Waits for the end.
    /// - Returns: The duration.
    @discardableResult
    func ended(from start: Int = 0) async throws -> Double {
        let index = try await log.wait(from: start) { if case .ended = $0 { true } else { false } }
        guard case .ended(let duration) = log.all[index] else { throw CancellationError() }
        return duration
    }

    /// Waits until playback reaches `time` in seconds, or the end, because a busy machine may report nothing between.
    func played(to time: Double, from start: Int = 0) async throws {
        _ = try await log.wait(from: start) { report in
            switch report {
            case .progress(let position): position >= time
            case .ended: true
            default: false
            }
        }
    }

    /// Moves the clock in steps that the engine follows and has data for, until a report from number `start` on satisfies a condition.
    ///
    /// `reserve` is what is loaded beyond the playhead at each step, in seconds: more than the tracks of a container lag behind each other,
    /// if what is heard after a gap is to be in time.
    func run(
        _ clock: ManualClock, from start: Int = 0, reserve: Double = 0.1, until condition: @Sendable (EngineReport) -> Bool
    ) async throws {
        let step = 0.01
        var next = start
        while try !log.contains(from: &next, condition) {
            try Task.checkCancellation()
            let isLoaded = await engine.store.loaded(beyond: engine.position) > reserve
            if isLoaded, await engine.isIdle { clock.advance(by: step) }
            await Task.yield()
        }
    }

    /// Seeks and waits until the seek is completed.
    /// - Returns: The position that was reached.
    @discardableResult
    func seek(_ id: Int, to target: Double, _ precision: SeekPrecision = .exact) async throws -> Double {
        let start = log.count
        engine.send(.seek(id: id, target: target, precision: precision))
        return try await reached(id, from: start)
    }

    func reached(_ id: Int, from start: Int = 0) async throws -> Double {
        let index = try await log.wait(from: start) { if case .seeked(id, _) = $0 { true } else { false } }
        guard case .seeked(_, let position) = log.all[index] else { throw CancellationError() }
        return position
    }

    /// Waits until everything is loaded.
    func loaded(to time: Double) async throws {
        _ = try await log.wait(from: 0) { report in
            if case .buffered(let ranges) = report { ranges.contains { $0.end >= time } } else { false }
        }
    }

    /// Closes the engine and waits until it reports this.
    func close() async throws {
        engine.send(.close(playback: 1))
        let log = log
        // Earlier failures do not matter any more.
        let failed = log.all.lastIndex { if case .failed = $0 { true } else { false } }
        _ = try await log.wait(from: failed.map { $0 + 1 } ?? 0) { $0 == .closed }
    }

    var warnings: [PlaybackError] {
        log.all.compactMap { if case .warning(let error) = $0 { error } else { nil } }
    }

    var waits: [BufferReason] {
        log.all.compactMap { if case .waiting(let reason) = $0 { reason } else { nil } }
    }
}
