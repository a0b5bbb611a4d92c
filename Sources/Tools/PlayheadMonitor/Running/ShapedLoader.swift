import PlayheadCore
import PlayheadOrigin
import PlayheadTransport
import Synchronization

/// A loader behind a recorded network of its own: its transfers share the network's bandwidth, and each request waits for its latency.
struct ShapedLoader: Loader {
    private let base: any Loader
    private let network: ShapedNetwork

    init(_ base: any Loader, network: ShapedNetwork) {
        self.base = base
        self.network = network
    }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let (clock, latency) = (network.clock, network.latency)
        let limit = request.timeouts.head
        try await clock.sleep(for: min(latency, limit))
        guard latency < limit else { throw LoadError(.headTimeout, kind: request.kind, url: request.url) }
        var response = try await base.load(request)
        response.body = LoadBody(source: ShapedBody(response.body, request, network))
        return response
    }
}

/// A recorded network that one viewer uses.
final class ShapedNetwork: Sendable {
    let clock: any PlaybackClock
    private let pacer = Pacer(bytesPerSecond: nil)

    /// - Parameters:
    ///   - trace: The recording.
    ///   - share: The start in the recording, as a share of its duration.
    ///   - clock: The clock.
    init(_ trace: NetworkTrace, from share: Double, clock: any PlaybackClock) {
        self.clock = clock
        pacer.follow(trace, from: clock.now - share * trace.periods.reduce(0) { $0 + $1.duration })
    }

    /// The latency of a request that is sent now, in seconds.
    var latency: Double { pacer.latency(now: clock.now) }

    /// Returns the number of bytes that arrive at once, and the time of their arrival.
    func reserve(upTo count: Int) -> (count: Int, time: Double) {
        let now = clock.now
        let length = min(count, pacer.stepLength(now: now) ?? count)
        return (length, pacer.reserve(length, now: now) ?? now)
    }
}

/// A body whose bytes are passed on at the speed of the recorded network. It reads from the server only as fast as it is read itself.
///
/// `@unchecked Sendable`: the iterator and the unread bytes are used only by ``next()``, which one task at a time calls; the rest is constant
/// or guarded by a lock.
private final class ShapedBody: LoadBodySource, @unchecked Sendable {
    private let body: LoadBody
    private let request: LoadRequest
    private let network: ShapedNetwork
    private var iterator: LoadBody.Iterator
    private var unread: ArraySlice<UInt8> = []
    private let wait = Mutex<(task: Task<Void, any Error>?, isCancelled: Bool)>((nil, false))

    init(_ body: LoadBody, _ request: LoadRequest, _ network: ShapedNetwork) {
        self.body = body
        self.request = request
        self.network = network
        iterator = body.makeAsyncIterator()
    }

    func next() async throws -> [UInt8]? {
        if unread.isEmpty {
            guard let chunk = try await iterator.next() else { return nil }
            unread = chunk[...]
        }
        let (count, time) = network.reserve(upTo: unread.count)
        try await sleep(until: time)
        defer { unread = unread.dropFirst(count) }
        return Array(unread.prefix(count))
    }

    func cancel() {
        let task = wait.withLock { wait in
            wait.isCancelled = true
            return wait.task
        }
        task?.cancel()
        body.cancel()
    }

    /// Waits up to the request's timeout for progress.
    private func sleep(until time: Double) async throws {
        let clock = network.clock
        let limit = clock.now + request.timeouts.progress
        guard time > clock.now else { return }
        let task = Task { try await clock.sleep(until: min(time, limit)) }
        let isCancelled = wait.withLock { wait in
            wait.task = task
            return wait.isCancelled
        }
        if isCancelled { task.cancel() }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        if time > limit { throw LoadError(.progressTimeout, kind: request.kind, url: request.url) }
    }
}
