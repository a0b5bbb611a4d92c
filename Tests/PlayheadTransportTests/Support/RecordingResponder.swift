import NIOCore
import NIOHTTP1

/// Responds to each request of a server's connection with its path, and records connections and requests.
final class RecordingResponder: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let requests: Recorder<String>
    private var path = ""

    init(_ requests: Recorder<String>) { self.requests = requests }

    /// Adds the handler to a connection with HTTP/1.1. The number of the connections is that of the values in `connections`.
    static func install(
        on channel: any Channel, connections: Recorder<Int>, requests: Recorder<String>
    ) -> EventLoopFuture<Void> {
        connections.append(1)
        return channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
            try channel.pipeline.syncOperations.addHandler(RecordingResponder(requests))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            path = head.uri
            requests.append("\(head.method) \(head.uri)")
        case .body: break
        case .end:
            let head = HTTPResponseHead(
                version: .http1_1, status: .ok, headers: ["Content-Length": "\(path.utf8.count)"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: path)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
