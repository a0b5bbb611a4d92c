import PlayheadCore
import Synchronization

/// Counts the transfers of one or more loaders, and reports their records.
package final class TransferMetrics: Sendable {
    private let totals = Mutex(TransferCounters())
    private let lastTransfer = Atomic(0)
    private let lastConnection = Atomic(0)
    let clock: any PlaybackClock
    let transfers: (@Sendable (TransferRecord) -> Void)?
    let connections: (@Sendable (ConnectionRecord) -> Void)?

    /// Creates metrics that start at zero. The handlers are called on any thread, must return soon, and must not call the loader.
    /// - Parameters:
    ///   - clock: The clock of the times.
    ///   - transfers: Called with the record of each transfer at its beginning and after each step.
    ///   - connections: Called with the record of each connection when it was established, and when it was closed.
    package init(
        clock: any PlaybackClock = SystemClock(), transfers: (@Sendable (TransferRecord) -> Void)? = nil,
        connections: (@Sendable (ConnectionRecord) -> Void)? = nil
    ) {
        self.clock = clock
        self.transfers = transfers
        self.connections = connections
    }

    /// The totals.
    package var counters: TransferCounters { totals.withLock { $0 } }

    /// Adds to the totals.
    func add(_ counters: TransferCounters) { totals.withLock { $0 += counters } }

    /// Returns the number of a new transfer.
    func nextTransfer() -> Int { lastTransfer.add(1, ordering: .relaxed).newValue }

    /// Returns the number of a new connection.
    func nextConnection() -> Int { lastConnection.add(1, ordering: .relaxed).newValue }
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
