import Synchronization

/// Reports a problem that lasts once, and again only after it has ended or changed.
final class ProblemReporter: Sendable {
    private let last = Mutex<String?>(nil)
    private let report: @Sendable (String) -> Void

    init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

    /// Handles the outcome of an attempt; `nil` for success.
    func handle(_ problem: String?) {
        let isNew = last.withLock { last in
            defer { last = problem }
            return problem != nil && problem != last
        }
        if isNew, let problem { report(problem) }
    }
}
