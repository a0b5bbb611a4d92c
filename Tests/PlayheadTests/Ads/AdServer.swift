import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization

/// An ad server without sockets, which answers documents and trackers as configured, immediately or never, and records its requests.
final class AdServer: Loader {
    enum Answer: Sendable {
        case document(String)
        case status(Int)
        /// A transport failure.
        case failure(LoadError.Reason)
        /// No response until another answer is set.
        case silence
    }

    private struct State {
        var answers: [String: Answer] = [:]
        var trackers = Answer.document("")
        var calls: [(time: Double, path: String)] = []
        /// The requests that are not answered, and what ends their wait.
        var waits: [Int: (url: String, end: AsyncStream<Never>.Continuation)] = [:]
        var lastWait = 0
    }

    private let state = Mutex(State())
    private let clock: any PlaybackClock

    init(clock: any PlaybackClock) { self.clock = clock }

    /// Sets the response to the address of a document, also for requests that wait; other documents do not exist.
    func answer(_ url: String, _ answer: Answer) {
        state.withLock { state in
            state.answers[url] = answer
            for (id, wait) in state.waits where wait.url == url {
                state.waits[id] = nil
                wait.end.finish()
            }
        }
    }

    /// Sets the response of all trackers, which are on `t.example`.
    func answerTrackers(_ answer: Answer) { state.withLock { $0.trackers = answer } }

    /// The tracker requests and their times, without the server, in order.
    var calls: [(time: Double, path: String)] { state.withLock { $0.calls } }

    /// The number of requests that are not answered.
    var silent: Int { state.withLock { $0.waits.count } }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        // The identifier of the playback differs each time.
        let url = request.url.absoluteString.replacing(/[?&]_HLS_primary_id=[0-9A-F-]+/, with: "")
        let tracker = "https://t.example/"
        let answer = state.withLock { state in
            guard url.hasPrefix(tracker) else { return state.answers[url] ?? .status(404) }
            state.calls.append((clock.now, String(url.dropFirst(tracker.count))))
            return state.trackers
        }
        switch answer {
        case .document(let text):
            return LoadResponse(status: 200, headers: HeaderFields(), url: request.url, body: LoadBody(bytes: Array(text.utf8)))
        case .status(let status): throw LoadError(.status(status), kind: request.kind, url: request.url)
        case .failure(let reason): throw LoadError(reason, kind: request.kind, url: request.url)
        case .silence:
            let (wait, end) = AsyncStream.makeStream(of: Never.self)
            let id = state.withLock { state in
                state.lastWait += 1
                state.waits[state.lastWait] = (url, end)
                return state.lastWait
            }
            for await _ in wait {}
            state.withLock { $0.waits[id] = nil }
            try Task.checkCancellation()
            return try await load(request)
        }
    }
}
