import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization

/// Sends metrics to a server, within a time limit.
struct MetricsSender: Sendable {
    /// The maximum size of an answer in bytes.
    static let maximumAnswer = 65_536

    let loader: any Loader
    let clock: any PlaybackClock
    /// The maximum time of a request with its answer, in seconds.
    let timeout: Double

    /// Sends a request.
    /// - Returns: The body of a successful answer; empty if it is larger than ``maximumAnswer``.
    /// - Throws: ``LoadError``, or `CancellationError`.
    func send(_ content: RequestContent, to url: URL, headers: HeaderFields = HeaderFields()) async throws -> [UInt8] {
        var request = LoadRequest(
            url: url, kind: .feed, headers: headers, timeouts: LoadTimeouts(head: timeout, progress: timeout))
        request.content = content
        request.isRetried = false
        return try await withThrowingTaskGroup(of: [UInt8].self) { [request] group in
            group.addTask { try await answer(to: request) }
            // A body that arrives slowly keeps the timeouts of the loader.
            group.addTask {
                try await clock.sleep(for: timeout)
                throw LoadError(.progressTimeout, url: url)
            }
            defer { group.cancelAll() }
            return try await group.next() ?? []
        }
    }

    private func answer(to request: LoadRequest) async throws -> [UInt8] {
        do { return try await loader.loadWhole(request, upTo: Self.maximumAnswer).bytes } catch let error as LoadError {
            if case .tooLarge = error.reason { return [] }
            throw error
        }
    }
}

extension LoadError {
    /// The reason for people, without the URL.
    var publishingReason: String {
        switch reason {
        case .status(let status): "it answers with status \(status)"
        case .headTimeout, .progressTimeout: "it does not answer in time"
        case .unreachable: "it is unreachable"
        case .hostNotFound: "its host is unknown"
        default: detail ?? "\(reason)"
        }
    }
}

/// Reports a problem that lasts once, and again only after it has ended or changed.
package final class ProblemReporter: Sendable {
    private let last = Mutex<String?>(nil)
    private let report: @Sendable (String) -> Void

    /// Creates a reporter. `report` is called with each new problem.
    package init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

    /// Handles the outcome of an attempt; `nil` for success.
    package func handle(_ problem: String?) {
        let isNew = last.withLock { last in
            defer { last = problem }
            return problem != nil && problem != last
        }
        if isNew, let problem { report(problem) }
    }
}
