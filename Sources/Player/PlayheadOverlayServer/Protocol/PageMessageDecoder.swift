import NIOCore
import NIOWebSocket

/// Makes messages of whole frames, up to the one that closes the connection: because the page wants it, or because a handler before this one found a
/// broken rule.
final class PageMessageDecoder: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = PageMessage

    private var isClosing = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { emit(Self.message(of: unwrapInboundIn(data)), context) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.tooManyFragments,
            NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
            emit(.closing(.messageTooBig), context)
        case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error, is FrameRules.Violation: emit(.closing(.protocolError), context)
        // Bytes behind a frame that the decoder rejected.
        case is ByteToMessageDecoderError: break
        default: context.fireErrorCaught(error)
        }
    }

    private func emit(_ message: PageMessage, _ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        if case .closing = message { isClosing = true }
        context.fireChannelRead(wrapInboundOut(message))
    }

    private static func message(of frame: WebSocketFrame) -> PageMessage {
        let data = frame.unmaskedData
        switch frame.opcode {
        case .ping: return .ping(data)
        case .pong: return .pong
        case .connectionClose: return .closing(code: answer(to: data))
        case .text: return String(validating: data.readableBytesView, as: UTF8.self).map { .text($0) } ?? .closing(.invalidText)
        default: return .closing(.notText)
        }
    }

    /// The code that answers a page's close frame: the page's own if it may use it (RFC 6455 §7.4).
    private static func answer(to payload: ByteBuffer) -> UInt16 {
        guard payload.readableBytes > 0 else { return ClosingReason.done.rawValue }
        switch payload.getInteger(at: payload.readerIndex, as: UInt16.self) {
        case .some(let code) where (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code): return code
        default: return ClosingReason.protocolError.rawValue
        }
    }
}

extension PageMessage {
    fileprivate static func closing(_ reason: ClosingReason) -> PageMessage { .closing(code: reason.rawValue) }
}

/// A message of a page on its WebSocket.
enum PageMessage: Sendable, Hashable {
    case text(String)
    case ping(ByteBuffer)
    case pong
    /// The last message: the page closes the connection or broke a rule, and the server closes it with this code.
    case closing(code: UInt16)
}

/// The codes with which the server closes a WebSocket (RFC 6455 §7.4).
enum ClosingReason: UInt16, Sendable {
    case done = 1000
    case protocolError = 1002
    case notText = 1003
    case invalidText = 1007
    case messageTooBig = 1009
    /// Another page takes this page's place.
    case replaced = 4001
    /// The overlay is disabled or has ended.
    case refused = 4003
}

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
