import NIOCore
import NIOPosix

/// Serves the content of a hostile origin on a loopback port.
final class HostileOrigin: Sendable {
    /// The event loop of all origins in the process.
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    private let channel: any Channel
    private let connections: ConnectionList

    /// The URL with a trailing slash.
    var base: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/" }

    private init(_ channel: any Channel, _ connections: ConnectionList) {
        self.channel = channel
        self.connections = connections
    }

    /// Starts listening. One in `brokenHeads` responses has an invalid head; 0 for never.
    static func start(_ content: HostileContent, seed: UInt64, brokenHeads: Int) async throws -> HostileOrigin {
        let connections = ConnectionList()
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 128)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                connections.add(channel)
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(HostileConnection(content, seed: seed, brokenHeads: brokenHeads))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return HostileOrigin(channel, connections)
    }

    /// Closes the port and all connections.
    func stop() async {
        try? await channel.close().get()
        for connection in connections.removeAll() { try? await connection.close().get() }
    }
}
