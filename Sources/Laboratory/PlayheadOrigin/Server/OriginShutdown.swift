import NIOCore
import NIOPosix
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

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

/// Returns the system's identifier of the calling thread, by which tests check that a thread has ended; nil where procfs is unavailable.
func currentThreadID() -> Int? {
    // A link to "<process>/task/<thread>"; the C library's function for it is not available in Swift.
    var buffer = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/thread-self", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: "/").last.flatMap {
        Int($0)
    }
}
