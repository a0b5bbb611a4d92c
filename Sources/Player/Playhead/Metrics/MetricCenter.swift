import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport
import Synchronization

/// The measurements of one session, for its async sequences. Thread-safe.
///
/// Requests and the steps of their transfers are only handled while there is a listener; the sums of a summary are those of the
/// ``LoadTally`` of each source.
final class MetricCenter: Sendable {
    private struct State {
        var sinks: [(id: Int, continuation: AsyncStream<any MetricEvent>.Continuation)] = []
        var lastSink = 0
        var lastRequest = 0
        var sequence = 0
        var deriver = MetricDeriver()
        var ledger = RequestLedger()
        /// The sums of the current item, one for each of its sources that were opened; empty after its summary.
        var tallies: [LoadTally] = []
        /// The current playback, and the item and position of the last event.
        var playback: String?
        var item: Int?
        var position: Double?
    }

    private let state = Mutex(State())
    private let isListening = Atomic(false)
    private let session = UUID().uuidString
    private let clock: any PlaybackClock
    /// The time of the session's creation, on the clock.
    let birth: Double

    init(clock: any PlaybackClock) {
        self.clock = clock
        birth = clock.now
    }

    /// The time since the session's creation, in seconds.
    var now: Double { clock.now - birth }

    // MARK: Listening

    /// Creates a stream of every measurement from now on.
    func stream(_ policy: AsyncStream<any MetricEvent>.Continuation.BufferingPolicy) -> AsyncStream<any MetricEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: (any MetricEvent).self, bufferingPolicy: policy)
        let id = state.withLock { state in
            state.lastSink += 1
            state.sinks.append((state.lastSink, continuation))
            isListening.store(true, ordering: .relaxed)
            return state.lastSink
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    private func remove(_ id: Int) {
        state.withLock { state in
            state.sinks.removeAll { $0.id == id }
            guard state.sinks.isEmpty else { return }
            isListening.store(false, ordering: .relaxed)
            state.ledger = RequestLedger()
        }
    }

    /// Ends all streams.
    func finish() {
        // A termination handler takes the lock.
        for sink in state.withLock({ $0.sinks }) { sink.continuation.finish() }
    }

    // MARK: Measuring

    /// Sets the identifier of the current playback, and the sums of its item.
    func begin(_ playback: String, _ tallies: [LoadTally]) { state.withLock { ($0.playback, $0.tallies) = (playback, tallies) } }

    /// Handles an event of the session.
    func handle(_ event: any PlayerEvent) {
        state.withLock { state in
            (state.item, state.position) = (event.context.item, event.context.position)
            for metric in state.deriver.handle(event) {
                var metric = metric
                if var summary = metric as? PlaybackSummaryMetric {
                    for tally in state.tallies { summary.requests.add(tally.requests) }
                    state.tallies = []
                    metric = summary
                }
                metric.context.playback = state.playback
                emit(metric, &state)
            }
        }
    }

    /// Handles the attempt of a playback to load a level.
    func handle(_ attempt: LevelAttempt, of playback: String) {
        state.withLock { state in
            if playback == state.playback { state.deriver.handle(attempt) }
            emit(VariantSwitchStartMetric(from: attempt.from, to: attempt.to, reason: attempt.reason), of: playback, at: now, &state)
        }
    }

    /// Handles a step of a transfer.
    func handle(_ record: TransferRecord) {
        guard isListening.load(ordering: .relaxed) else { return }
        state.withLock { $0.ledger.handle(record.since(birth)) }
    }

    /// Begins a request.
    /// - Returns: The number of the request; `nil` without a listener.
    func begin(_ request: LoadRequest) -> Int? {
        guard isListening.load(ordering: .relaxed) else { return nil }
        return state.withLock { state in
            state.lastRequest += 1
            state.ledger.begin(state.lastRequest, request)
            return state.lastRequest
        }
    }

    /// Ends a request.
    /// - Parameters:
    ///   - measured: The measurement, whose request has the number from ``begin(_:)``.
    ///   - playback: The playback; `nil` for requests beside the media.
    func end(_ measured: LoadMeasurement, of playback: String?) {
        guard measured.request.number != nil else { return }
        state.withLock { state in
            guard let metric = state.ledger.end(measured) else { return }
            emit(metric, of: playback, at: measured.end, &state)
        }
    }

    /// Emits a measurement that does not follow from an event.
    private func emit(_ metric: some MetricEvent, of playback: String?, at time: Double, _ state: inout State) {
        var metric = metric
        metric.context.date = Date()
        metric.context.time = time
        metric.context.playback = playback
        if playback == nil || playback == state.playback { (metric.context.item, metric.context.mediaTime) = (state.item, state.position) }
        emit(metric, &state)
    }

    /// Emits a measurement, under the lock, so that each stream has them in the order of their numbers.
    private func emit(_ metric: any MetricEvent, _ state: inout State) {
        guard !state.sinks.isEmpty else { return }
        var metric = metric
        state.sequence += 1
        metric.context.sequence = state.sequence
        metric.context.session = session
        for sink in state.sinks { sink.continuation.yield(metric) }
    }
}
