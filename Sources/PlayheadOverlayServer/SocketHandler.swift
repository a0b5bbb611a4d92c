import NIOCore
import NIOWebSocket

/// What happens on a page's socket.
enum SocketEvent: Sendable {
    case opened(Socket)
    case text(String, Socket)
    case closed(Socket)
}

/// A page's connection. May be used from any thread.
final class Socket: Sendable {
    /// Why the server ends a connection (RFC 6455 §7.4).
    enum Reason: UInt16 {
        case done = 1000
        case noText = 1003
        /// Another page took its place.
        case replaced = 4001
        /// The overlay is disabled, or over.
        case refused = 4003
    }

    private let channel: any Channel
    /// So much may wait to be written before a page is taken for dead.
    static let patience = 8 * 1_048_576

    init(_ channel: any Channel) { self.channel = channel }

    /// Sends a text. A page that doesn't read what it is sent is closed.
    func send(_ text: String) {
        guard channel.isWritable else { return channel.close(promise: nil) }
        channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text)), promise: nil)
    }

    /// Ends the connection.
    func close(_ reason: Reason) {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: WebSocketErrorCode(codeNumber: Int(reason.rawValue)))
        let channel = channel
        channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)).whenComplete { _ in
            channel.close(promise: nil)
        }
    }

    /// Reads on, or not: so a page that sends faster than it is heard has to wait.
    func setReading(_ reads: Bool) { channel.setOption(.autoRead, value: reads).whenFailure { _ in } }
}

/// Takes the frames of one socket, as whole messages.
final class SocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let socket: Socket
    private let flow: SocketFlow

    init(_ socket: Socket, _ flow: SocketFlow) {
        self.socket = socket
        self.flow = flow
    }

    func handlerAdded(context: ChannelHandlerContext) { flow.tell(.opened(socket)) }

    func channelInactive(context: ChannelHandlerContext) {
        flow.tell(.closed(socket))
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        // A client masks all it sends (RFC 6455 §5.1).
        guard frame.maskKey != nil else { return context.close(promise: nil) }
        var bytes = frame.unmaskedData
        switch frame.opcode {
        case .text:
            guard let data = bytes.readBytes(length: bytes.readableBytes), let text = String(validating: data, as: UTF8.self) else {
                return context.close(promise: nil)
            }
            flow.tell(.text(text, socket))
        case .binary: socket.close(.noText)
        case .ping: context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: bytes)), promise: nil)
        case .connectionClose: socket.close(.done)
        default: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
