import NIOCore
import NIOHTTP1

/// A request with its body, as received over a connection.
struct ReceivedRequest: Sendable {
    var head: HTTPRequestHead
    var body: [UInt8] = []
    /// Whether the body exceeded the maximum length; the rest of the body was dropped.
    var isTooLarge = false
}

/// Assembles the parts of each request and yields complete requests. Runs on the event loop of the connection.
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
        // A reset by the client, or invalid HTTP (which the pipeline answers with 400): in either case the connection is over.
        continuation.finish()
        context.close(promise: nil)
    }
}
