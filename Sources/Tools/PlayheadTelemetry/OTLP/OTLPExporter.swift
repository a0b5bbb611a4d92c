import Foundation
import PlayheadCore
import PlayheadTransport

/// Sends the metrics of a registry to a collector, by OTLP over HTTP in JSON. At most one request is in progress, and nothing waits for it.
package struct OTLPExporter: Sendable {
    /// The statuses after which a request is repeated (OTLP, "Retryable Response Codes").
    private static let retryable: Set<Int> = [429, 502, 503, 504]

    private let settings: OTLPSettings
    private let registry: MetricRegistry
    private let sender: MetricsSender
    private let clock: any PlaybackClock
    private let policy: RetryPolicy
    private let reporter: ProblemReporter

    /// Creates an exporter.
    /// - Parameters:
    ///   - settings: The settings.
    ///   - registry: The metrics.
    ///   - loader: Sends the requests; must not retry.
    ///   - clock: The clock of intervals, delays and timeouts.
    ///   - report: Called with a sentence for people when a problem begins, once while it lasts.
    package init(
        _ settings: OTLPSettings, _ registry: MetricRegistry, loader: any Loader, clock: any PlaybackClock = SystemClock(),
        report: @escaping @Sendable (String) -> Void
    ) {
        let (retries, delay, longestDelay) = (4, 1.0, 30.0)
        self.settings = settings
        self.registry = registry
        self.clock = clock
        sender = MetricsSender(loader: loader, clock: clock, timeout: settings.timeout)
        policy = RetryPolicy(retries: retries, baseDelay: delay, maximumDelay: longestDelay)
        reporter = ProblemReporter(report)
    }

    /// Exports once in each interval until the task is cancelled. An interval that passes during an export is left out.
    package func run() async {
        var next = clock.now
        while !Task.isCancelled {
            next = max(next + settings.interval, clock.now)
            guard (try? await clock.sleep(until: next)) != nil else { return }
            await export()
        }
    }

    /// Exports the present values, with retries.
    /// - Returns: The problem as a sentence; `nil` if all values were accepted. It is also reported.
    @discardableResult
    package func export(retries: Int = 4) async -> String? {
        guard let bytes = try? OTLPDocument.bytes(of: registry.families, resource: settings.resource, time: registry.time) else {
            return nil
        }
        let content = RequestContent(bytes, type: "application/json")
        var retry = 0
        while true {
            do {
                return finish(OTLPAnswer.problem(in: try await sender.send(content, to: settings.url, headers: settings.headers)))
            } catch let error as LoadError {
                retry += 1
                guard retry <= retries, Self.isRetryable(error),
                    let delay = policy.delay(beforeRetry: retry, after: error, random: Double.random(in: 0...1))
                else { return finish(error.publishingReason) }
                guard (try? await clock.sleep(for: delay)) != nil else { return nil }
            } catch {
                return nil
            }
        }
    }

    private static func isRetryable(_ error: LoadError) -> Bool {
        if case .status(let status) = error.reason { retryable.contains(status) } else { true }
    }

    private func finish(_ reason: String?) -> String? {
        let problem = reason.map { "Metrics do not reach the collector at \(settings.url.withoutSecrets): \($0)." }
        reporter.handle(problem)
        return problem
    }
}

/// The answer of a collector: an `ExportMetricsServiceResponse`.
enum OTLPAnswer {
    /// Returns the problem that a successful answer reports; `nil` if all values were accepted.
    static func problem(in bytes: [UInt8]) -> String? {
        guard !bytes.isEmpty else { return nil }
        guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)), let fields = object as? [String: Any] else {
            return "its answer is not JSON"
        }
        guard let partial = fields["partialSuccess"] as? [String: Any] else { return nil }
        let rejected = (partial["rejectedDataPoints"] as? String).flatMap { Int($0) } ?? (partial["rejectedDataPoints"] as? Int) ?? 0
        let message = SafeText.clean(Secrets.blanked(partial["errorMessage"] as? String ?? ""), limit: 200)
        guard rejected > 0 || !message.isEmpty else { return nil }
        return "it rejected \(rejected) values" + (message.isEmpty ? "" : ": \(message)")
    }
}
