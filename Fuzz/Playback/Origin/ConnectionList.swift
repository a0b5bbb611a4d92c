import NIOCore
import Synchronization

/// The connections of an origin.
final class ConnectionList: Sendable {
    private let channels = Mutex<[any Channel]>([])

    func add(_ channel: any Channel) { channels.withLock { $0.append(channel) } }

    /// Removes and returns all connections.
    func removeAll() -> [any Channel] {
        channels.withLock { channels in
            defer { channels = [] }
            return channels
        }
    }
}
