import Dispatch
import FlyingFox
import Foundation

/// Answers the requests of pages: with files, or by becoming a page's socket.
struct PageHandler: HTTPHandler {
    private static let reading = DispatchQueue(label: "playhead.overlay.files")

    let files: PageFiles
    let policy: RequestPolicy
    var heartbeat: Heartbeat?
    let deliver: SocketEvent.Delivery

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let target = request.target.rawValue
        guard policy.admits(host: request.headers[.host]) else { return answer(.misdirectedRequest, nil, request) }
        guard request.method == .GET || request.method == .HEAD else { return answer(.methodNotAllowed, nil, request) }
        guard !target.hasPrefix(PageFiles.socketPath) else { return try await socket(request) }
        guard let file = await file(target) else { return answer(.notFound, nil, request) }
        return answer(.ok, file, request)
    }

    private func socket(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = request.query.first { $0.name == "token" }?.value
        let refusal = policy.refusal(host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")], token: token)
        guard request.target.path() == PageFiles.socketPath, refusal == nil else { return answer(.forbidden, nil, request) }
        return try await WebSocketHTTPHandler(handler: PageSocketHandler(heartbeat: heartbeat, deliver: deliver)).handleRequest(request)
    }

    /// Reads it where that holds up nobody else.
    private func file(_ target: String) async -> PageFiles.File? {
        await withCheckedContinuation { done in Self.reading.async { done.resume(returning: files.file(target: target)) } }
    }

    private func answer(_ status: HTTPStatusCode, _ file: PageFiles.File?, _ request: HTTPRequest) -> HTTPResponse {
        let body = file.map { Data($0.bytes) } ?? Data("\(status.code) \(status.phrase)\n".utf8)
        let headers: HTTPHeaders = [
            .contentType: file?.type ?? "text/plain; charset=utf-8", .contentLength: String(body.count), .connection: "close",
            .cacheControl: "no-store", HTTPHeader("X-Content-Type-Options"): "nosniff", HTTPHeader("Referrer-Policy"): "no-referrer",
            HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
            HTTPHeader("Content-Security-Policy"): contentPolicy(request),
        ]
        return HTTPResponse(statusCode: status, headers: headers, body: request.method == .HEAD ? Data() : body)
    }

    /// No connection but the socket.
    private func contentPolicy(_ request: HTTPRequest) -> String {
        let host = request.headers[.host].flatMap { policy.admits(host: $0) ? " ws://\($0)" : nil } ?? ""
        return PageFiles.contentPolicy(connections: host)
    }
}
