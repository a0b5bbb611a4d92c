import Synchronization

/// Counts what loaders move, and passes samples on. One can be shared by several loaders.
public final class TransferMetrics: Sendable {
    private let state = Mutex(TransferCounters())
    private let observer: (@Sendable (TransferSample) -> Void)?

    /// Starts at zero.
    /// - Parameter observer: Called once for each transfer of a successful response when it ends, however it ends; on any thread, and it must
    ///   return soon.
    public init(observer: (@Sendable (TransferSample) -> Void)? = nil) {
        self.observer = observer
    }

    /// What was moved so far.
    public var counters: TransferCounters { state.withLock { $0 } }

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
