import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Tells with each response from which address it came: the client keeps its connections to itself.
///
/// It stands between the parser and the client, and adds a header field of its own to every head; ``takeAddress(from:)`` takes it out again, so
/// that a server can't set it.
final class ServerAddressTagger: ChannelInboundHandler, Sendable {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private static let field = "playhead-server-address"
    private let address: String

    private init(_ address: String) { self.address = address }

    /// Adds it to a connection of HTTP/1.1. Called on the channel's event loop, when the client has added its own handlers.
    static func tag(connection channel: any Channel) {
        tag(channel, from: channel.remoteAddress, behind: ByteToMessageHandler<HTTPResponseDecoder>.self)
    }

    /// Adds it to one request of an HTTP/2 connection. Called on the channel's event loop, when the client has added its own handlers.
    static func tag(stream channel: any Channel) {
        tag(channel, from: channel.parent?.remoteAddress, behind: HTTP2FramePayloadToHTTP1ClientCodec.self)
    }

    private static func tag(_ channel: any Channel, from peer: SocketAddress?, behind parser: (some ChannelHandler).Type) {
        let pipeline = channel.pipeline.syncOperations
        if let address = peer?.ipAddress, let parser = try? pipeline.handler(type: parser) {
            // Without it the address is not known, and nothing else is amiss.
            try? pipeline.addHandler(ServerAddressTagger(address), position: .after(parser))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        head.headers.replaceOrAdd(name: Self.field, value: address)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// The address that a head was tagged with, which is no longer in it then.
    static func takeAddress(from head: inout HTTPResponseHead) -> String? {
        guard let address = head.headers.first(name: field) else { return nil }
        head.headers.remove(name: field)
        return address
    }
}
