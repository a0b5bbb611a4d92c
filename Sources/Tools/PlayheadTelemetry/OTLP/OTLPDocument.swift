import Foundation
import PlayheadTransport

/// Writes families as an `ExportMetricsServiceRequest` in the JSON encoding of OTLP: field names in lower camel case, 64-bit integers as strings,
/// enumerations as numbers.
enum OTLPDocument {
    /// `AGGREGATION_TEMPORALITY_CUMULATIVE`.
    private static let cumulative = 2

    /// Encodes families.
    /// - Parameters:
    ///   - families: The metrics.
    ///   - resource: The attributes of the resource.
    ///   - time: The time of the values, in seconds since 1970.
    /// - Returns: The document.
    /// - Throws: The error of the encoder.
    static func bytes(of families: [MetricFamily], resource: [(name: String, value: String)], time: Double) throws -> [UInt8] {
        let scope = Scope(name: "playhead", version: HTTPLoaderConfiguration.version)
        let metrics = families.map { metric($0, nanoseconds(time)) }
        let request = Request(resourceMetrics: [
            ResourceMetrics(
                resource: Resource(attributes: resource.map { Attribute(key: $0.name, value: .init(stringValue: $0.value)) }),
                scopeMetrics: [ScopeMetrics(scope: scope, metrics: metrics)])
        ])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return Array(try encoder.encode(request))
    }

    private static func nanoseconds(_ seconds: Double) -> String { String(UInt64(saturating: seconds * 1e9)) }

    private static func metric(_ family: MetricFamily, _ time: String) -> Metric {
        let points = family.series.map { series in
            var point = Point(
                attributes: series.labels.labels.map { Attribute(key: $0.name, value: .init(stringValue: $0.value)) }, timeUnixNano: time)
            switch series.value {
            case .gauge(let value): point.asDouble = value
            case .counter(let value):
                point.startTimeUnixNano = nanoseconds(series.start)
                point.asDouble = value
            case .histogram(let value):
                point.startTimeUnixNano = nanoseconds(series.start)
                point.count = String(value.count)
                point.sum = value.sum
                point.bucketCounts = value.counts.map { String($0) }
                point.explicitBounds = value.bounds
            }
            return point
        }
        var metric = Metric(
            name: family.description.name.text, description: family.description.help, unit: family.description.unit?.ucum ?? "")
        switch family.description.kind {
        case .gauge: metric.gauge = Points(dataPoints: points)
        case .counter: metric.sum = Points(dataPoints: points, aggregationTemporality: cumulative, isMonotonic: true)
        case .histogram: metric.histogram = Points(dataPoints: points, aggregationTemporality: cumulative)
        }
        return metric
    }

    private struct Request: Encodable { var resourceMetrics: [ResourceMetrics] }

    private struct ResourceMetrics: Encodable {
        var resource: Resource
        var scopeMetrics: [ScopeMetrics]
    }

    private struct Resource: Encodable { var attributes: [Attribute] }

    private struct ScopeMetrics: Encodable {
        var scope: Scope
        var metrics: [Metric]
    }

    private struct Scope: Encodable { var name, version: String }

    private struct Attribute: Encodable {
        struct Value: Encodable { var stringValue: String }

        var key: String
        var value: Value
    }

    private struct Metric: Encodable {
        var name, description, unit: String
        var gauge, sum, histogram: Points?
    }

    private struct Points: Encodable {
        var dataPoints: [Point]
        var aggregationTemporality: Int?
        var isMonotonic: Bool?
    }

    private struct Point: Encodable {
        var attributes: [Attribute]
        var timeUnixNano: String
        var startTimeUnixNano: String?
        var asDouble: Double?
        var count: String?
        var sum: Double?
        var bucketCounts: [String]?
        var explicitBounds: [Double]?
    }
}
