import FlyingFox
import FlyingSocks
import Foundation

/// Serves pages and their sockets by FlyingFox, behind a gate: all of it from ``start(on:answering:limits:)`` to ``stop()``. From any thread.
final class PageServer: Sendable {
    let address: ServerAddress
    private let gate: FrontGate
    private let serving: Task<Void, Never>

    private init(_ address: ServerAddress, _ gate: FrontGate, _ serving: Task<Void, Never>) {
        self.address = address
        self.gate = gate
        self.serving = serving
    }

    /// Serves on a port, which it closes in the end, also if there can't be a server.
    /// - Throws: `CocoaError` or `SocketError` if there can't be a server.
    static func start(on listener: Socket, answering handler: PageHandler, limits: GateLimits = GateLimits()) async throws -> PageServer {
        do {
            return try await start(on: listener, behind: ServerAddress(), answering: handler, limits)
        } catch {
            try? listener.close()
            throw error
        }
    }

    private static func start(
        on listener: Socket, behind address: ServerAddress, answering handler: PageHandler, _ limits: GateLimits
    ) async throws -> PageServer {
        let server = HTTPServer(
            config: .init(address: address.socketAddress, pool: DispatchPool(), logger: .disabled), handler: handler)
        let serving = Task {
            // It ends when it can't take a connection, for lack of descriptors for instance.
            while !Task.isCancelled, address.clear() {
                try? await server.run()
                try? await Task.sleep(for: .milliseconds(50))
            }
        }
        do {
            try await server.waitUntilListening(timeout: 30)
            return PageServer(address, try FrontGate(listener, to: address, limits: limits), serving)
        } catch {
            serving.cancel()
            await serving.value
            address.remove()
            throw error
        }
    }

    /// Returns when the port and all connections are closed.
    func stop() async {
        await gate.stop()
        serving.cancel()
        await serving.value
        address.remove()
    }
}
