import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOSSL

/// Closes an HTTP/2 connection whose server violates the protocol or floods the client.
///
/// The client leaves a connection open after an error, and keeps in memory whatever arrives afterwards; see `docs/UPSTREAM.md`.
final class HTTP2ConnectionGuard: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame

    private let traffic: HTTP2Traffic

    private init(_ traffic: HTTP2Traffic) { self.traffic = traffic }

    /// Adds the handlers before and after the frame handler. Called on the channel's event loop, when the connection is established.
    static func install(on channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        let frames = try pipeline.handler(type: NIOHTTP2Handler.self)
        let traffic = HTTP2Traffic()
        try pipeline.addHandler(HTTP2ByteCounter(traffic), position: .before(frames))
        try pipeline.addHandler(HTTP2ConnectionGuard(traffic), position: .after(frames))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var frame = unwrapInboundIn(data)
        switch frame.payload {
        case .data(let content): traffic.budget.usedData(content.data.readableBytes)
        case .headers(var content):
            traffic.budget.usedHeaders()
            if let headers = Self.readable(content.headers) {
                content.headers = headers
                frame.payload = .headers(content)
            }
        default: traffic.budget.receivedControlFrame()
        }
        if traffic.budget.isExceeded { traffic.close(context) }
        guard !traffic.isClosed else { return }
        context.fireChannelRead(wrapInboundOut(frame))
    }

    /// Returns the fields with the status 000, which ``ResponseSequence`` refuses, if the codec would trap for the status: an empty or a
    /// negative one. `nil` if the fields are acceptable.
    private static func readable(_ headers: HPACKHeaders) -> HPACKHeaders? {
        let name = ":status"
        let maximumDigits = 4
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let isReadable = headers[name].allSatisfy { status in
            !status.isEmpty && status.utf8.count <= maximumDigits && status.utf8.allSatisfy(digits.contains)
        }
        guard !isReadable else { return nil }
        return HPACKHeaders([(name, "000")] + headers.filter { $0.name != name }.map { ($0.name, $0.value) })
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is StreamClosedEvent { traffic.budget.endedStream() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        // The connection is closed also for an error of a single stream, whose request would otherwise wait until its timeout.
        traffic.close(context)
    }
}

/// Counts the received bytes of an HTTP/2 connection, and drops all data after the budget is exceeded.
final class HTTP2ByteCounter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let traffic: HTTP2Traffic

    init(_ traffic: HTTP2Traffic) { self.traffic = traffic }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !traffic.isClosed else { return }
        traffic.budget.received(unwrapInboundIn(data).readableBytes)
        if traffic.budget.isExceeded { traffic.close(context) } else { context.fireChannelRead(data) }
    }
}

/// The shared state of the handlers of a connection, on its event loop.
final class HTTP2Traffic {
    var budget = HTTP2TrafficBudget()
    private(set) var isClosed = false

    /// Closes the connection once.
    func close(_ context: ChannelHandlerContext) {
        guard !isClosed else { return }
        isClosed = true
        // A TLS shutdown would wait for up to five seconds for the server, and continue to read.
        let tls = try? context.pipeline.syncOperations.context(handlerType: NIOSSLClientHandler.self)
        (tls ?? context).close(promise: nil)
    }
}
