import Foundation
import PlayheadTransport

/// Answers requests with texts, by the last component of the path; an unknown one is empty.
final class TextLoader: Loader {
    private let texts: [String: String]

    init(_ texts: [String: String]) { self.texts = texts }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let text = texts[request.url.lastPathComponent] ?? ""
        return LoadResponse(url: request.url, body: LoadBody(bytes: Array(text.utf8)))
    }
}
