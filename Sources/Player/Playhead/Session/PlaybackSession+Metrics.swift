import PlayheadCore

extension PlaybackSession {
    /// The number of measurements that a sequence keeps for a slow reader by default; the oldest ones are dropped.
    public static let bufferedMetrics = 1000

    /// Every measurement from now on, in order; each call returns a sequence of its own, which ends with the session. If the reader is slower than
    /// the measurements, the newest ``bufferedMetrics`` are kept.
    public nonisolated var metricEvents: AsyncStream<any MetricEvent> { metricEvents(buffering: .bufferingNewest(Self.bufferedMetrics)) }

    /// Every measurement from now on.
    /// - Parameter policy: The number of buffered measurements, and which ones are dropped.
    /// - Returns: An asynchronous sequence of the measurements.
    public nonisolated func metricEvents(
        buffering policy: AsyncStream<any MetricEvent>.Continuation.BufferingPolicy
    ) -> AsyncStream<any MetricEvent> {
        measurements.stream(policy)
    }

    /// Returns every measurement of one kind from now on, such as `StallMetric.self`, buffered as ``metricEvents``.
    public nonisolated func metrics<Metric: MetricEvent>(
        of type: Metric.Type
    ) -> AsyncCompactMapSequence<AsyncStream<any MetricEvent>, Metric> {
        metricEvents.compactMap { $0 as? Metric }
    }
}
