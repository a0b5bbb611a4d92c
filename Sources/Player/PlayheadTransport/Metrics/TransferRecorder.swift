import Foundation
import Synchronization

/// Records the steps of one transfer, counts it, and reports its record. Steps after the end, which may come from another thread, have no
/// effect.
final class TransferRecorder: Sendable {
    private let metrics: TransferMetrics
    private let record: Mutex<TransferRecord>

    init(_ request: LoadRequest, url: URL, metrics: TransferMetrics) {
        self.metrics = metrics
        record = Mutex(TransferRecord(id: metrics.nextTransfer(), request, url: url, start: metrics.clock.now))
    }

    /// Begins the transfer.
    func begin() {
        metrics.add(TransferCounters(requests: 1))
        change { _, _ in }
    }

    /// Adds bytes of the body.
    func receive(_ count: Int) {
        metrics.add(TransferCounters(bytes: Int64(count)))
        change { ($0.bytes, $0.lastByte) = ($0.bytes.saturatingAdding(Int64(count)), $1) }
    }

    /// Ends the transfer with an error, or `nil`.
    func end(_ error: (any Error)?) {
        change { ($0.outcome, $0.reason, $0.end) = (LoadOutcome(error), (error as? LoadError)?.reason, $1) }
    }

    /// Changes the record by a step that happens now.
    func change(_ step: (inout TransferRecord, _ now: Double) -> Void) {
        record.withLock { record in
            guard record.end == nil else { return }
            step(&record, metrics.clock.now)
            // Reported under the lock, because the records are in the order of the steps.
            metrics.transfers?(record)
        }
    }
}
