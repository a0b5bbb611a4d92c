import NIOCore
import NIOHTTP1

/// Answers the request of a connection, and ends the connection with the answer. Requests for a WebSocket do not reach it.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let site: PageSite
    private let budget: AnswerBudget
    private var hasRequest = false

    init(_ site: PageSite, _ budget: AnswerBudget) {
        self.site = site
        self.budget = budget
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data), !hasRequest else { return }
        hasRequest = true
        switch site.policy.decision(on: head) {
        case .refused(let status): answer(site.answer(status, to: head), head.method, context)
        // A WebSocket whose key or version NIO refused.
        case .socket: answer(site.answer(.badRequest, to: head), head.method, context)
        case .file(let target):
            site.file(target, on: context.eventLoop).assumeIsolated().whenSuccess { self.send($0, to: head, context) }
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

    private func send(_ file: PageFiles.File?, to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard let file else { return answer(site.answer(.notFound, to: head), head.method, context) }
        let size = file.bytes.count
        guard budget.reserve(size) else { return answer(site.answer(.serviceUnavailable, to: head), head.method, context) }
        answer(site.answer(file, to: head), head.method, context, reserved: size)
    }

    /// Sends an answer, and releases its bytes at the end.
    private func answer(_ answer: PageSite.Answer, _ method: HTTPMethod, _ context: ChannelHandlerContext, reserved: Int = 0) {
        let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { [budget] _ in
            budget.release(reserved)
            context.close(mode: .output, promise: nil)
        }
    }
}
