import NIOCore
import NIOHTTP1

/// A request with its body, as received over a connection.
struct ReceivedRequest: Sendable {
    var head: HTTPRequestHead
    var body: [UInt8] = []
    /// Whether the body exceeded the maximum length; the rest of the body was dropped.
    var isTooLarge = false
}

/// Assembles the parts of each request, yields complete requests, and closes the connection of a client that is too slow. Runs on the event
/// loop of the connection.
///
/// The handler before it reads no request before the previous one was answered, so that at most one is kept.
final class RequestCollector: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let core: OriginCore
    private let continuation: AsyncStream<ReceivedRequest>.Continuation
    private var request: ReceivedRequest?
    /// The length of the body of the current request, which counts until it was answered.
    private var reserved = 0
    private var isAnswering = false
    /// The number of bytes that the client has not read, and the time at which it changed, or at which the last answer ended.
    private var progress = (pending: 0, time: NIODeadline.now())
    private var check: Scheduled<Void>?

    init(_ continuation: AsyncStream<ReceivedRequest>.Continuation, core: OriginCore) {
        self.continuation = continuation
        self.core = core
    }

    func handlerAdded(context: ChannelHandlerContext) { scheduleCheck(context) }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        release()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            request = ReceivedRequest(head: head)
        case .body(let buffer):
            guard let request, request.head.method != .GET, request.head.method != .HEAD else { return }
            let wanted = min(buffer.readableBytes, core.limits.body - request.body.count)
            let isKept = !request.isTooLarge && wanted == buffer.readableBytes && core.reserveBody(wanted)
            guard isKept else {
                self.request?.isTooLarge = true
                return
            }
            reserved += wanted
            self.request?.body += buffer.readableBytesView
        case .end:
            guard let request else { return }
            self.request = nil
            isAnswering = true
            continuation.yield(request)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            isAnswering = false
            progress.time = .now()
            release()
        }
        context.write(data, promise: promise)
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

    private func release() {
        core.releaseBody(reserved)
        reserved = 0
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
        let interval = TimeAmount.nanoseconds(core.timeout.nanoseconds / 4)
        check = context.eventLoop.assumeIsolated().scheduleTask(in: interval) { self.checkProgress(context) }
    }

    private func checkProgress(_ context: ChannelHandlerContext) {
        let pending = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        // An answer that has nothing to send yet waits for the origin.
        if pending != progress.pending || isAnswering && pending == 0 { progress = (pending, .now()) }
        guard NIODeadline.now() - progress.time < core.timeout else { return context.close(promise: nil) }
        scheduleCheck(context)
    }
}
