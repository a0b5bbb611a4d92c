import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

/// A loopback server with HTTP/2 over TLS that responds to every request with the same body.
struct HTTP2Server {
    let port: Int
    /// The certificate authority that clients must trust.
    let authority: URL

    /// Runs a server while `body` runs.
    static func answering(
        _ content: String, headers: HTTPHeaders = [:], upTo version: TLSVersion? = nil, while body: (HTTP2Server) async throws -> Void
    ) async throws {
        try await run(
            { channel in
                channel.configureCommonHTTPServerPipeline { stream in
                    stream.eventLoop.makeCompletedFuture {
                        try stream.pipeline.syncOperations.addHandler(Answer(content: content, headers: headers))
                    }
                }
            }, upTo: version, while: body)
    }

    /// Runs a server while `body` runs. After a request it sends the bytes that `frames` returns for its stream; with `repeating` the bytes
    /// are sent repeatedly, as fast as the client accepts them.
    static func sending(
        repeating: Bool = false, _ frames: @escaping @Sendable (UInt32) -> [UInt8], while body: (HTTP2Server) async throws -> Void
    ) async throws {
        try await run(
            { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RawHTTP2Answer(frames, isRepeating: repeating))
                }
            }, while: body)
    }

    /// Runs a server while `body` runs. `configure` adds the HTTP/2 handlers to a connection. `version` is the newest supported TLS
    /// version, or `nil` for all.
    private static func run(
        _ configure: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>, upTo version: TLSVersion? = nil,
        while body: (HTTP2Server) async throws -> Void
    ) async throws {
        // Only HTTP/2 is offered: a client with HTTP/1.1 gets no response.
        try await TLSListener.run(protocols: ["h2"], upTo: version, configure) { listener in
            try await body(HTTP2Server(port: listener.port, authority: listener.authority))
        }
    }

    private final class Answer: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let content: String
        private let headers: HTTPHeaders

        init(content: String, headers: HTTPHeaders) {
            self.content = content
            self.headers = headers
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            var headers = headers
            headers.add(name: "content-length", value: "\(content.utf8.count)")
            context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http2, status: .ok, headers: headers))), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: content)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
