import Foundation
import PlayheadCore
import PlayheadTestKit
import TestSupport
import Testing

@testable import PlayheadEngine

/// An engine on a clock that is moved whenever nothing is left to do at its time. Waiting takes no real time, and every run is the same.
protocol ClockedRig: Sendable {
    var clock: ManualClock { get }
    var rig: EngineRig { get }
    /// The number of answers and failures so far.
    var activity: Int { get }
    /// The maximum step of the clock, in seconds: a thread that was missed on a busy machine is late by at most one step.
    var step: Double { get }
}

/// The error if the rig is idle and nothing will wake it.
struct Hang: Error {}

/// A state that changes while anything is active.
private struct Trace: Equatable {
    var reports: Int
    var pictures: Int
    var answers: Int
    var sleepers: Int
    var deadline: Double?
}

extension ClockedRig {
    var step: Double { 0.5 }

    private var trace: Trace {
        Trace(
            reports: rig.log.count, pictures: rig.screen.shown.count, answers: activity, sleepers: clock.sleeperCount,
            deadline: clock.nextDeadline)
    }

    /// Waits until nothing is active at this time of the clock: tasks have run, the queue of the engine is empty, no thread runs.
    private func settle() async {
        var timeout = IdleWait()
        var quiet = 0
        var last = trace
        while quiet < 4 {
            for _ in 0..<20 { await Task.yield() }
            _ = await rig.engine.openedFormat
            let now = trace
            let isAwake = await rig.engine.isAwake
            let isBusy = quiet == 3 ? await timeout.isBusy() : false
            quiet = now == last && !isBusy && !isAwake ? quiet + 1 : 0
            last = now
        }
    }

    /// Waits until a task sleeps on the clock, or playback is over.
    /// - Returns: False if nothing is left that could wake the rig.
    private func waitForSleeper(_ isOver: () -> Bool) async -> Bool {
        let timeout = 200
        for _ in 0..<timeout {
            if clock.nextDeadline != nil || isOver() { return true }
            await settle()
        }
        return false
    }

    /// Moves the clock until `isOver`, for at most `limit` seconds.
    /// - Returns: Whether playback was over before the limit.
    @discardableResult
    func run(for limit: Double, until isOver: () -> Bool = { false }) async throws -> Bool {
        let end = clock.now + limit
        while true {
            await settle()
            if isOver() { return true }
            try Task.checkCancellation()
            guard let deadline = clock.nextDeadline else {
                guard await waitForSleeper(isOver) else { throw Hang() }
                continue
            }
            clock.advance(to: min(deadline, clock.now + step, end))
            guard clock.now < end else {
                await settle()
                return isOver()
            }
        }
    }

    var isOpen: Bool { rig.log.isOpen }
    var isOver: Bool { rig.log.isOver }
    var failure: PlaybackError? { rig.log.all.lazy.compactMap { if case .failed(let error) = $0 { error } else { nil } }.first }
    var opened: MediaDescription? { rig.log.all.lazy.compactMap { if case .opened(let media) = $0 { media } else { nil } }.first }

    /// Opens the stream, waits for `pause` seconds, and plays to the end or for some seconds.
    func play(_ seconds: Double?, after pause: Double? = nil) async throws {
        rig.engine.send(.open(playback: 1, item: 0))
        let timeout = 300.0
        #expect(try await run(for: timeout) { self.isOpen || self.isOver }, "opening takes for ever")
        guard isOpen, !isOver else { return }
        if let pause { try await run(for: pause) }
        rig.start()
        let isOver = try await run(for: seconds ?? timeout) { self.isOver }
        if seconds == nil { #expect(isOver, "playing takes for ever") }
    }

    /// Closes the engine without moving the clock, whatever is active.
    func close() async throws { try await rig.close() }
}
