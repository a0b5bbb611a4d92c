import Foundation
import PlayheadTransport
import Synchronization

/// Loads from a folder on disk; the bytes of segments are held at a gate, even after cancellation.
final class GatedLoader: Loader {
    private struct State {
        /// The end of the paths that are held; `nil` if none is.
        var held: String?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let root: URL
    private let state = Mutex(State())

    init(root: URL) { self.root = root }

    func url(_ path: String) -> URL { URL(string: "http://folder.test/\(path)") ?? root }

    /// The number of transfers that wait at the gate.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Holds the segments whose path ends in `path`.
    func closeGate(for path: String = "") { state.withLock { $0.held = path } }

    /// Releases all transfers, and holds no others.
    func openGate() {
        state.withLock { $0.held = nil }
        release(waiting)
    }

    /// Releases transfers, newest first.
    func release(_ count: Int) {
        let released = state.withLock { state in
            let released = Array(state.waiting.suffix(count))
            state.waiting.removeLast(released.count)
            return released
        }
        for continuation in released { continuation.resume() }
    }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let path = String(request.url.path.drop { $0 == "/" })
        guard let data = try? Data(contentsOf: root.appendingPathComponent(path)) else {
            throw LoadError(.status(404), kind: request.kind, url: request.url)
        }
        if request.kind == .segment { await pass(path) }
        return LoadResponse(status: 200, url: request.url, contentLength: Int64(data.count), body: LoadBody(bytes: [UInt8](data)))
    }

    private func pass(_ path: String) async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard let held = state.held, path.hasSuffix(held) else { return true }
                state.waiting.append(continuation)
                return false
            }
            if isOpen { continuation.resume() }
        }
    }
}
