import Foundation
import PlayheadAds
import PlayheadCore
import PlayheadTransport

/// Calls trackers, independently of playback: responses and failures have no effect on it.
///
/// Calls to a server are made in order: each one starts a short time after the previous one was written to its connection, or as soon as
/// that one was answered. Transient failures are retried. The caller has its own connections, because calls of an ad outlive the ad.
final class AdCaller {
    /// The calls to one server that wait for previous ones.
    private struct Lane {
        var waiting: [URL] = []
        /// The call that the next one waits for.
        var leader: Int?
        var timeout: Int?
    }

    private struct Call {
        let url: URL
        let server: String
        var failures = 0
        var task: Task<Void, Never>?
        var timer: Int?
    }

    /// Makes a request, and reports when it was written.
    typealias Load = @Sendable (LoadRequest, _ onSent: @escaping @Sendable () -> Void) async throws -> Void

    /// The time in seconds that a call waits for the answer to the previous one after that one was written; servers rely on time and order.
    private static let timeout = 0.02
    /// The time in seconds that a call waits until the previous one is written. An unreachable server receives later calls in any order.
    private static let longest = 1.0
    /// The maximum number of running and waiting calls, because calls to unresponsive servers must not accumulate.
    private static let most = 500
    /// The time in seconds that running calls have after the release of the player.
    private static let grace = 1.0
    private let policy = AdCallPolicy()
    /// The retries of a call, after 1, 5 and 25 seconds.
    static let retries = {
        var retries = RetryPolicy(baseDelay: 1, multiplier: 5, maximumDelay: 25, jitter: 0)
        retries.retriesAfterTimeouts = retries.retries
        return retries
    }()
    private let configuration: PlayerConfiguration
    private let timers: AdTimers
    private let isolation: SessionIsolation
    private let given: Load?
    private var own: URLLoader?
    private var lanes: [String: Lane] = [:]
    private var calls: [Int: Call] = [:]
    private var last = 0
    private var isClosing = false
    private var closing: Task<Void, Never>?

    /// Creates a caller. `load` makes requests instead of a loader.
    init(configuration: PlayerConfiguration, timers: AdTimers, isolation: SessionIsolation, load: Load? = nil) {
        given = load
        self.configuration = configuration
        self.timers = timers
        self.isolation = isolation
    }

    /// The number of running calls, without those that wait for a retry.
    var count: Int { calls.values.count { $0.task != nil } }

    func call(_ call: AdCall) {
        let count = lanes.values.reduce(calls.count) { $0 + $1.waiting.count }
        guard count < Self.most, let url = URL(text: call.url), let server = url.host else { return }
        isClosing = false
        lanes[server, default: Lane()].waiting.append(url)
        advance(server)
    }

    private func advance(_ server: String) {
        guard let lane = lanes[server], lane.leader == nil else { return }
        guard !lane.waiting.isEmpty, let url = lanes[server]?.waiting.removeFirst() else {
            lanes[server] = nil
            return
        }
        last += 1
        let id = last
        calls[id] = Call(url: url, server: server)
        lanes[server]?.leader = id
        lanes[server]?.timeout = timers.start(in: Self.longest) { [weak self] in self?.follow(id, server) }
        make(id)
    }

    /// Records that a call was written: the next one waits for its answer a moment longer.
    private func sent(_ id: Int) {
        guard let server = calls[id]?.server, lanes[server]?.leader == id else { return }
        timers.cancel(lanes[server]?.timeout)
        lanes[server]?.timeout = timers.start(in: Self.timeout) { [weak self] in self?.follow(id, server) }
    }

    /// Ends the wait of the next call for this one.
    private func follow(_ id: Int, _ server: String) {
        guard lanes[server]?.leader == id else { return }
        timers.cancel(lanes[server]?.timeout)
        lanes[server]?.leader = nil
        advance(server)
    }

    private func make(_ id: Int) {
        guard let call = calls[id] else { return }
        let request = request(for: call.url)
        let load = load
        // The app's loader does not report when a request was written.
        if given == nil, configuration.network.loader != nil { sent(id) }
        calls[id]?.timer = nil
        let caller = WeakPart(self)
        calls[id]?.task = isolation.begin { isolation in
            var failure: (any Error)?
            do {
                try await load(request) { isolation.enter { caller.part(on: $0)?.sent(id) } }
            } catch {
                // A cancelled call is not retried, whatever error the app's loader throws.
                failure = Task.isCancelled ? CancellationError() : error
            }
            caller.part(on: isolation)?.made(id, failure)
        }
    }

    private func made(_ id: Int, _ failure: (any Error)?) {
        guard var call = calls[id] else { return }
        follow(id, call.server)
        call.task = nil
        call.failures += 1
        guard !isClosing, let failure = failure as? LoadError,
            let delay = Self.retries.delay(beforeRetry: call.failures, after: failure, random: 1)
        else {
            calls[id] = nil
            return
        }
        call.timer = timers.start(in: delay) { [weak self] in self?.make(id) }
        calls[id] = call
    }

    private func request(for url: URL) -> LoadRequest {
        var request = LoadRequest(url: url, object: .tracker, timeouts: LoadTimeouts(head: policy.timeout, progress: policy.timeout))
        request.isRetried = false
        return request
    }

    private var load: Load {
        if let given { return given }
        if let loader = configuration.network.loader { return { request, _ in _ = try await loader.load(request) } }
        let loader = ownLoader
        return { request, onSent in _ = try await loader.load(request, onSent: onSent) }
    }

    private var ownLoader: URLLoader {
        var http = HTTPLoaderConfiguration()
        http.certificateAuthorities = configuration.network.certificateAuthorities
        http.maximumRedirects = policy.redirectLimit
        let loader = own ?? URLLoader(configuration: http, cookies: nil)
        own = loader
        return loader
    }

    /// Cancels all retries, and limits the time of running and waiting calls. An own loader is shut down after them.
    func close() {
        isClosing = true
        for (id, call) in calls where call.task == nil {
            timers.cancel(call.timer)
            calls[id] = nil
        }
        var running = calls.values.compactMap(\.task)
        let clock = configuration.clock
        for lane in lanes.values {
            timers.cancel(lane.timeout)
            guard !lane.waiting.isEmpty else { continue }
            let (requests, leader, load) = (lane.waiting.map { request(for: $0) }, lane.leader.flatMap { calls[$0]?.task }, load)
            running.append(Task.detached { await AdCaller.make(requests, after: leader, load, on: clock) })
        }
        lanes = [:]
        let (loader, ending, before, deadline) = (own, running, closing, clock.now + Self.grace)
        own = nil
        guard loader != nil || !ending.isEmpty else { return }
        closing = Task.detached {
            await before?.value
            await AdCaller.end(ending, until: deadline, on: clock)
            await loader?.shutdown()
        }
    }

    /// Makes the waiting calls to one server in order: each one when the previous one is answered, or has taken its share of the time.
    private static func make(
        _ requests: [LoadRequest], after leader: Task<Void, Never>?, _ load: @escaping Load, on clock: any PlaybackClock
    ) async {
        let share = min(0.1, grace / 2 / Double(requests.count))
        var calls = leader.map { [$0] } ?? []
        for request in requests {
            if let previous = calls.last { await wait(for: previous, until: clock.now + share, on: clock) }
            guard !Task.isCancelled else { break }
            calls.append(Task { _ = try? await load(request) {} })
        }
        let all = calls
        await withTaskCancellationHandler {
            for call in all { await call.value }
        } onCancel: {
            for call in all { call.cancel() }
        }
    }

    /// Waits for the end of a task, until a time of the clock or the cancellation of the caller.
    private static func wait(for call: Task<Void, Never>, until deadline: Double, on clock: any PlaybackClock) async {
        let (signal, sink) = AsyncStream.makeStream(of: Never.self)
        let limit = Task {
            try? await clock.sleep(until: deadline)
            sink.finish()
        }
        Task {
            await call.value
            sink.finish()
        }
        for await _ in signal {}
        limit.cancel()
    }

    /// Waits for calls until a time of the clock, and then cancels those that still run. An app's loader may ignore the cancellation, and
    /// is not waited for.
    private static func end(_ calls: [Task<Void, Never>], until deadline: Double, on clock: any PlaybackClock) async {
        await wait(for: Task { for call in calls { await call.value } }, until: deadline, on: clock)
        for call in calls { call.cancel() }
    }

    func closed(isolation: isolated any Actor = #isolation) async { await closing?.value }
}
