import NIOCore
import NIOHTTP1
import NIOHTTP2

/// The failure of a request whose connection had served others, and was closed before the first byte of a response.
struct StaleConnection: Error {}

/// Recognizes that the server closed a reused connection while a request was on its way: passes on ``StaleConnection`` instead of the error.
final class StaleConnectionDetector: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart

    private let isStream: Bool
    private var requests = 0
    private var isWaiting = false

    private init(isStream: Bool) { self.isStream = isStream }

    /// Adds the handler to an HTTP/1.1 connection. Called on the channel's event loop, after ``SpareRequestResponder`` was added, because a
    /// connection that was opened by a spare request may be as old as one that served a real one.
    static func install(onConnection channel: any Channel) throws {
        try install(StaleConnectionDetector(isStream: false), on: channel, after: SpareRequestResponder.self)
    }

    /// Adds the handler to a stream of an HTTP/2 connection. Called on the channel's event loop, after ``ResponseGuard`` was added.
    static func install(onStream channel: any Channel) throws {
        try install(StaleConnectionDetector(isStream: true), on: channel, after: UnpackingGuard.self)
    }

    private static func install(
        _ detector: StaleConnectionDetector, on channel: any Channel, after handler: (some ChannelHandler).Type
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(detector, position: .after(try pipeline.handler(type: handler)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head = unwrapOutboundIn(data) {
            requests = requests.saturatingAdding(1)
            isWaiting = true
        }
        context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isWaiting = false
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isClosed = error is IOError || error is ChannelError || error is NIOHTTP2Errors.StreamClosed
        // The server has not processed a refused request (RFC 9113 §8.7).
        let isRefused = isWaiting && (error as? NIOHTTP2Errors.StreamClosed)?.errorCode == .refusedStream
        if isClosed && isStale(context) || isRefused { reportStale(context) } else { context.fireErrorCaught(error) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if isStale(context) { reportStale(context) }
        context.fireChannelInactive()
    }

    private func reportStale(_ context: ChannelHandlerContext) {
        isWaiting = false
        context.fireErrorCaught(StaleConnection())
    }

    private func isStale(_ context: ChannelHandlerContext) -> Bool {
        guard isWaiting else { return false }
        guard isStream else { return requests > 1 }
        let firstStream = HTTP2StreamID(1)
        return (try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)).map { $0 != firstStream } ?? false
    }
}
