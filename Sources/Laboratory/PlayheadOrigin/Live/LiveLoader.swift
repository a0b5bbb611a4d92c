import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization

/// Answers the requests of a player directly from a broadcast, without sockets, over a network that is simulated on the injected clock.
///
/// With a `ManualClock`, hours of live streaming run in seconds, with reproducible results. Faults, latencies, bandwidths and blocking
/// requests behave as with a ``LoopbackOrigin``. Every host and port is accepted. All members can be used from any thread.
package final class LiveLoader: Loader {
    private struct State {
        var faults = FaultList()
        var requestCount = 0
    }

    /// The broadcast that answers.
    package let broadcast: LiveBroadcast
    /// The time on the clock at which the broadcast starts.
    package let startTime: Double
    let clock: any PlaybackClock
    let pacer = Pacer(bytesPerSecond: nil)
    private let log: RequestLog?
    private let state = Mutex(State())

    /// Starts the broadcast now.
    ///
    /// - Parameters:
    ///   - broadcast: The broadcast that answers.
    ///   - clock: The clock that times the broadcast.
    ///   - network: The bandwidth, shared by all requests, and the latency; nil: unlimited bandwidth and no latency.
    ///   - faults: The faults of responses.
    ///   - keepsRequests: Whether ``requests`` are kept; runs of days make many.
    package init(
        _ broadcast: LiveBroadcast, clock: any PlaybackClock, network: NetworkTrace? = nil, faults: [Fault] = [],
        keepsRequests: Bool = true
    ) {
        self.broadcast = broadcast
        self.clock = clock
        log = keepsRequests ? RequestLog() : nil
        startTime = clock.now
        if let network { pacer.follow(network, from: startTime) }
        for fault in faults { _ = addFault(fault) }
    }

    /// The URL to open.
    package var url: URL { url(broadcast.entry) }

    /// Returns the URL of a path below the root, which is not percent-encoded; the text after a question mark is an already encoded query.
    package func url(_ path: String) -> URL {
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts.count > 1 ? "?" + parts[1] : ""
        return URL(string: "http://live.test/" + RequestPath.percentEncoded(parts.first ?? "") + query) ?? URL(fileURLWithPath: "/")
    }

    /// Adds a fault, which applies to requests from now on.
    @discardableResult
    package func addFault(_ fault: Fault) -> FaultID { state.withLock { $0.faults.add(fault) } }

    /// Removes a fault.
    package func removeFault(_ id: FaultID) { state.withLock { $0.faults.remove(id) } }

    /// The requests so far, in order; empty if they are not kept.
    package var requests: [RequestRecord] { log?.records ?? [] }

    /// The number of requests so far.
    package var requestCount: Int { state.withLock { $0.requestCount } }

    /// Answers a request; see `Loader`.
    package func load(_ request: LoadRequest) async throws -> LoadResponse {
        guard request.byteRange?.isValid ?? true else { throw LoadError(.invalidRequest, kind: request.kind, url: request.url) }
        var url = request.url
        for _ in 0..<10 {
            try Task.checkCancellation()
            switch try await answer(request, url) {
            case .response(let response): return response
            case .redirect(let target): url = target
            }
        }
        throw LoadError(.redirectLoop(status: 302), kind: request.kind, url: url)
    }

    private enum Answer {
        case response(LoadResponse)
        case redirect(URL)
    }

    private func answer(_ request: LoadRequest, _ url: URL) async throws -> Answer {
        let started = clock.now
        let asked = originRequest(request, url)
        let misbehaviour = Misbehaviour(
            state.withLock { state in
                state.requestCount += 1
                return state.faults.kinds(forRequestOf: asked.path)
            })
        let index = log?.append { index in
            RequestRecord(
                index: index, time: started, connection: 0, method: "GET", path: asked.path, query: asked.query, headers: asked.headers)
        }
        var plan = ResponsePlan(request: asked, target: url.path, keepsAlive: true, misbehaviour: misbehaviour)
        let failure = { (reason: LoadError.Reason, retryAfter: Double?) in
            LoadError(reason, kind: request.kind, url: url, retryAfter: retryAfter)
        }
        let isInTime = try await self.wait(
            until: started + pacer.latency(now: started) + misbehaviour.latency, limit: started + request.timeouts.head)
        guard isInTime else { throw failure(.headTimeout, nil) }
        if let cut = misbehaviour.cut, cut.offset == nil { throw failure(.connectionLost, nil) }
        let representation = try await representation(of: asked, plan, limit: started + request.timeouts.head)
        guard let representation else { throw failure(.headTimeout, nil) }
        plan.decide(representation)
        if let index { log?.update(index) { $0.status = plan.status } }
        if (300..<400).contains(plan.status), let target = plan.headers["location"].flatMap({ URL(string: $0, relativeTo: url) }) {
            return .redirect(target.absoluteURL)
        }
        guard (200..<300).contains(plan.status) else {
            throw failure(.status(plan.status), plan.headers["retry-after"].flatMap(Double.init))
        }
        let source = SimulatedBody(
            plan, request: request, url: url, clock: clock, shared: pacer, log: log.flatMap { log in index.map { (log, $0) } })
        let isComplete = plan.representation.releases.isEmpty
        return .response(
            LoadResponse(
                status: plan.status, headers: HeaderFields(plan.headers.map { ($0.name, $0.value) }), url: url,
                contentLength: isComplete ? Int64(source.count) : nil, totalLength: isComplete ? Int64(plan.representation.length) : nil,
                acceptsRanges: plan.headers.contains { $0.name == "Accept-Ranges" }, body: LoadBody(source: source)))
    }

    private func originRequest(_ request: LoadRequest, _ url: URL) -> OriginRequest {
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        var headers = request.headers.fields.map { HeaderField($0.name, $0.value) }
        headers.append(HeaderField("Host", (parts?.host ?? "") + (parts?.port.map { ":\($0)" } ?? "")))
        if let range = request.byteRange {
            headers.append(HeaderField("Range", "bytes=\(range.offset)-" + (range.end.map { String($0 - 1) } ?? "")))
        }
        let path = String((parts?.path ?? "").drop { $0 == "/" })
        return OriginRequest(method: "GET", path: path, query: parts?.percentEncodedQuery, headers: headers, body: [])
    }

    /// - Returns: The representation; nil if the limit comes first.
    private func representation(of request: OriginRequest, _ plan: ResponsePlan, limit: Double) async throws -> Representation? {
        if let substitute = plan.substitute { return substitute }
        let live = LiveRequest(
            path: request.path, query: request.query, host: request.headers["host"], range: request.headers["range"])
        let timeout = clock.now + 3 * Double(broadcast.presentation.targetDuration)
        while true {
            switch broadcast.response(to: live, at: clock.now, since: startTime) {
            case .done(let response): return Representation(response)
            case .later(let time):
                guard try await self.wait(until: min(startTime + time, timeout), limit: limit) else { return nil }
                if startTime + time > timeout { return Representation(status: 503) }
            }
        }
    }

    /// - Returns: Whether the deadline was reached; false if the limit comes first.
    private func wait(until deadline: Double, limit: Double) async throws -> Bool {
        if min(deadline, limit) > clock.now { try await clock.sleep(until: min(deadline, limit)) }
        return deadline <= limit
    }
}
