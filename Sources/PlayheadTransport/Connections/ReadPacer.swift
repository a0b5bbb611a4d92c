import NIOCore
import NIOHTTP1

/// Delays the reads of an HTTP/1.1 connection as ``ReadPacing`` decides. Received bytes are passed on at once.
final class ReadPacer: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = Never

    private let reads = PacedReads()

    /// Adds the handler to a connection. Called on the channel's event loop, after the client has added its own handlers.
    static func install(on channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(
            ReadPacer(), position: .after(try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): reads.pacing.head(length: head.headers.first(name: "Content-Length").flatMap { Int64($0) })
        case .body(let buffer): reads.pacing.received(buffer.readableBytes)
        case .end: reads.pacing.end()
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) { reads.read(context) }

    func handlerRemoved(context: ChannelHandlerContext) { reads.cancel() }
}

/// The reads of a connection, of which one may be delayed; used on the event loop of the connection.
final class PacedReads {
    var pacing = ReadPacing()
    private var delayed: Scheduled<Void>?

    /// Reads now or after a pause.
    func read(_ context: ChannelHandlerContext) {
        guard delayed == nil else { return }
        guard pacing.pausesRead(at: .now()) else { return context.read() }
        delayed = context.eventLoop.assumeIsolated().scheduleTask(in: ReadPacing.pause) {
            self.delayed = nil
            context.read()
        }
    }

    /// Drops a delayed read, when the connection is closed.
    func cancel() {
        delayed?.cancel()
        delayed = nil
    }
}
