import PlayheadCore
import PlayheadTransport

/// Combines the measurements of requests with the records of their transfers. Times are those of ``MetricCenter/now``.
struct RequestLedger: Sendable {
    /// A request in progress.
    private struct Entry: Sendable {
        let byteRange: ByteRange?
        var transfers = 0
        /// The last transfer with a response, or the last one without any response.
        var record: TransferRecord?
    }

    private static let maximumURL = 2048
    /// The maximum number of entries; further ones are not measured.
    private static let capacity = 1000

    private var entries: [Int: Entry] = [:]

    /// The number of requests in memory.
    var count: Int { entries.count }

    /// Begins request `number`.
    mutating func begin(_ number: Int, _ request: LoadRequest) {
        if entries.count < Self.capacity { entries[number] = Entry(byteRange: request.byteRange) }
    }

    /// Handles a step of a transfer.
    mutating func handle(_ record: TransferRecord) {
        guard let number = record.requestNumber, let entry = entries[number] else { return }
        // A request for the rest of a range is no redirect.
        if record.isNew, record.byteRange == entry.byteRange { entries[number]?.transfers += 1 }
        // The body of a redirect may arrive after the next transfer has begun, whose server may be unreachable.
        if let last = entry.record, record.id < last.id || record.firstByte == nil && last.firstByte != nil { return }
        entries[number]?.record = record
    }

    /// Ends a request.
    /// - Returns: The measurement with the steps of its transfers; `nil` if the request was begun without a listener.
    mutating func end(_ measured: LoadMeasurement) -> MediaRequestMetric? {
        let request = measured.request
        guard let number = request.number, let entry = entries.removeValue(forKey: number) else { return nil }
        let url = SafeText.clean((measured.url ?? request.url).withoutSecrets, limit: Self.maximumURL - 1)
        var metric = MediaRequestMetric(
            object: request.object, url: url, outcome: measured.outcome,
            timings: MediaRequestMetric.Timings(start: measured.start, end: measured.end))
        metric.timings.firstByte = measured.head
        metric.byteRange = request.byteRange
        metric.attempt = request.attempt
        metric.redirects = max(0, entry.transfers - 1)
        metric.status = measured.status
        metric.error = measured.error.map { PlaybackError($0) }
        metric.bytes = measured.bytes
        metric.waitingTime = measured.waitingTime
        metric.serverAddress = measured.serverAddress
        if let record = entry.record { metric.add(record) }
        return metric
    }
}
