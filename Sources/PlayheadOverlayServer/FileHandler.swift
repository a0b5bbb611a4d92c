import NIOCore
import NIOHTTP1

/// Answers the requests of one connection that did not become a socket.
///
/// It runs on the connection's event loop, which is a thread of the server's own, so that reading files holds up nobody else.
final class FileHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let files: PageFiles
    private let policy: RequestPolicy
    private var head: HTTPRequestHead?
    private var deadline: Scheduled<Void>?
    /// A connection that has neither asked nor become a socket by then is closed.
    private static let patience = TimeAmount.seconds(10)

    init(files: PageFiles, policy: RequestPolicy) {
        self.files = files
        self.policy = policy
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            self.head = nil
            answer(head, context)
        }
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let isKnown = policy.admits(host: head.headers.first(name: "host"))
        guard isKnown else { return send(.misdirectedRequest, nil, head, context) }
        guard head.method == .GET || head.method == .HEAD else { return send(.methodNotAllowed, nil, head, context) }
        // A request for the socket comes here only if it was refused.
        guard !head.uri.hasPrefix(PageFiles.socketPath) else { return send(.forbidden, nil, head, context) }
        guard let file = files.file(target: head.uri) else { return send(.notFound, nil, head, context) }
        send(.ok, file, head, context)
    }

    private func send(_ status: HTTPResponseStatus, _ file: PageFiles.File?, _ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let body = file?.bytes ?? Array("\(status.code) \(status.reasonPhrase)\n".utf8)
        let headers: HTTPHeaders = [
            "Content-Type": file?.type ?? "text/plain; charset=utf-8", "Content-Length": String(body.count), "Connection": "close",
            "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Content-Security-Policy": contentPolicy(request),
        ]
        context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        if request.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil) }
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }

    /// No connection but the socket.
    private func contentPolicy(_ request: HTTPRequestHead) -> String {
        let host = request.headers.first(name: "host").flatMap { policy.admits(host: $0) ? " ws://\($0)" : nil } ?? ""
        return PageFiles.contentPolicy(connections: host)
    }
}
