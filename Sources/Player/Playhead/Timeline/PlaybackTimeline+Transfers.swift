import PlayheadTransport

/// The requests and connections.
extension PlaybackTimeline {
    /// Adds the record of a transfer after a step, with times from the load.
    package mutating func add(_ record: TransferRecord) {
        let time = record.lastStep
        note(time)
        guard let index = requests.lastIndex(where: { $0.id == record.id }) else {
            guard record.isNew, time <= period.upperBound else { return }
            if requests.count < Self.maximumRequests { requests.append(record) } else { omitted += 1 }
            return
        }
        let bytes = Int(clamping: record.bytes - requests[index].bytes)
        if bytes > 0, period.contains(time) {
            arrivals[record.id, default: BoundedSeries(capacity: 64, resolution: 0.002)].append(bytes, at: time) { $0.saturatingAdding($1) }
        }
        requests[index] = record
        // Requests before the period make room.
        if record.end != nil, time < period.lowerBound { requests.remove(at: index) }
    }

    /// Adds the record of a connection that was established or closed, with times from the load.
    package mutating func add(_ record: ConnectionRecord) {
        note(record.closed ?? record.opened)
        if let index = connections.firstIndex(where: { $0.id == record.id }) {
            connections[index] = record
            if let closed = record.closed, closed < period.lowerBound { connections.remove(at: index) }
        } else if record.closed == nil, record.opened <= period.upperBound {
            if connections.count < Self.maximumConnections { connections.append(record) } else { omitted += 1 }
        }
    }
}
