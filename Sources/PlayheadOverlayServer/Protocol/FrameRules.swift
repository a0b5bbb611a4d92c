import NIOCore
import NIOWebSocket

/// Rejects frames that NIO's decoder accepts although pages may not send them: without a mask, with reserved bits, of unknown kinds (RFC 6455 §5.2).
final class FrameRules: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    /// A frame that breaks a rule.
    struct Violation: Error {}

    private static let opcodes: [WebSocketOpcode] = [.continuation, .text, .binary, .connectionClose, .ping, .pong]

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let isReserved = frame.rsv1 || frame.rsv2 || frame.rsv3 || !Self.opcodes.contains(frame.opcode)
        guard frame.maskKey != nil, !isReserved else { return context.fireErrorCaught(Violation()) }
        context.fireChannelRead(data)
    }
}
