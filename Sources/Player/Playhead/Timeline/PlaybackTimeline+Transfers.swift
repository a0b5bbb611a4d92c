import PlayheadTransport

/// The requests and connections.
extension PlaybackTimeline {
    /// Adds a step of a transfer or a connection at `time`.
    package mutating func add(_ event: TransferEvent, at time: Double) {
        note(time)
        switch event {
        case .started(let id, let request, let url):
            guard time <= period.upperBound else { return }
            guard requests.count < Self.maximumRequests else {
                omitted += 1
                return
            }
            requests.append(TimelineRequest(id: id, url: url, kind: request.kind, byteRange: request.byteRange, start: time))
        case .sent(let id): change(id) { $0.sent = time }
        case .head(let id, let status, let connection):
            change(id) { request in
                (request.status, request.connection) = (status, connection)
                request.firstByte = time
            }
        case .received(let id, let bytes):
            let isRecorded = period.contains(time)
            change(id) { request in
                request.bytes = request.bytes.saturatingAdding(Int64(bytes))
                if isRecorded { request.arrivals.append(bytes, at: time) { $0.saturatingAdding($1) } }
            }
        case .ended(let id, let outcome, let reason):
            change(id) { request in
                (request.outcome, request.reason) = (outcome, reason)
                request.end = time
            }
            // Requests before the period make room.
            if time < period.lowerBound { requests.removeAll { $0.id == id } }
        case .connected(let id, let facts):
            guard time <= period.upperBound else { return }
            guard connections.count < Self.maximumConnections else {
                omitted += 1
                return
            }
            connections.append(TimelineConnection(id: id, facts: facts, opened: time))
        case .disconnected(let id):
            if time < period.lowerBound { connections.removeAll { $0.id == id } }
            if let index = connections.firstIndex(where: { $0.id == id }) { connections[index].closed = time }
        }
    }

    /// Changes a recorded request unless it has ended, because steps of several threads may arrive after the end.
    private mutating func change(_ id: Int, _ body: (inout TimelineRequest) -> Void) {
        guard let index = requests.lastIndex(where: { $0.id == id }), requests[index].outcome == nil else { return }
        body(&requests[index])
    }
}
