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
        /// The time when the reader received the last bytes.
        var handedOver: Double?
        var heldBack = 0.0
        var firstByte: Double?
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
    private let started: Double
    private let log: (log: RequestLog, index: Int)?
    private let onTransfer: (@Sendable (TransferSample) -> Void)?
    private let state: Mutex<State>

    init(
        _ plan: ResponsePlan, request: LoadRequest, url: URL, clock: any PlaybackClock, shared: Pacer, started: Double,
        log: (log: RequestLog, index: Int)?, onTransfer: (@Sendable (TransferSample) -> Void)?
    ) {
        self.plan = plan
        self.request = request
        self.url = url
        self.clock = clock
        self.shared = shared
        self.started = started
        self.log = log
        self.onTransfer = onTransfer
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
        beginReading()
        do {
            while let piece = try await transfer() {
                let visible = max(piece.lowerBound, skipped)..<max(piece.upperBound, skipped)
                if !visible.isEmpty {
                    state.withLock { $0.handedOver = clock.now }
                    return visible == 0..<bytes.count ? bytes : Array(bytes[visible])
                }
            }
            finish(.complete)
            return nil
        } catch {
            finish(error is CancellationError ? .cancelled : .failed)
            throw error
        }
    }

    func cancel() {
        let sleep = state.withLock { $0.sleep }
        finish(.cancelled)
        sleep?.cancel()
    }

    private func beginReading() {
        state.withLock { state in
            if let handedOver = state.handedOver { state.heldBack += clock.now - handedOver }
            state.handedOver = nil
        }
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
        state.withLock { state in
            state.offset = end
            state.firstByte = state.firstByte ?? now
        }
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

    /// Ends the transfer once, and reports it.
    private func finish(_ outcome: TransferSample.Outcome) {
        let end: State? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.isOver = true
            return state
        }
        guard let end else { return }
        if let log { log.log.update(log.index) { $0.isFinished = true } }
        guard let onTransfer else { return }
        let now = clock.now
        onTransfer(
            TransferSample(
                url: url, kind: request.kind, outcome: end.offset == bytes.count && outcome == .cancelled ? .complete : outcome,
                bytes: Int64(end.offset), firstByteTime: (end.firstByte ?? now) - started, duration: now - started,
                heldBackTime: end.heldBack))
    }
}
