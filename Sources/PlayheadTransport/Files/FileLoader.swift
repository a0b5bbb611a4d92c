import Foundation
import NIOPosix

/// Loads from `file` URLs, whole or in part.
///
/// Blocking calls run on the process's pool of threads for files, never on the cooperative pool, in pieces small enough that no reader
/// keeps a thread for long. Only regular files are read: a pipe or device could block for ever.
public final class FileLoader: Loader {
    private let metrics: TransferMetrics

    /// Makes a loader.
    /// - Parameter metrics: Where requests, bytes and samples go.
    public init(metrics: TransferMetrics = TransferMetrics()) {
        self.metrics = metrics
    }

    /// Opens a file. The time limits and header fields of the request have no meaning here.
    public func load(_ request: LoadRequest) async throws -> LoadResponse {
        try Task.checkCancellation()
        guard request.url.isFileURL, !request.url.path(percentEncoded: false).isEmpty else {
            throw LoadError(.invalidURL, kind: request.kind, url: request.url)
        }
        guard request.byteRange?.isValid ?? true else { throw LoadError(.invalidRequest, kind: request.kind, url: request.url) }
        metrics.countRequest()
        let path = request.url.path(percentEncoded: false)
        let file: OpenFile
        do {
            file = try await NIOThreadPool.singleton.runIfActive { try OpenFile(path: path) }
        } catch let failure as OpenFile.Failure {
            throw LoadError(.fileUnreadable, kind: request.kind, url: request.url, detail: failure.message)
        }
        let offset = request.byteRange?.offset ?? 0
        // As a server would answer: a range that begins past the end can't be satisfied.
        guard request.byteRange == nil || offset < file.size else {
            throw LoadError(.status(416), kind: request.kind, url: request.url)
        }
        let length = min(file.size - offset, request.byteRange?.length ?? .max)
        let source = FileBodySource(file, range: offset..<(offset + length), request: request, metrics: metrics)
        return LoadResponse(
            status: request.byteRange == nil ? 200 : 206, url: request.url, contentLength: length, totalLength: file.size,
            acceptsRanges: true, body: LoadBody(source: source))
    }
}
