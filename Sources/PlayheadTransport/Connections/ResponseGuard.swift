import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOHTTPCompression

/// Filters the parser's output, and passes on only what the client can handle.
///
/// The rules are those of ``ResponseSequence``; `docs/UPSTREAM.md` describes the faults that they prevent.
final class ResponseGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var sequence = ResponseSequence()
    private let size: UnpackedSize

    private init(_ size: UnpackedSize) { self.size = size }

    /// Adds the guards to an HTTP/1.1 connection. Called on the channel's event loop, after the client has added its own handlers.
    static func install(onConnection channel: any Channel) throws {
        try install(on: channel, behind: ByteToMessageHandler<HTTPResponseDecoder>.self)
    }

    /// Adds the guards to a stream of an HTTP/2 connection. Called on the channel's event loop, after the client has added its own
    /// handlers.
    static func install(onStream channel: any Channel) throws {
        try install(on: channel, behind: HTTP2FramePayloadToHTTP1ClientCodec.self)
    }

    private static func install(on channel: any Channel, behind parser: (some ChannelHandler).Type) throws {
        let pipeline = channel.pipeline.syncOperations
        let size = UnpackedSize()
        try pipeline.addHandler(ResponseGuard(size), position: .after(try pipeline.handler(type: parser)))
        let decompressor = try pipeline.handler(type: NIOHTTPResponseDecompressor.self)
        try pipeline.addHandler(UnpackingGuard(size), position: .after(decompressor))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch sequence.handle(part) {
        case .forward:
            switch part {
            case .head(var head):
                size.reset()
                ContentCoding.ignore(in: &head.headers)
                return context.fireChannelRead(wrapInboundOut(.head(head)))
            case .body(let buffer): size.received(buffer.readableBytes)
            case .end: break
            }
            context.fireChannelRead(data)
        case .drop: break
        case .refuse(let violation):
            context.fireErrorCaught(violation)
            context.close(promise: nil)
        }
    }
}
