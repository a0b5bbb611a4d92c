import Foundation
import PlayheadNumbers
import PlayheadTransport

/// The settings of the export by OTLP, from the environment (OpenTelemetry, "OTLP Exporter Configuration").
package struct OTLPSettings: Sendable {
    /// The error of a variable with an invalid value.
    package struct Invalid: Error, CustomStringConvertible {
        /// The variable and the reason; no value that may be a secret.
        package let description: String
    }

    /// The only supported protocol.
    package static let supportedProtocol = "http/json"

    /// The URL that metrics are sent to.
    package var url: URL
    /// The header fields, which may be secret.
    package var headers = HeaderFields()
    /// The maximum time of a request, in seconds.
    package var timeout = 10.0
    /// The time between exports, in seconds.
    package var interval = 60.0
    /// The attributes of the resource, in order.
    package var resource: [(name: String, value: String)] = []
    /// A file of certificates that are trusted; `nil` for those of the system.
    package var certificate: String?

    /// Reads the settings.
    /// - Parameter environment: The variables; empty ones count as unset.
    /// - Returns: `nil` if no endpoint is set, or the export is disabled.
    /// - Throws: ``Invalid``.
    package static func read(_ environment: [String: String]) throws(Invalid) -> OTLPSettings? {
        func value(_ name: String) -> String? {
            environment[name].map { $0.trimmingCharacters(in: .whitespaces) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        /// The variable for metrics precedes the one for all signals.
        func option(_ name: String) -> (name: String, value: String)? {
            for name in ["OTEL_EXPORTER_OTLP_METRICS_\(name)", "OTEL_EXPORTER_OTLP_\(name)"] {
                if let value = value(name) { return (name, value) }
            }
            return nil
        }
        guard let endpoint = option("ENDPOINT"), value("OTEL_SDK_DISABLED")?.lowercased() != "true",
            value("OTEL_METRICS_EXPORTER") != "none"
        else { return nil }
        if let chosen = option("PROTOCOL"), chosen.value != supportedProtocol {
            throw Invalid(description: "\(chosen.name) is '\(chosen.value)'; only \(supportedProtocol) is supported.")
        }
        var settings = OTLPSettings(url: try url(endpoint, isBase: !endpoint.name.contains("METRICS")))
        if let timeout = option("TIMEOUT") { settings.timeout = try milliseconds(timeout) }
        if let interval = value("OTEL_METRIC_EXPORT_INTERVAL") {
            settings.interval = try milliseconds((name: "OTEL_METRIC_EXPORT_INTERVAL", value: interval))
        }
        settings.certificate = option("CERTIFICATE")?.value
        if let headers = option("HEADERS") {
            let fields = try pairs(headers)
            guard fields.allSatisfy({ HeaderSyntax.isValid(name: $0.name, value: $0.value) }) else {
                throw Invalid(description: "\(headers.name): a name has characters that no header field has.")
            }
            settings.headers = HeaderFields(fields.map { ($0.name, $0.value) })
        }
        var resource: [(name: String, value: String)] = []
        if let attributes = value("OTEL_RESOURCE_ATTRIBUTES") {
            // Keys of attributes are unique; the last value counts.
            for pair in try pairs((name: "OTEL_RESOURCE_ATTRIBUTES", value: attributes)) {
                resource.removeAll { $0.name == pair.name }
                resource.append(pair)
            }
        }
        if let name = value("OTEL_SERVICE_NAME") {
            resource.removeAll { $0.name == "service.name" }
            resource.append((name: "service.name", value: name))
        }
        for (name, value) in [("service.name", "playhead"), ("service.version", HTTPLoaderConfiguration.version)]
        where !resource.contains(where: { $0.name == name }) { resource.append((name: name, value: value)) }
        settings.resource = resource
        return settings
    }

    private init(url: URL) { self.url = url }

    /// The path of metrics is appended to the endpoint for all signals only.
    private static func url(_ option: (name: String, value: String), isBase: Bool) throws(Invalid) -> URL {
        var text = option.value
        if isBase {
            let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
            text.insert(contentsOf: text[..<end].hasSuffix("/") ? "v1/metrics" : "/v1/metrics", at: end)
        }
        guard let url = URL(text: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false else {
            throw Invalid(description: "\(option.name) is not a URL with http or https.")
        }
        return url
    }

    private static func milliseconds(_ option: (name: String, value: String)) throws(Invalid) -> Double {
        let (thousand, longest) = (1000.0, 86_400_000)
        guard let number = Int(option.value), (1...longest).contains(number) else {
            throw Invalid(description: "\(option.name) is not a number of milliseconds, from 1 to \(longest).")
        }
        return Double(number) / thousand
    }

    /// Parses `name=value,name=value` with percent-encoded values (W3C Baggage).
    private static func pairs(_ option: (name: String, value: String)) throws(Invalid) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for (index, entry) in option.value.split(separator: ",").enumerated() {
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { $0.trimmingCharacters(in: .whitespaces).removingPercentEncoding }
            guard texts.count == 2, let name = texts[0], let value = texts[1], !name.isEmpty,
                !(name + value).unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
            else { throw Invalid(description: "\(option.name): entry \(index + 1) is not of the form name=value.") }
            pairs.append((name: name, value: value))
        }
        return pairs
    }
}
