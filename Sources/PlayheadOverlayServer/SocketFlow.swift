import Synchronization

/// Brings what happens on sockets to the main actor, in order, and holds pages back that send faster than they are heard. From any thread.
final class SocketFlow: Sendable {
    /// So many texts wait at most, besides what is read at once.
    private static let high = 256
    private static let low = 64

    let events: AsyncStream<SocketEvent>
    private let sink: AsyncStream<SocketEvent>.Continuation
    private let waiting = Mutex(0)

    init() { (events, sink) = AsyncStream.makeStream(of: SocketEvent.self) }

    /// Something happened.
    func tell(_ event: SocketEvent) {
        if case .text(_, let socket) = event {
            let isFull = waiting.withLock { count in
                count += 1
                return count == Self.high
            }
            if isFull { socket.setReading(false) }
        }
        sink.yield(event)
    }

    /// A text was heard.
    func heard(_ socket: Socket) {
        let isLow = waiting.withLock { count in
            count -= 1
            return count == Self.low
        }
        if isLow { socket.setReading(true) }
    }

    func finish() { sink.finish() }
}
