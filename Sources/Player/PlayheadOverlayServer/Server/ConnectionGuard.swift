import NIOCore

/// Bounds the time of a connection, as its first handler: until its answer begins, while the page reads nothing, and at its end.
///
/// The output is closed first, and the page has some time to close the connection. What it sends until then is dropped; unread, it would make the system
/// discard what was sent (RFC 9112 §9.6).
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let limits: ServerLimits
    /// The end of the time for the request or for closing.
    private var deadline: Scheduled<Void>?
    private var progressCheck: Scheduled<Void>?
    private var isClosing = false
    private var writtenBytes = 0
    /// The number of bytes that the system had taken at the last progress, and the time of it.
    private var progress = (bytes: 0, time: NIODeadline.now())

    init(_ limits: ServerLimits) { self.limits = limits }

    func handlerAdded(context: ChannelHandlerContext) { setDeadline(limits.timeout, context) }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        progressCheck?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isClosing { context.fireChannelRead(data) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if isClosing { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard isClosing, event as? ChannelEvent == .inputClosed else { return context.fireUserInboundEventTriggered(event) }
        context.close(promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if !isClosing { deadline?.cancel() }
        writtenBytes = writtenBytes.saturatingAdding(unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
        guard progressCheck == nil else { return }
        progress = (writtenBytes - pendingBytes(context), .now())
        scheduleProgressCheck(context)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        context.close(mode: mode, promise: promise)
        guard case .output = mode, !isClosing else { return }
        isClosing = true
        setDeadline(limits.closingTimeout, context)
        context.read()
    }

    private func setDeadline(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
    }

    private func pendingBytes(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    private func scheduleProgressCheck(_ context: ChannelHandlerContext) {
        let interval = TimeAmount.nanoseconds(limits.timeout.nanoseconds / 4)
        progressCheck = context.eventLoop.assumeIsolated().scheduleTask(in: interval) { self.checkProgress(context) }
    }

    /// Closes the connection of a page that has read nothing for too long.
    private func checkProgress(_ context: ChannelHandlerContext) {
        progressCheck = nil
        let pending = pendingBytes(context)
        guard pending > 0 else { return }
        let sent = writtenBytes - pending
        if sent > progress.bytes { progress = (sent, .now()) }
        guard NIODeadline.now() - progress.time < limits.timeout else { return context.close(promise: nil) }
        scheduleProgressCheck(context)
    }
}
