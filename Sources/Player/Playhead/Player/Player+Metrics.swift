import PlayheadCMCD
import PlayheadCore

extension Player {
    /// Every measurement from now on, in order; each call returns a sequence of its own, which ends with the player. If the reader is slower than the
    /// measurements, the newest ``PlaybackSession/bufferedMetrics`` are kept.
    public nonisolated var metricEvents: AsyncStream<any MetricEvent> { session.metricEvents }

    /// Every measurement from now on.
    /// - Parameter policy: The number of buffered measurements, and which ones are dropped.
    /// - Returns: An asynchronous sequence of the measurements.
    public nonisolated func metricEvents(
        buffering policy: AsyncStream<any MetricEvent>.Continuation.BufferingPolicy
    ) -> AsyncStream<any MetricEvent> {
        session.metricEvents(buffering: policy)
    }

    /// Returns every measurement of one kind from now on, such as `StallMetric.self`, buffered as ``metricEvents``.
    public nonisolated func metrics<Metric: MetricEvent>(
        of type: Metric.Type
    ) -> AsyncCompactMapSequence<AsyncStream<any MetricEvent>, Metric> {
        session.metrics(of: type)
    }

    /// Ends the sequences of measurements, after everything is released.
    package func finishMetrics() { session.measurements.finish() }
}

/// The reports of a player by CMCD.
extension Player {
    /// The identifier of the session in reports by CMCD; `nil` without ``PlayerConfiguration/cmcd``.
    public nonisolated var clientDataSessionID: String? { session.clientDataSessionID }

    /// The statements of servers by CMSD (CTA-5006) in the last response that had any, such as their estimated throughput; `nil` before, and
    /// without ``PlayerConfiguration/cmcd``.
    public nonisolated var serverData: CMSD? { session.serverData }

    /// Reports an event of the app (`ce`) to the targets of ``PlayerConfiguration/cmcd`` that receive `CMCDEvent.custom`.
    /// - Parameter name: The name, 1 to 64 printable ASCII characters; another one is not reported.
    public nonisolated func reportClientEvent(named name: String) { session.reportClientEvent(named: name) }
}
