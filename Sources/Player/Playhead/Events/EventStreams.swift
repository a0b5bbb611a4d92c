import PlayheadCore
import Synchronization

/// The async sequences of a session's events, each with its own buffer. Thread-safe.
final class EventStreams: Sendable {
    private struct State {
        var sinks: [(id: Int, continuation: AsyncStream<any PlayerEvent>.Continuation)] = []
        var lastID = 0
    }

    /// The number of events that a stream holds by default: a reader that never reads must not use up the memory.
    static let limit = 1 << 16

    private let state = Mutex(State())

    /// Creates a stream of every event from now on.
    func stream(_ policy: AsyncStream<any PlayerEvent>.Continuation.BufferingPolicy) -> AsyncStream<any PlayerEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: (any PlayerEvent).self, bufferingPolicy: policy)
        let id = state.withLock { state in
            state.lastID += 1
            state.sinks.append((state.lastID, continuation))
            return state.lastID
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.sinks.removeAll { $0.id == id } } }
        return stream
    }

    /// Emits an event to all streams.
    func emit(_ event: any PlayerEvent) {
        for sink in state.withLock({ $0.sinks }) { sink.continuation.yield(event) }
    }

    /// Ends all streams.
    func finish() {
        for sink in state.withLock({ $0.sinks }) { sink.continuation.finish() }
    }
}
