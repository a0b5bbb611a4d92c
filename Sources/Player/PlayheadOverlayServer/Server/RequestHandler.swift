import NIOCore
import NIOHTTP1

/// Answers the request of a connection, and ends the connection with the answer. Requests for a WebSocket do not reach it.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let site: PageSite
    private var hasRequest = false

    init(_ site: PageSite) { self.site = site }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data), !hasRequest else { return }
        hasRequest = true
        switch site.policy.decision(on: head) {
        case .refused(let status): answer(site.answer(status, to: head), head.method, context)
        // A WebSocket whose key or version NIO refused.
        case .socket: answer(site.answer(.badRequest, to: head), head.method, context)
        case .file(let target):
            site.file(target, on: context.eventLoop).assumeIsolated().map { [site] file in
                file.map { site.answer($0, to: head) } ?? site.answer(.notFound, to: head)
            }.whenSuccess { self.answer($0, head.method, context) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let status = PagePipeline.status(of: error), !hasRequest else { return }
        hasRequest = true
        answer(site.answer(status, to: nil), .GET, context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A page that sends no more and has not sent its request.
        if event as? ChannelEvent == .inputClosed, !hasRequest { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func answer(_ answer: PageSite.Answer, _ method: HTTPMethod, _ context: ChannelHandlerContext) {
        let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            context.close(mode: .output, promise: nil)
        }
    }
}
