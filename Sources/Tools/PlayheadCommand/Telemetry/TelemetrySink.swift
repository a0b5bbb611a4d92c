import ArgumentParser
import Foundation
import PlayheadArguments
import PlayheadCore
import PlayheadMonitor
import PlayheadTelemetry
import PlayheadTransport

/// Publishes the totals of a run: at an endpoint, to a collector, and to a Pushgateway.
final class TelemetrySink: MonitorSink {
    /// The time between two pushes, in seconds.
    private static let pushInterval = 10.0

    private let registry: MetricRegistry
    private let loader: URLLoader
    private let endpoint: MetricsEndpoint?
    private let exporter: OTLPExporter?
    private let gateway: Pushgateway?
    private let pushReporter = ProblemReporter { standardError($0) }
    private let tasks: [Task<Void, Never>]

    /// Starts publishing; `nil` if no receiver is requested.
    /// - Parameters:
    ///   - arguments: The options.
    ///   - certificates: The files of further certificate authorities.
    /// - Throws: `ExitCode` after a message, if the endpoint's address is unavailable.
    init?(_ arguments: TelemetryArguments, certificates: [URL]) async throws {
        let settings = try TelemetryArguments.collector(ProcessInfo.processInfo.environment)
        let address = try arguments.address
        let target = try arguments.gateway
        guard settings != nil || address != nil || target != nil else { return nil }
        var http = HTTPLoaderConfiguration()
        http.certificateAuthorities = certificates
        if let file = settings?.certificate { http.certificateAuthorities.append(URL(fileURLWithPath: file)) }
        let loader = URLLoader(configuration: http, cookies: nil)
        self.loader = loader
        let registry = MetricRegistry()
        self.registry = registry
        do throws(MetricsEndpoint.Failure) {
            if let address { endpoint = try await MetricsEndpoint.start(address, registry) } else { endpoint = nil }
        } catch {
            await loader.shutdown()
            standardError("\(error).")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
        let exporter = settings.map { OTLPExporter($0, registry, loader: loader) { standardError($0) } }
        let gateway = target.flatMap { Pushgateway($0.url, $0.group, loader: loader) }
        var tasks: [Task<Void, Never>] = []
        if let exporter { tasks.append(Task { await exporter.run() }) }
        if let gateway { tasks.append(Task { [pushReporter] in await Self.push(registry, to: gateway, pushReporter) }) }
        (self.exporter, self.gateway, self.tasks) = (exporter, gateway, tasks)
        if let endpoint { standardError("Metrics: \(endpoint.url)") }
    }

    func publish(_ totals: MonitorTotals) { registry.publish(totals) }

    func finish(_ totals: MonitorTotals) async -> Bool {
        publish(totals)
        for task in tasks {
            task.cancel()
            await task.value
        }
        // At the end of a run a receiver that does not answer may take no longer than its timeout.
        async let exported = exporter?.export(retries: 0)
        async let pushed = gateway?.push(registry.families)
        let (problem, pushProblem) = (await exported, await pushed)
        pushReporter.handle(pushProblem)
        await endpoint?.stop()
        await loader.shutdown()
        return problem == nil && pushProblem == nil
    }

    private static func push(_ registry: MetricRegistry, to gateway: Pushgateway, _ reporter: ProblemReporter) async {
        let clock = SystemClock()
        while (try? await clock.sleep(for: pushInterval)) != nil {
            let problem = await gateway.push(registry.families)
            guard !Task.isCancelled else { return }
            reporter.handle(problem)
        }
    }
}
