import NIOCore
import NIOHTTP1

/// Replaces the version in the status line `ICY 200 OK`, with which SHOUTcast servers begin their responses, by that of HTTP/1.0.
final class ICYStatusLine: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let icy = Array("ICY ".utf8)

    /// The first bytes of the connection, while they may be those of the mark; `nil` afterwards.
    private var first: ByteBuffer? = ByteBuffer()

    /// Adds the handler to an HTTP/1.1 connection. Called on the channel's event loop, after the client has added its own handlers.
    static func install(on channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(ICYStatusLine(), position: .before(parser))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard var bytes = first else { return context.fireChannelRead(data) }
        bytes.writeImmutableBuffer(unwrapInboundIn(data))
        let start = bytes.readableBytesView.prefix(Self.icy.count)
        guard start.count == Self.icy.count || !Self.icy.starts(with: start) else {
            first = bytes
            return
        }
        first = nil
        if start.elementsEqual(Self.icy) {
            bytes.moveReaderIndex(forwardBy: Self.icy.count)
            context.fireChannelRead(wrapInboundOut(ByteBuffer(string: "HTTP/1.0 ")))
        }
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let bytes = first, bytes.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(bytes)) }
        first = nil
        context.fireChannelInactive()
    }
}
