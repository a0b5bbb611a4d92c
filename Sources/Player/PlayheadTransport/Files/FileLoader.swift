import Foundation
import NIOPosix

/// Loads `file` URLs, whole or in part.
///
/// Blocking calls run on the process's thread pool for files, never on the cooperative pool, in pieces that are small enough to share the
/// threads. Only regular files are read, because a pipe or a device may block forever.
package final class FileLoader: Loader {
    private let metrics: TransferMetrics

    /// Creates a loader.
    /// - Parameter metrics: Receives the counts of requests and bytes, and the steps of transfers.
    package init(metrics: TransferMetrics = TransferMetrics()) {
        self.metrics = metrics
    }

    /// Opens a file. The timeouts and header fields of the request are ignored.
    package func load(_ request: LoadRequest) async throws -> LoadResponse {
        try Task.checkCancellation()
        guard request.url.isFileURL, !request.url.path(percentEncoded: true).isEmpty else {
            throw LoadError(.invalidURL, kind: request.kind, url: request.url)
        }
        if let reason = request.url.foreignFileReason {
            throw LoadError(.invalidURL, kind: request.kind, url: request.url, detail: reason)
        }
        guard request.byteRange?.isValid ?? true else { throw LoadError(.invalidRequest, kind: request.kind, url: request.url) }
        let recorder = TransferRecorder(request, url: request.url, metrics: metrics)
        recorder.begin()
        do {
            return try await open(request, recorder)
        } catch {
            recorder.end(error)
            throw error
        }
    }

    private func open(_ request: LoadRequest, _ recorder: TransferRecorder) async throws -> LoadResponse {
        let path = request.url.fileBytes
        let file: OpenFile
        do {
            file = try await NIOThreadPool.singleton.runIfActive { try OpenFile(path: path) }
        } catch let failure as OpenFile.Failure {
            throw LoadError(.fileUnreadable, kind: request.kind, url: request.url, detail: failure.message)
        }
        let offset = request.byteRange?.offset ?? 0
        // As with a server, a range that starts after the end is not satisfiable.
        guard request.byteRange == nil || offset < file.size else {
            throw LoadError(.status(416), kind: request.kind, url: request.url)
        }
        let length = min(file.size - offset, request.byteRange?.length ?? .max)
        let source = FileBodySource(file, range: offset..<(offset + length), request: request, recorder: recorder)
        let status = request.byteRange == nil ? 200 : 206
        recorder.change { ($0.status, $0.firstByte) = (status, $1) }
        return LoadResponse(
            status: status, url: request.url, contentLength: length, totalLength: file.size,
            acceptsRanges: true, body: LoadBody(source: source))
    }
}
