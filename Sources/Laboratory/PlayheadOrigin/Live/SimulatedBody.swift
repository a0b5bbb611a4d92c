import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization

/// A body that arrives over a simulated network, paced by the clock and the bandwidth, with the pauses and cuts of its faults.
///
/// Bytes are transferred only while the body is being read.
final class SimulatedBody: LoadBodySource {
    private struct State {
        /// The number of bytes transferred.
        var offset = 0
        var pauses: [ResponsePlan.Pause]
        var isOver = false
        var sleep: Task<Void, any Error>?
    }

    /// The number of bytes that the reader receives.
    let count: Int
    private let bytes: [UInt8]
    /// The number of transferred bytes that are dropped, because they precede a range that the server ignored.
    private let skipped: Int
    private let plan: ResponsePlan
    private let request: LoadRequest
    private let url: URL
    private let clock: any PlaybackClock
    private let shared: Pacer
    private let own: Pacer
    private let log: (log: RequestLog, index: Int)?
    private let state: Mutex<State>

    init(
        _ plan: ResponsePlan, request: LoadRequest, url: URL, clock: any PlaybackClock, shared: Pacer, log: (log: RequestLog, index: Int)?
    ) {
        self.plan = plan
        self.request = request
        self.url = url
        self.clock = clock
        self.shared = shared
        self.log = log
        own = Pacer(bytesPerSecond: plan.misbehaviour.bytesPerSecond)
        var end = plan.body.count
        if let range = request.byteRange, plan.status == 200 {
            skipped = min(plan.body.count, Int(clamping: range.offset))
            end = min(end, range.end.map { Int(clamping: $0) } ?? end)
        } else {
            skipped = 0
        }
        bytes = plan.representation.bytes(in: plan.body.lowerBound..<(plan.body.lowerBound + max(skipped, end)))
        count = bytes.count - skipped
        state = Mutex(State(pauses: plan.pauses))
    }

    func next() async throws -> [UInt8]? {
        do {
            while let piece = try await transfer() {
                let visible = max(piece.lowerBound, skipped)..<max(piece.upperBound, skipped)
                if !visible.isEmpty { return visible == 0..<bytes.count ? bytes : Array(bytes[visible]) }
            }
            finish()
            return nil
        } catch {
            finish()
            throw error
        }
    }

    func cancel() {
        let sleep = state.withLock { $0.sleep }
        finish()
        sleep?.cancel()
    }

    /// Transfers the next piece; nil at the end of the body.
    private func transfer() async throws -> Range<Int>? {
        try Task.checkCancellation()
        let (offset, pause, isOver) = state.withLock { state in
            let pause = state.pauses.first.flatMap { $0.offset <= state.offset ? $0 : nil }
            if pause != nil { state.pauses.removeFirst() }
            return (state.offset, pause, state.isOver)
        }
        if isOver, offset < bytes.count { throw CancellationError() }
        if let pause {
            try await sleep(until: pause.end(from: clock.now))
            return offset..<offset
        }
        if plan.cutOffset == offset, offset < bytes.count || plan.cutOffset == plan.body.count {
            throw LoadError(.connectionLost, kind: request.kind, url: url)
        }
        guard offset < bytes.count else {
            let missing = plan.misbehaviour.lengthOffset
            guard missing <= 0 else {
                throw LoadError(
                    .incomplete(received: Int64(count), expected: Int64(count.addingReportingOverflow(missing).partialValue)),
                    kind: request.kind, url: url)
            }
            return nil
        }
        let boundary =
            ([bytes.count] + state.withLock { $0.pauses.map(\.offset) } + (plan.cutOffset.map { [$0] } ?? []))
            .filter { $0 > offset }.min() ?? bytes.count
        let now = clock.now
        let step = [shared.stepLength(now: now), own.stepLength(now: now)].compactMap(\.self).min() ?? bytes.count
        let end = min(boundary, offset + step)
        let due = [shared.reserve(end - offset, now: now), own.reserve(end - offset, now: now)].compactMap(\.self).max()
        if let due { try await sleep(until: due) }
        state.withLock { $0.offset = end }
        if let log { log.log.update(log.index) { $0.bytesSent = end } }
        return offset..<end
    }

    /// Sleeps up to the progress timeout of the request.
    private func sleep(until deadline: Double) async throws {
        let limit = clock.now + request.timeouts.progress
        guard min(deadline, limit) > clock.now else { return }
        let clock = clock
        let target = min(deadline, limit)
        let task = Task { try await clock.sleep(until: target) }
        let isOver = state.withLock { state in
            state.sleep = task
            return state.isOver
        }
        if isOver { task.cancel() }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        if deadline > limit { throw LoadError(.progressTimeout, kind: request.kind, url: url) }
    }

    /// Ends the transfer.
    private func finish() {
        state.withLock { $0.isOver = true }
        if let log { log.log.update(log.index) { $0.isFinished = true } }
    }
}
