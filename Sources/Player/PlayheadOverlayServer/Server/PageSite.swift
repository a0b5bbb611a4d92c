import NIOCore
import NIOHTTP1
import NIOPosix

/// The answers of a ``PageServer``: files, refusals, and the delivery of WebSocket events.
struct PageSite: Sendable {
    /// An answer to a request.
    struct Answer: Sendable {
        var status: HTTPResponseStatus
        var fields: HTTPHeaders
        var body: ByteBuffer
    }

    let files: PageFiles
    let policy: RequestPolicy
    var heartbeat: Heartbeat?
    let deliver: SocketEvent.Delivery

    /// Reads the file of a target, on a thread that may block.
    func file(_ target: String, on loop: any EventLoop) -> EventLoopFuture<PageFiles.File?> {
        NIOThreadPool.singleton.runIfActive(eventLoop: loop) { files.file(target: target) }
    }

    /// The answer that refuses a request.
    func answer(_ status: HTTPResponseStatus, to request: HTTPRequestHead?) -> Answer {
        let text = "\(status.code) \(status.reasonPhrase)\n"
        var answer = answer(status, "text/plain; charset=utf-8", ByteBuffer(string: text), to: request)
        if status == .methodNotAllowed { answer.fields.add(name: "Allow", value: "GET, HEAD") }
        return answer
    }

    /// The answer with a file.
    func answer(_ file: PageFiles.File, to request: HTTPRequestHead) -> Answer {
        answer(.ok, file.type, ByteBuffer(bytes: file.bytes), to: request)
    }

    private func answer(_ status: HTTPResponseStatus, _ type: String, _ body: ByteBuffer, to request: HTTPRequestHead?) -> Answer {
        let fields: HTTPHeaders = [
            "Content-Type": type, "Content-Length": String(body.readableBytes), "Connection": "close", "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
            "Content-Security-Policy": contentPolicy(request),
        ]
        return Answer(status: status, fields: fields, body: body)
    }

    /// The content-security policy: the socket is the only connection.
    private func contentPolicy(_ request: HTTPRequestHead?) -> String {
        let host = request?.headers.first(name: "host").flatMap { policy.admits(host: $0) ? " ws://\($0)" : nil } ?? ""
        return PageFiles.contentPolicy(connections: host)
    }
}
