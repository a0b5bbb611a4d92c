import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Adds the server's address and the number of the connection to each response, because the client does not expose its connections.
///
/// The handler is between the parser and the client, and adds header fields to the head of every response. It first removes fields of
/// the same names that the server sent. ``removeTags(from:)`` removes the added fields.
final class ServerAddressTagger: ChannelInboundHandler, Sendable {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    /// The origin of a response.
    struct Tags {
        /// The address of the server, if known.
        var address: String?
        /// The number of the connection, if connections are reported.
        var connection: Int?
    }

    private static let addressField = "playhead-server-address"
    private static let connectionField = "playhead-connection"
    private let address: String
    private let connection: Int?

    private init(_ address: String, connection: Int?) {
        self.address = address
        self.connection = connection
    }

    /// Adds the handler to an HTTP/1.1 connection. Called on the channel's event loop, after the client has added its own handlers.
    static func tag(connection channel: any Channel) {
        tag(channel, connection: channel, behind: ByteToMessageHandler<HTTPResponseDecoder>.self)
    }

    /// Adds the handler to a stream of an HTTP/2 connection. Called on the channel's event loop, after the client has added its own
    /// handlers.
    static func tag(stream channel: any Channel) {
        tag(channel, connection: channel.parent, behind: HTTP2FramePayloadToHTTP1ClientCodec.self)
    }

    private static func tag(_ channel: any Channel, connection: (any Channel)?, behind parser: (some ChannelHandler).Type) {
        let pipeline = channel.pipeline.syncOperations
        if let address = connection?.remoteAddress?.ipAddress, let parser = try? pipeline.handler(type: parser) {
            let number = connection.flatMap { ConnectionReporter.number(of: $0) }
            // If this fails, only the address is unknown.
            try? pipeline.addHandler(ServerAddressTagger(address, connection: number), position: .after(parser))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        head.headers.replaceOrAdd(name: Self.addressField, value: address)
        head.headers.remove(name: Self.connectionField)
        if let connection { head.headers.add(name: Self.connectionField, value: "\(connection)") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Removes the tags from a head, and returns them.
    static func removeTags(from head: inout HTTPResponseHead) -> Tags {
        let tags = Tags(
            address: head.headers.first(name: addressField), connection: head.headers.first(name: connectionField).flatMap { Int($0) })
        head.headers.remove(name: addressField)
        head.headers.remove(name: connectionField)
        return tags
    }
}
