import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization

/// A loader with the content of a hostile origin, without sockets.
struct HostileLoader: Loader {
    /// The origin of the URLs.
    static let base = "http://fuzz.test/"
    private static let maximumRedirects = 10

    let content: HostileContent

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        var url = request.url
        var redirects = 0
        while true {
            try Task.checkCancellation()
            guard url.host() == "fuzz.test" else { throw LoadError(.hostNotFound, kind: request.kind, url: url) }
            let answer = content.answer(String(url.path.drop { $0 == "/" }), query: url.query)
            if case .late(let milliseconds) = answer.manner { try await SystemClock().sleep(for: Double(milliseconds) / 1000) }
            switch answer.status {
            case 301, 302, 303, 307, 308:
                guard redirects < Self.maximumRedirects, let location = answer.location, let next = URL(string: location, relativeTo: url)
                else {
                    throw LoadError(.redirectLoop(status: answer.status), kind: request.kind, url: url)
                }
                redirects += 1
                url = next.absoluteURL
            case 200..<300: return try response(answer, to: request, url: url)
            default: throw LoadError(.status(answer.status), kind: request.kind, url: url)
            }
        }
    }

    private func response(_ answer: HostileAnswer, to request: LoadRequest, url: URL) throws -> LoadResponse {
        let total = Int64(answer.body.count)
        var part = 0..<answer.body.count
        if let range = request.byteRange {
            guard range.offset < total else { throw LoadError(.status(416), kind: request.kind, url: url) }
            part = Int(range.offset)..<Int(min(total, range.end ?? total))
        }
        let failure = LoadError(.connectionLost, kind: request.kind, url: url)
        let source = HostileBody(Array(answer.body[part]), manner: answer.manner, failure: failure)
        var headers = HeaderFields()
        if let type = answer.type { headers.append("Content-Type", type) }
        return LoadResponse(
            status: part.count == answer.body.count ? 200 : 206, headers: headers, url: url, contentLength: Int64(part.count),
            totalLength: total, acceptsRanges: answer.acceptsRanges, body: LoadBody(source: source))
    }
}
