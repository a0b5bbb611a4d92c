/// The unit of a metric, which is the last part of its name in OpenMetrics.
package enum MetricUnit: String, Sendable, Hashable {
    case seconds, bytes, ratio
}
