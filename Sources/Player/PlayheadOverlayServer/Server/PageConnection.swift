import NIOCore
import PlayheadCore

/// The WebSocket of a page, from its opening to its end: delivers the page's messages one after another.
struct PageConnection: Sendable {
    let page: NIOAsyncChannel<PageMessage, Never>
    let socket: PageSocket
    /// `nil` sends nothing by itself.
    let heartbeat: Heartbeat?
    let deliver: SocketEvent.Delivery

    /// Returns when the connection is closed.
    func run() async {
        // An error means that the connection broke, which is an end like any other.
        try? await page.executeThenClose { messages in
            await deliver(.opened(socket))
            // The greeting is the first message.
            let beating = heartbeat.map { heartbeat in Task { await heartbeat.run(on: socket) } }
            let code = try? await read(messages)
            beating?.cancel()
            await deliver(.closed(socket))
            guard let code else { return }
            socket.close(code: code)
            try await page.channel.closeFuture.get()
        }
    }

    /// Reads until the page or the player ends the connection.
    /// - Returns: The code to close it with; `nil` if it is closed.
    private func read(_ messages: NIOAsyncChannelInboundStream<PageMessage>) async throws -> UInt16? {
        for try await message in messages {
            if let heartbeat { socket.lastFrame = heartbeat.clock.now }
            switch message {
            case .text(let text): await deliver(.text(text, socket))
            case .ping(let payload): socket.pong(payload)
            case .pong: break
            case .closing(let code): return code
            }
        }
        return nil
    }
}
