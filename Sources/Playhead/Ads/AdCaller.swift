import Foundation
import PlayheadAds
import PlayheadCore
import PlayheadTransport

/// Calls trackers, off the way of playing: what a server answers, and whether it does, concerns nobody.
///
/// Calls to one server go out in their order: each is begun once the one before was written to its connection, and a moment after that, or as soon as it was
/// answered. What fails in a way that may pass is tried again later. The connections are its own, since calls of an ad outlive the ad.
final class AdCaller {
    /// The calls to one server that wait for those before.
    private struct Lane {
        var waiting: [URL] = []
        /// The call that the next one waits for.
        var leader: Int?
        var patience: Int?
    }

    private struct Call {
        let url: URL
        let server: String
        var failures = 0
        var task: Task<Void, Never>?
        var timer: Int?
    }

    /// Makes a request, and tells when it was written.
    typealias Load = @Sendable (LoadRequest, _ onSent: @escaping @Sendable () -> Void) async throws -> Void

    /// How long a call waits for the answer to the one before it, once that was written, in seconds: they are to come at their true time, and a server reads them in their order.
    private static let patience = 0.02
    /// How long it waits for the one before it to be written, in seconds. A server that nobody can connect to for that long gets all of them in any order, if any.
    private static let longest = 1.0
    /// More at the same time are not made: servers that answer nothing must not pile up calls.
    private static let most = 500
    /// What calls under way get when the player is released, in seconds.
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

    /// - Parameter load: What makes requests, in place of a loader.
    init(configuration: PlayerConfiguration, timers: AdTimers, isolation: SessionIsolation, load: Load? = nil) {
        given = load
        self.configuration = configuration
        self.timers = timers
        self.isolation = isolation
    }

    /// How many calls are under way, without those that wait to be tried again.
    var count: Int { calls.values.count { $0.task != nil } }

    func call(_ call: AdCall) {
        guard calls.count < Self.most, let url = URL(string: call.url), let server = url.host else { return }
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
        lanes[server]?.patience = timers.start(in: Self.longest) { [weak self] in self?.follow(id, server) }
        make(id)
    }

    /// A call was written: the next one waits a moment longer for its answer.
    private func sent(_ id: Int) {
        guard let server = calls[id]?.server, lanes[server]?.leader == id else { return }
        timers.cancel(lanes[server]?.patience)
        lanes[server]?.patience = timers.start(in: Self.patience) { [weak self] in self?.follow(id, server) }
    }

    /// The next call need not wait for this one any longer.
    private func follow(_ id: Int, _ server: String) {
        guard lanes[server]?.leader == id else { return }
        timers.cancel(lanes[server]?.patience)
        lanes[server]?.leader = nil
        advance(server)
    }

    private func make(_ id: Int) {
        guard let call = calls[id] else { return }
        var request = LoadRequest(url: call.url, kind: .feed, timeouts: LoadTimeouts(head: policy.timeout, progress: policy.timeout))
        request.isRetried = false
        let load = load(id)
        calls[id]?.timer = nil
        let caller = WeakPart(self)
        calls[id]?.task = isolation.begin { [request] isolation in
            var failure: (any Error)?
            do {
                try await load(request) { isolation.enter { caller.part(on: $0)?.sent(id) } }
            } catch {
                failure = error
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

    private func load(_ id: Int) -> Load {
        if let given { return given }
        if let loader = configuration.network.loader {
            // It does not tell when.
            sent(id)
            return { request, _ in _ = try await loader.load(request) }
        }
        let loader = ownLoader
        return { request, onSent in _ = try await loader.load(request, onSent: onSent) }
    }

    private var ownLoader: URLLoader {
        var http = HTTPLoaderConfiguration()
        http.certificateAuthorities = configuration.network.certificateAuthorities
        http.maximumRedirects = policy.redirectLimit
        let loader = own ?? URLLoader(configuration: http)
        own = loader
        return loader
    }

    /// Nothing is tried again any more, and what is under way or waits for its turn gets a moment.
    func close() {
        isClosing = true
        for (id, call) in calls where call.task == nil {
            timers.cancel(call.timer)
            calls[id] = nil
        }
        for server in lanes.keys {
            while lanes[server]?.waiting.isEmpty == false {
                timers.cancel(lanes[server]?.patience)
                lanes[server]?.leader = nil
                advance(server)
            }
        }
        let running = calls.values.compactMap(\.task)
        guard let loader = own else { return }
        own = nil
        let clock = configuration.clock
        let before = closing
        closing = Task.detached {
            await before?.value
            await AdCaller.end(running, on: clock)
            await loader.shutdown()
        }
    }

    /// Waits for calls, and cancels those that take too long.
    private static func end(_ calls: [Task<Void, Never>], on clock: any PlaybackClock) async {
        let limit = Task {
            do { try await clock.sleep(until: clock.now + grace) } catch { return }
            for call in calls { call.cancel() }
        }
        for call in calls { await call.value }
        limit.cancel()
    }

    func closed(isolation: isolated any Actor = #isolation) async { await closing?.value }
}
