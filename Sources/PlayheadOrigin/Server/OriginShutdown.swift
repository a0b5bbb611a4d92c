import NIOCore
import NIOPosix
import Synchronization

/// Ends an origin, once, whoever asks.
final class OriginShutdown: Sendable {
    private let core: OriginCore
    private let listener: any Channel
    private let group: MultiThreadedEventLoopGroup
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(core: OriginCore, listener: any Channel, group: MultiThreadedEventLoopGroup) {
        self.core = core
        self.listener = listener
        self.group = group
    }

    /// Begins, unless that was done before.
    ///
    /// - Returns: A task that ends when nothing of the origin is left.
    @discardableResult
    func begin() -> Task<Void, Never> {
        task.withLock { task in
            if let task { return task }
            let new = Task { [core, listener, group] in
                // An error means in both cases that it was closed before.
                try? await listener.close()
                for connection in core.stop() { await connection.value }
                try? await group.shutdownGracefully()
            }
            task = new
            return new
        }
    }
}
