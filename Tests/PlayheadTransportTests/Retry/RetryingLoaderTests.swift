import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization
import Testing

/// A loader with scripted results.
private final class ScriptedLoader: Loader {
    private let script: Mutex<[Result<[UInt8], any Error>]>

    init(_ script: [Result<[UInt8], any Error>]) { self.script = Mutex(script) }

    var rest: Int { script.withLock { $0.count } }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let result = script.withLock { $0.isEmpty ? .failure(LoadError(.shutDown)) : $0.removeFirst() }
        return LoadResponse(url: request.url, body: LoadBody(bytes: try result.get()))
    }
}

/// A clock that does not wait, and records the delays.
private final class SkippingClock: PlaybackClock {
    private let state = Mutex<(now: Double, sleeps: [Double])>((100, []))

    var now: Double { state.withLock { $0.now } }
    var sleeps: [Double] { state.withLock { $0.sleeps } }

    func sleep(until deadline: Double) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.sleeps.append(deadline - state.now)
            state.now = max(state.now, deadline)
        }
    }
}

@Suite("Retrying loader")
struct RetryingLoaderTests {
    private static let request = LoadRequest(url: URL(filePath: "/x"), kind: .segment)
    private static let policy = RetryPolicy(retries: 3, baseDelay: 1, multiplier: 2, maximumDelay: 8, jitter: 0.5)

    @Test("Transient failures are retried with growing delays until the load succeeds")
    func recovers() async throws {
        let base = ScriptedLoader([.failure(LoadError(.connectionLost)), .failure(LoadError(.status(503))), .success([1, 2])])
        let clock = SkippingClock()
        let loader = RetryingLoader(base, policy: Self.policy, clock: clock, random: { 1 })
        let response = try await loader.load(Self.request)
        #expect(try await response.body.collect(upTo: 10) == [1, 2])
        #expect(clock.sleeps == [1, 2])
    }

    @Test("A request that is not to be retried is loaded once")
    func notRetried() async throws {
        let base = ScriptedLoader([.failure(LoadError(.status(503))), .success([1])])
        let clock = SkippingClock()
        let loader = RetryingLoader(base, policy: Self.policy, clock: clock)
        var request = Self.request
        request.isRetried = false
        let asked = request
        #expect(await loadError { try await loader.load(asked) }?.reason == .status(503))
        #expect(base.rest == 1 && clock.sleeps.isEmpty)
    }

    @Test("After the last retry the last failure is thrown")
    func givesUp() async throws {
        let failures: [Result<[UInt8], any Error>] = [500, 502, 503, 504, 500].map { .failure(LoadError(.status($0))) }
        let base = ScriptedLoader(failures)
        let clock = SkippingClock()
        let loader = RetryingLoader(base, policy: Self.policy, clock: clock, random: { 0 })
        #expect(await loadError { try await loader.load(Self.request) }?.reason == .status(504))
        #expect(base.rest == 1)
        #expect(clock.sleeps == [0.5, 1, 2])
    }

    @Test("Permanent failures and cancelled loads are not retried")
    func lasting() async throws {
        let base = ScriptedLoader([.failure(LoadError(.status(404))), .failure(CancellationError()), .success([])])
        let clock = SkippingClock()
        let loader = RetryingLoader(base, policy: Self.policy, clock: clock)
        #expect(await loadError { try await loader.load(Self.request) }?.reason == .status(404))
        await #expect(throws: CancellationError.self) { try await loader.load(Self.request) }
        #expect(base.rest == 1)
        #expect(clock.sleeps.isEmpty)
    }

    @Test("A failed body is loaded again by loadWhole")
    func whole() async throws {
        let count = Atomic(0)
        try await LoopbackServer.run({ connection in
            while try await connection.nextRequest() != nil {
                let number = count.add(1, ordering: .relaxed).newValue
                try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
                guard number > 1 else { return }
                try await connection.send("67890")
            }
        }) { server in
            try await withLoader { http in
                let loader = RetryingLoader(http, policy: Self.policy, clock: SkippingClock())
                let whole = try await loader.loadWhole(server.request(), upTo: 10)
                #expect(whole.bytes == Array("1234567890".utf8))
            }
        }
        #expect(count.load(ordering: .relaxed) == 2)
    }
}
