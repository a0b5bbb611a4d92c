import NIOCore
import NIOWebSocket
import Synchronization

/// Sends on a page's WebSocket, in order. From any thread.
final class PageSocket: Sendable {
    private struct State {
        var pendingBytes = 0
        /// Nothing more is sent.
        var isEnded = false
        var lastFrame = 0.0
    }

    private let channel: any Channel
    private let maximumPendingBytes: Int
    private let state = Mutex(State())

    /// Creates a socket, which closes the connection if more than `maximumPendingBytes` wait to be sent.
    init(_ channel: any Channel, maximumPendingBytes: Int) {
        self.channel = channel
        self.maximumPendingBytes = maximumPendingBytes
    }

    /// The time at which the page sent something last, in seconds of the heartbeat's clock.
    var lastFrame: Double {
        get { state.withLock { $0.lastFrame } }
        set { state.withLock { $0.lastFrame = newValue } }
    }

    /// Sends a text.
    func send(_ text: String) { write(.text, ByteBuffer(string: text)) }

    /// Asks the page for an answer, which browsers send by themselves.
    func ping() { write(.ping, ByteBuffer()) }

    /// Answers a ping.
    func pong(_ payload: ByteBuffer) { write(.pong, payload) }

    /// Closes the connection after everything was sent.
    func close(_ reason: ClosingReason) { close(code: reason.rawValue) }

    /// Closes the connection after everything was sent.
    func close(code: UInt16) { write(.connectionClose, ByteBuffer(integer: code), isLast: true) }

    /// Closes the connection at once.
    func abort() {
        state.withLock { $0.isEnded = true }
        channel.close(promise: nil)
    }

    private func write(_ opcode: WebSocketOpcode, _ payload: ByteBuffer, isLast: Bool = false) {
        let size = payload.readableBytes
        let pendingBytes = state.withLock { state in
            guard !state.isEnded else { return 0 }
            state.isEnded = isLast
            state.pendingBytes = state.pendingBytes.saturatingAdding(size)
            // Within the lock, so that frames are sent in the order in which they were admitted. The loop runs it later.
            channel.eventLoop.execute { self.writeNow(opcode, payload, isLast) }
            return state.pendingBytes
        }
        if pendingBytes > maximumPendingBytes { abort() }
    }

    private func writeNow(_ opcode: WebSocketOpcode, _ payload: ByteBuffer, _ isLast: Bool) {
        channel.writeAndFlush(WebSocketFrame(fin: true, opcode: opcode, data: payload)).whenComplete { _ in
            self.state.withLock { $0.pendingBytes -= payload.readableBytes }
            if isLast { self.channel.close(mode: .output, promise: nil) }
        }
    }
}

/// An event of a page's WebSocket.
enum SocketEvent: Sendable {
    /// Receives the events. The next message is read when it has returned, so that a page that sends too fast has to wait.
    typealias Delivery = @MainActor @Sendable (SocketEvent) -> Void

    case opened(PageSocket)
    case text(String, PageSocket)
    case closed(PageSocket)
}
