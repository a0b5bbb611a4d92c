import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Adds the server's address to each response, because the client does not expose its connections.
///
/// The handler is between the parser and the client, and adds a header field to every head. ``removeAddress(from:)`` removes the field, so
/// that a server can't set it.
final class ServerAddressTagger: ChannelInboundHandler, Sendable {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private static let field = "playhead-server-address"
    private let address: String

    private init(_ address: String) { self.address = address }

    /// Adds the handler to an HTTP/1.1 connection. Called on the channel's event loop, after the client has added its own handlers.
    static func tag(connection channel: any Channel) {
        tag(channel, from: channel.remoteAddress, behind: ByteToMessageHandler<HTTPResponseDecoder>.self)
    }

    /// Adds the handler to a stream of an HTTP/2 connection. Called on the channel's event loop, after the client has added its own
    /// handlers.
    static func tag(stream channel: any Channel) {
        tag(channel, from: channel.parent?.remoteAddress, behind: HTTP2FramePayloadToHTTP1ClientCodec.self)
    }

    private static func tag(_ channel: any Channel, from peer: SocketAddress?, behind parser: (some ChannelHandler).Type) {
        let pipeline = channel.pipeline.syncOperations
        if let address = peer?.ipAddress, let parser = try? pipeline.handler(type: parser) {
            // If this fails, only the address is unknown.
            try? pipeline.addHandler(ServerAddressTagger(address), position: .after(parser))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        head.headers.replaceOrAdd(name: Self.field, value: address)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Removes the address from a head, and returns it.
    static func removeAddress(from head: inout HTTPResponseHead) -> String? {
        guard let address = head.headers.first(name: field) else { return nil }
        head.headers.remove(name: field)
        return address
    }
}
