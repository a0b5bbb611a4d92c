import Foundation
import PlayheadAds
import PlayheadCore
import PlayheadTransport

/// Loads documents of ads and schedules, each within its timeout.
final class AdDocuments {
    /// Receives the result of each request, once.
    var answer: (AdInput) -> Void = { _ in }
    /// The maximum size of a document in bytes.
    private static let longest = 4 << 20
    private let playback: Playback
    private let timers: AdTimers
    private let isolation: SessionIsolation
    private var requests: [Int: (load: Task<Void, Never>, limit: Int)] = [:]

    init(playback: Playback, timers: AdTimers, isolation: SessionIsolation) {
        self.playback = playback
        self.timers = timers
        self.isolation = isolation
    }

    /// The number of requests without a result.
    var count: Int { requests.count }

    func load(_ request: AdResolver.Request) {
        let id = request.id
        guard let url = URL(text: request.url) else { return answer(.failure(id: id, reason: "the URL is invalid")) }
        // Requests to ad servers carry none of the content's options.
        let loader = playback.loader(for: url, AssetOptions())
        var load = LoadRequest(url: url, object: .adDocument, timeouts: LoadTimeouts(head: request.timeout, progress: request.timeout))
        load.isRetried = false
        let documents = WeakPart(self)
        let task = isolation.begin { [load] isolation in
            let input: AdInput
            do {
                let (response, bytes) = try await loader.loadWhole(load, upTo: Self.longest)
                input = .response(id: id, bytes: bytes, url: response.url.absoluteString)
            } catch {
                input = Self.isTimeout(error) ? .timeout(id: id) : .failure(id: id, reason: Self.reason(of: error))
            }
            documents.part(on: isolation)?.finish(id, input)
        }
        let limit = timers.start(in: request.timeout) { [weak self] in self?.finish(id, .timeout(id: id)) }
        requests[id] = (task, limit)
    }

    private static func reason(of error: any Error) -> String {
        guard let error = error as? LoadError else { return "\(error)" }
        if case .status(let status) = error.reason { return "status \(status)" }
        let failure = PlaybackError(error)
        return [failure.message, failure.underlying].compactMap(\.self).joined(separator: " ")
    }

    private static func isTimeout(_ error: any Error) -> Bool {
        switch (error as? LoadError)?.reason {
        case .headTimeout, .progressTimeout: true
        default: false
        }
    }

    private func finish(_ id: Int, _ input: AdInput) {
        guard let request = requests.removeValue(forKey: id) else { return }
        request.load.cancel()
        timers.cancel(request.limit)
        answer(input)
    }

    func cancelAll() {
        for request in requests.values {
            request.load.cancel()
            timers.cancel(request.limit)
        }
        requests = [:]
    }
}
