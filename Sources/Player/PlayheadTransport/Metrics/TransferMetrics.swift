import Synchronization

/// Counts the transfers of one or more loaders, and reports their steps.
package final class TransferMetrics: Sendable {
    private struct State {
        var counters = TransferCounters()
        var lastTransfer = 0
        var lastConnection = 0
    }

    private let state = Mutex(State())
    private let observer: (@Sendable (TransferEvent) -> Void)?

    /// Creates metrics that start at zero.
    /// - Parameter observer: Called for each step of each transfer and connection, the steps of one of them in order; on any thread, and it
    ///   must return soon.
    package init(observer: (@Sendable (TransferEvent) -> Void)? = nil) {
        self.observer = observer
    }

    /// The totals.
    package var counters: TransferCounters { state.withLock { $0.counters } }

    /// Returns the number of a new transfer.
    func nextTransfer() -> Int {
        state.withLock { state in
            state.lastTransfer += 1
            return state.lastTransfer
        }
    }

    /// Returns the number of a new connection.
    func nextConnection() -> Int {
        state.withLock { state in
            state.lastConnection += 1
            return state.lastConnection
        }
    }

    /// Counts a step, and reports it.
    func report(_ event: TransferEvent) {
        state.withLock { $0.counters.add(event) }
        observer?(event)
    }
}

/// The totals of a loader since its creation.
package struct TransferCounters: Sendable, Hashable {
    /// The number of requests, including redirects and opened files.
    package var requests: Int
    /// The number of received bytes of bodies, after decompression.
    package var bytes: Int64

    /// Creates counters.
    package init(requests: Int = 0, bytes: Int64 = 0) {
        self.requests = requests
        self.bytes = bytes
    }

    /// Adds a step.
    mutating func add(_ event: TransferEvent) {
        switch event {
        case .started: requests += 1
        case .received(_, let bytes): self.bytes += Int64(bytes)
        case .sent, .head, .ended, .connected, .disconnected: break
        }
    }

    /// Returns the totals since an earlier moment.
    package static func - (totals: TransferCounters, earlier: TransferCounters) -> TransferCounters {
        TransferCounters(requests: totals.requests - earlier.requests, bytes: totals.bytes - earlier.bytes)
    }

    /// Adds the totals of another period or loader.
    package static func += (totals: inout TransferCounters, other: TransferCounters) {
        totals.requests += other.requests
        totals.bytes += other.bytes
    }
}
