import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization

/// An ad server without sockets: it answers documents and trackers as it is told, at once or never, and writes down what it was asked.
final class AdServer: Loader {
    enum Answer: Sendable {
        case document(String)
        case status(Int)
        /// A failure of the transport.
        case failure(LoadError.Reason)
        /// Nothing, for as long as anybody waits.
        case silence
    }

    private struct State {
        var answers: [String: Answer] = [:]
        var trackers = Answer.document("")
        var calls: [(time: Double, path: String)] = []
        var silent = 0
    }

    private let state = Mutex(State())
    private let clock: any PlaybackClock

    init(clock: any PlaybackClock) { self.clock = clock }

    /// Says what a document's address answers; what is not named is not there.
    func answer(_ url: String, _ answer: Answer) { state.withLock { $0.answers[url] = answer } }

    /// Says what all trackers answer, which are on `t.example`.
    func answerTrackers(_ answer: Answer) { state.withLock { $0.trackers = answer } }

    /// When which trackers were called, without their server, in order.
    var calls: [(time: Double, path: String)] { state.withLock { $0.calls } }

    /// Requests that will never be answered.
    var silent: Int { state.withLock { $0.silent } }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        // The playback's name is another one each time.
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
            state.withLock { $0.silent += 1 }
            defer { state.withLock { $0.silent -= 1 } }
            let (forever, end) = AsyncStream.makeStream(of: Never.self)
            for await _ in forever {}
            withExtendedLifetime(end) {}
            throw CancellationError()
        }
    }
}
