import FlyingSocks
import Foundation
import Synchronization

/// Takes the connections of pages, and brings them through the gate to the server behind it. From any thread.
final class FrontGate: Sendable {
    private let limits: GateLimits
    private let listener: AsyncSocket
    private let accepting: Task<Void, Never>
    private let serving: Task<Void, Never>

    /// Begins to take connections.
    init(_ socket: Socket, to server: ServerAddress, limits: GateLimits) throws {
        let pool = DispatchPool()
        let listener = try AsyncSocket(socket: socket, pool: pool)
        let (pages, sink) = AsyncStream.makeStream(of: AsyncSocket.self)
        self.limits = limits
        self.listener = listener
        accepting = Task {
            await Self.accept(listener, sink)
            sink.finish()
        }
        serving = Task {
            let room = Room(for: limits.connections)
            await withDiscardingTaskGroup { group in
                for await page in pages {
                    guard room.enter() else {
                        try? page.close()
                        continue
                    }
                    group.addTask {
                        await GatedConnection(page: page, pool: pool, server: server, limits: limits).run()
                        room.leave()
                    }
                }
            }
        }
    }

    private static func accept(_ listener: AsyncSocket, _ sink: AsyncStream<AsyncSocket>.Continuation) async {
        while !Task.isCancelled {
            do {
                let page = try await listener.accept()
                page.socket.keepFromChildren()
                page.socket.sendAtOnce()
                if case .terminated = sink.yield(page) { try? page.close() }
            } catch {
                // A page that went before it was taken, or no descriptors for the moment: neither is the end.
                try? await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    /// Closes the port; connections have a moment to end by themselves. Returns when all are closed.
    func stop() async {
        accepting.cancel()
        await accepting.value
        try? listener.close()
        let limit = Task { [serving, limits] in
            try await Task.sleep(for: limits.lastFarewell)
            serving.cancel()
        }
        await serving.value
        limit.cancel()
    }

    /// How many connections there are.
    private final class Room: Sendable {
        private let most: Int
        private let count = Mutex(0)

        init(for most: Int) { self.most = most }

        /// Whether there is room for another one.
        func enter() -> Bool {
            count.withLock { count in
                guard count < most else { return false }
                count += 1
                return true
            }
        }

        func leave() { count.withLock { $0 -= 1 } }
    }
}
