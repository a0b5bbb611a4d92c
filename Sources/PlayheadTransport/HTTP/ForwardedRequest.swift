import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Sends requests over `http` to a proxy in absolute form (RFC 9112 §3.2.2), because proxies often refuse tunnels to other ports than 443.
final class ForwardedRequest: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// Adds the handler to a connection to a proxy. Called on the channel's event loop, after the client has added its own handlers.
    static func install(on channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(
            ForwardedRequest(), position: .after(try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)))
    }

    /// Returns a request to `proxy` that the handler completes.
    static func request(
        to url: URL, method: HTTPMethod = .GET, _ headers: HTTPHeaders, _ body: HTTPClient.Body? = nil, through proxy: ProxyAddress
    ) throws -> HTTPClient.Request {
        let text = url.absoluteString
        let start = text.firstRange(of: "//")?.upperBound ?? text.startIndex
        let authority = text[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        var headers = headers
        headers.replaceOrAdd(name: "Host", value: String(authority))
        if let credentials = proxy.encodedCredentials { headers.replaceOrAdd(name: "Proxy-Authorization", value: "Basic \(credentials)") }
        return try HTTPClient.Request(
            url: "http://\(proxy.authority)\(text[authority.endIndex...])", method: method, headers: headers, body: body)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data), let host = head.headers.first(name: "Host") else {
            return context.write(data, promise: promise)
        }
        head.uri = "http://\(host)\(head.uri)"
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
