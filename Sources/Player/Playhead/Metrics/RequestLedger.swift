import PlayheadCore
import PlayheadTransport

/// Combines the measurements of requests with the steps of their transfers. A value without clock; times are those of ``MetricCenter/now``.
struct RequestLedger: Sendable {
    /// A request in progress.
    private struct Entry: Sendable {
        let byteRange: ByteRange?
        var timings: MediaRequestMetric.Timings
        var connection: MediaRequestMetric.Connection?
        var transfers = 0
    }

    /// An open connection.
    private struct Connection: Sendable {
        let opened: Double
        let facts: ConnectionFacts
        var isUsed = false
    }

    private static let maximumURL = 2048
    /// The maximum number of entries of each kind; further ones are not measured.
    private static let capacity = 1000

    private var entries: [Int: Entry] = [:]
    /// The requests of transfers.
    private var transfers: [Int: Int] = [:]
    private var connections: [Int: Connection] = [:]

    /// The number of requests, transfers and connections in memory.
    var count: Int { entries.count + transfers.count + connections.count }

    /// Begins request `number`.
    mutating func begin(_ number: Int, _ request: LoadRequest, at time: Double) {
        guard entries.count < Self.capacity else { return }
        entries[number] = Entry(byteRange: request.byteRange, timings: MediaRequestMetric.Timings(start: time, end: time))
    }

    /// Handles a step of a transfer or connection at `time`.
    mutating func handle(_ event: TransferEvent, at time: Double) {
        switch event {
        case .started(let id, let request, _):
            guard let number = request.number, entries[number] != nil, transfers.count < Self.capacity else { return }
            transfers[id] = number
            // A request for the rest of a range is no redirect.
            change(id) { if $0.byteRange == request.byteRange { $0.transfers += 1 } }
        case .sent(let id): change(id) { $0.timings.sent = time }
        case .head(let id, _, let connection): head(of: id, on: connection, at: time)
        case .received(let id, _): change(id) { $0.timings.lastByte = time }
        case .ended(let id, _, _): transfers[id] = nil
        case .connected(let id, let facts):
            if connections.count < Self.capacity { connections[id] = Connection(opened: time, facts: facts) }
        case .disconnected(let id): connections[id] = nil
        }
    }

    private mutating func head(of id: Int, on connection: Int?, at time: Double) {
        guard let number = transfers[id], var entry = entries[number] else { return }
        entry.timings.firstByte = time
        if let connection {
            // An unknown connection was established before anything was measured.
            let known = connections[connection]
            let isReused = known.map { $0.isUsed || $0.opened <= entry.timings.start } ?? true
            entry.connection = MediaRequestMetric.Connection(
                number: connection, isReused: isReused, isSecure: known?.facts.isSecure,
                networkProtocol: known?.facts.networkProtocol, isResumed: known?.facts.isResumed,
                phases: isReused ? nil : known?.facts.phases)
            entry.timings.connected = isReused ? nil : known?.opened
            connections[connection]?.isUsed = true
        }
        entries[number] = entry
    }

    private mutating func change(_ id: Int, _ body: (inout Entry) -> Void) {
        guard let number = transfers[id], var entry = entries[number] else { return }
        body(&entry)
        entries[number] = entry
    }

    /// Ends a request.
    /// - Returns: The measurement with the steps of its transfers; `nil` if the request was begun without a listener.
    mutating func end(_ measured: LoadMeasurement) -> MediaRequestMetric? {
        let request = measured.request
        guard let number = request.number, let entry = entries.removeValue(forKey: number) else { return nil }
        var timings = entry.timings
        timings.firstByte = timings.firstByte ?? measured.head
        timings.end = measured.end
        let url = SafeText.clean((measured.url ?? request.url).withoutSecrets, limit: Self.maximumURL - 1)
        var metric = MediaRequestMetric(object: request.object, url: url, outcome: measured.outcome, timings: timings)
        metric.byteRange = request.byteRange
        metric.attempt = request.attempt
        metric.redirects = max(0, entry.transfers - 1)
        metric.status = measured.status
        metric.error = measured.error.map { PlaybackError($0) }
        metric.bytes = measured.bytes
        metric.waitingTime = measured.waitingTime
        metric.connection = entry.connection
        metric.serverAddress = measured.serverAddress
        return metric
    }
}
