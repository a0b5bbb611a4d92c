import ArgumentParser
import Foundation
import PlayheadTelemetry

/// The options of a program that publishes metrics.
struct TelemetryArguments: ParsableArguments {
    @Option(
        help: """
            Serve metrics for Prometheus at HOST:PORT, or at a PORT of this machine only. A collector for OTLP is set by the environment, such as \
            OTEL_EXPORTER_OTLP_ENDPOINT.
            """)
    var metricsListen: String?

    @Option(help: "Send metrics to a Pushgateway at this URL, every 10 s and at the end of the run.")
    var pushgateway: String?

    @Option(help: "The job of the metrics in the Pushgateway; by default playhead.")
    var pushJob: String?

    @Option(parsing: .singleValue, help: "A further label of the group in the Pushgateway, NAME=VALUE, such as shard=3; may be repeated.")
    var pushLabel: [String] = []

    func validate() throws {
        _ = try address
        _ = try gateway
        _ = try Self.collector(ProcessInfo.processInfo.environment)
    }

    /// The address of the endpoint.
    var address: ListenAddress? {
        get throws {
            try metricsListen.map { text in
                guard let address = ListenAddress(text) else {
                    throw ValidationError("--metrics-listen takes HOST:PORT or a port, not '\(text)'.")
                }
                return address
            }
        }
    }

    /// The URL and the group of the Pushgateway.
    var gateway: (url: URL, group: PushGroup)? {
        get throws {
            guard let text = pushgateway else {
                guard pushJob == nil, pushLabel.isEmpty else { throw ValidationError("--push-job and --push-label need --pushgateway.") }
                return nil
            }
            guard let url = URL(text: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false else {
                throw ValidationError("--pushgateway takes a URL with http or https.")
            }
            let labels = try pushLabel.map { entry in
                let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { throw ValidationError("--push-label takes NAME=VALUE, not '\(entry)'.") }
                return (name: String(parts[0]), value: String(parts[1]))
            }
            do throws(MetricNameError) { return (url, try PushGroup(job: pushJob ?? "playhead", labels: labels)) } catch {
                throw ValidationError("--push-job and --push-label: \(error)")
            }
        }
    }

    /// The settings of the collector, from the environment.
    static func collector(_ environment: [String: String]) throws -> OTLPSettings? {
        do throws(OTLPSettings.Invalid) { return try OTLPSettings.read(environment) } catch { throw ValidationError("\(error)") }
    }
}
