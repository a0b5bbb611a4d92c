import NIOCore
import NIOPosix
import Synchronization

/// Shuts down an origin, once, even if requested several times.
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

    /// Starts the shutdown unless it has already started.
    ///
    /// - Returns: A task that ends when the shutdown is complete.
    @discardableResult
    func begin() -> Task<Void, Never> {
        task.withLock { task in
            if let task { return task }
            let new = Task { [core, listener, group] in
                // In both cases an error means that the channel or group was already closed.
                try? await listener.close()
                for connection in core.stop() { await connection.value }
                try? await group.shutdownGracefully()
            }
            task = new
            return new
        }
    }
}
