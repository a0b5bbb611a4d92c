/// A receiver of the totals of a run, such as a publisher of metrics.
package protocol MonitorSink: AnyObject, Sendable {
    /// Receives the totals once a second. Must return at once: work that takes time belongs on a task of the receiver.
    func publish(_ totals: MonitorTotals)
    /// Receives the totals at the end of the run, and returns when they are published, or after a time limit of its own.
    /// - Returns: The reason why they are not published, as a sentence; `nil` if they are.
    func finish(_ totals: MonitorTotals) async -> String?
}
