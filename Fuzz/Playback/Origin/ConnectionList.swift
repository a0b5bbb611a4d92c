import NIOCore
import Synchronization

/// The connections that an origin has accepted.
final class ConnectionList: Sendable {
    private let channels = Mutex<[any Channel]>([])

    func add(_ channel: any Channel) { channels.withLock { $0.append(channel) } }

    /// All of them; the list is empty after it.
    func takeAll() -> [any Channel] {
        channels.withLock { channels in
            defer { channels = [] }
            return channels
        }
    }
}
