import NIOCore
import NIOHTTP2

/// Delays the reads of an HTTP/2 connection as ``ReadPacing`` decides. Received frames are passed on at once.
final class HTTP2ReadPacer: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundIn = Never

    private let reads = PacedReads()

    /// Adds the handler after the frame handler. Called on the channel's event loop, when the connection is established.
    static func install(on channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(HTTP2ReadPacer(), position: .after(try pipeline.handler(type: NIOHTTP2Handler.self)))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let stream = Int(frame.streamID)
        switch frame.payload {
        case .headers(let content): reads.pacing.head(length: content.headers["content-length"].first.flatMap { Int64($0) }, on: stream)
        case .data(let content): reads.pacing.received(content.data.readableBytes, on: stream)
        default: break
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as NIOHTTP2StreamCreatedEvent: reads.pacing.request(on: Int(event.streamID))
        case let event as StreamClosedEvent: reads.pacing.end(on: Int(event.streamID))
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func read(context: ChannelHandlerContext) { reads.read(context) }

    func handlerRemoved(context: ChannelHandlerContext) { reads.cancel() }
}
