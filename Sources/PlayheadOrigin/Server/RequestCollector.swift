import NIOCore
import NIOHTTP1

/// A request with its body, as it came over a connection.
struct ReceivedRequest: Sendable {
    var head: HTTPRequestHead
    var body: [UInt8] = []
    /// The body was longer than the origin takes; the rest of it was dropped.
    var isTooLarge = false
}

/// Puts the parts of each request together and passes whole requests on. All of it runs on the connection's event loop.
final class RequestCollector: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    static let maximumBodyLength = 1 << 20

    private let continuation: AsyncStream<ReceivedRequest>.Continuation
    private var request: ReceivedRequest?

    init(_ continuation: AsyncStream<ReceivedRequest>.Continuation) {
        self.continuation = continuation
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            request = ReceivedRequest(head: head)
        case .body(let buffer):
            let space = Self.maximumBodyLength - (request?.body.count ?? 0)
            if buffer.readableBytes > space { request?.isTooLarge = true }
            request?.body += buffer.readableBytesView.prefix(space)
        case .end:
            if let request { continuation.yield(request) }
            request = nil
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        continuation.finish()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A reset by the client, or bytes that are no HTTP (answered with 400 further up): in either case the connection is over.
        continuation.finish()
        context.close(promise: nil)
    }
}
