import Synchronization

/// Counts the transfers of one or more loaders, and reports samples.
package final class TransferMetrics: Sendable {
    private let state = Mutex(TransferCounters())
    private let observer: (@Sendable (TransferSample) -> Void)?

    /// Creates metrics that start at zero.
    /// - Parameter observer: Called once at the end of each transfer with a successful head, whatever its outcome; on any thread, and it
    ///   must return soon.
    package init(observer: (@Sendable (TransferSample) -> Void)? = nil) {
        self.observer = observer
    }

    /// The totals.
    package var counters: TransferCounters { state.withLock { $0 } }

    func countRequest() {
        state.withLock { $0.requests += 1 }
    }

    func count(bytes: Int) {
        state.withLock { $0.bytes += Int64(bytes) }
    }

    func report(_ sample: TransferSample) {
        observer?(sample)
    }
}
