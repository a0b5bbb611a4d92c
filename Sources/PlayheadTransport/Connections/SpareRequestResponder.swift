import NIOCore
import NIOHTTP1

/// Responds to spare requests of ``SpareConnections`` on their connection, so that nothing is sent.
final class SpareRequestResponder: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private var isResponding = false
    private var isRemoved = false

    /// Adds the handler to an HTTP/1.1 connection. Called on the channel's event loop, after ``ResponseGuard`` was added.
    static func install(on channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(SpareRequestResponder(), position: .after(try pipeline.handler(type: UnpackingGuard.self)))
    }

    func handlerRemoved(context: ChannelHandlerContext) { isRemoved = true }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head): isResponding = head.method == SpareConnections.method
        case .body: break
        case .end:
            // The client accepts a response after it has written the whole request.
            if isResponding { respondLater(context) }
        }
        if isResponding { promise?.succeed() } else { context.write(data, promise: promise) }
    }

    private func respondLater(_ context: ChannelHandlerContext) {
        let loop = context.eventLoop
        let bound = NIOLoopBound((self, context), eventLoop: loop)
        loop.execute {
            let (responder, context) = bound.value
            responder.respond(context)
        }
    }

    private func respond(_ context: ChannelHandlerContext) {
        guard isResponding, !isRemoved else { return }
        isResponding = false
        context.fireChannelRead(wrapInboundOut(.head(HTTPResponseHead(version: .http1_1, status: .noContent))))
        context.fireChannelRead(wrapInboundOut(.end(nil)))
    }
}
