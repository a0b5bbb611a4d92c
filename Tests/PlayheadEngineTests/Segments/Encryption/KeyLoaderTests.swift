import Foundation
import PlayheadCore
import PlayheadTestKit
import PlayheadTransport
import Synchronization
import TestSupport
import Testing

@testable import PlayheadEngine

/// A loader that answers when the test allows it.
final class ScriptedLoader: Loader {
    enum Answer: Sendable {
        case bytes([UInt8])
        case error(LoadError.Reason)
        case never
    }

    private struct State {
        var answers: [String: Answer] = [:]
        var requests: [LoadRequest] = []
        var cancelled = 0
    }

    private let state = Mutex(State())
    /// No request is answered before this stream ends.
    private let gate: AsyncStream<Void>
    private let opening: AsyncStream<Void>.Continuation
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    var requests: [LoadRequest] { state.withLock { $0.requests } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    init(_ answers: [String: Answer], isOpen: Bool = true) {
        (gate, opening) = AsyncStream.makeStream()
        (arrivals, arrival) = AsyncStream.makeStream()
        state.withLock { $0.answers = answers }
        if isOpen { open() }
    }

    func open() { opening.finish() }

    func set(_ url: String, _ answer: Answer) { state.withLock { $0.answers[url] = answer } }

    /// Waits until a request has arrived.
    func waitForRequest() async {
        for await _ in arrivals { return }
    }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answers[request.url.absoluteString] ?? .error(.status(404))
        }
        arrival.yield()
        if case .never = answer {
            // Ends when the task is cancelled.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            state.withLock { $0.cancelled += 1 }
            throw CancellationError()
        }
        for await _ in gate {}
        switch answer {
        case .bytes(let bytes): return LoadResponse(url: request.url, body: LoadBody(bytes: bytes))
        case .error(let reason): throw LoadError(reason, kind: request.kind, url: request.url)
        case .never: throw CancellationError()
        }
    }
}

@Suite("Loading keys", .timeLimit(.minutes(5)))
struct KeyLoaderTests {
    private let key = [UInt8](0..<16)

    @Test("Requests have the header fields, cookies and timeouts of the item")
    func options() async throws {
        let loader = ScriptedLoader(["https://a/k": .bytes(key)])
        let options = RequestOptions(
            headers: ["Authorization": "Bearer x"], cookies: [RequestCookie(name: "s", value: "1")],
            timeouts: LoadTimeouts(head: 3, progress: 4))
        #expect(try await KeyLoader(loader: loader, options: options, clock: SystemClock()).key(at: "https://a/k", size: 16) == key)
        let request = try #require(loader.requests.first)
        #expect(request.kind == .key && request.headers["authorization"] == "Bearer x" && request.cookies.first?.value == "1")
        #expect(request.timeouts == LoadTimeouts(head: 3, progress: 4) && request.byteRange == nil)
    }

    @Test("Each key is requested once, also for many concurrent calls")
    func once() async throws {
        let loader = ScriptedLoader(["https://a/1": .bytes(key), "https://a/2": .bytes(key.reversed())], isOpen: false)
        let keys = KeyLoader(loader: loader, options: RequestOptions(), clock: SystemClock())
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for index in 0..<20 { group.addTask { try await keys.key(at: "https://a/\(index % 2 + 1)", size: 16) } }
            await loader.waitForRequest()
            loader.open()
            var got: [[UInt8]: Int] = [:]
            for try await key in group { got[key, default: 0] += 1 }
            #expect(got == [key: 10, key.reversed(): 10])
        }
        _ = try await keys.key(at: "https://a/1", size: 16)
        #expect(loader.requests.count == 2)
    }

    @Test("The least recently used key is dropped when the cache is full")
    func bounded() async throws {
        let urls = (0..<4).map { "https://a/\($0)" }
        let loader = ScriptedLoader(Dictionary(uniqueKeysWithValues: urls.map { ($0, .bytes(key)) }))
        let keys = KeyLoader(loader: loader, options: RequestOptions(), clock: SystemClock(), capacity: 2)
        for index in [0, 1, 0, 2, 0, 1] { _ = try await keys.key(at: urls[index], size: 16) }
        #expect(loader.requests.map(\.url.lastPathComponent) == ["0", "1", "2", "1"])
    }

    @Test("Errors state why there is no key")
    func failures() async throws {
        let loader = ScriptedLoader([
            "https://a/short": .bytes([1, 2, 3]), "https://a/page": .bytes([UInt8](repeating: 60, count: 5000)),
            "https://a/gone": .error(.status(403)), "https://a/slow": .error(.headTimeout), "https://a/lost": .error(.connectionLost),
            "https://a/32": .bytes(key + key),
        ])
        let keys = KeyLoader(loader: loader, options: RequestOptions(), clock: SystemClock())
        func error(_ url: String, size: Int = 16) async -> PlaybackError? {
            await #expect(throws: PlaybackError.self) { _ = try await keys.key(at: url, size: size) }
        }
        let short = await error("https://a/short")
        #expect(short?.kind == .keyInvalid && short?.url == "https://a/short" && short?.underlying == "The key has 3 bytes instead of 16.")
        #expect(await error("https://a/page")?.kind == .keyInvalid)
        #expect(await error("https://a/32")?.underlying == "The key has 32 bytes instead of 16.")
        #expect(try await keys.key(at: "https://a/32", size: 32) == key + key)
        #expect(await error("https://a/gone")?.code == 235_403)
        let slow = await error("https://a/slow")
        #expect(slow?.kind == .keyUnreachable && slow?.code == 235_001 && slow?.underlying?.contains("time") == true)
        #expect(await error("https://a/lost")?.kind == .keyUnreachable)
        #expect(await error("no scheme")?.kind == .invalidURL)
        // A failed key is requested again.
        loader.set("https://a/gone", .bytes(key))
        #expect(try await keys.key(at: "https://a/gone", size: 16) == key)
        // So is one that was no key.
        loader.set("https://a/short", .bytes(key))
        #expect(try await keys.key(at: "https://a/short", size: 16) == key)
    }

    @Test("A failure of a key is another one after the key was usable")
    func repetitions() async throws {
        let loader = ScriptedLoader([:])
        let failures = KeyFailures()
        let keys = KeyLoader(loader: loader, options: RequestOptions(), clock: SystemClock(), failures: failures)
        var reports: [Bool] = []
        for _ in 0..<2 {
            loader.set("https://a/k", .error(.status(403)))
            for _ in 0..<2 {
                let error = await #expect(throws: PlaybackError.self) { _ = try await keys.key(at: "https://a/k", size: 16) }
                reports.append(failures.admit(try #require(error)))
            }
            loader.set("https://a/k", .bytes(key))
            _ = try await keys.key(at: "https://a/k", size: 16)
            // A key of another size is not kept.
            await #expect(throws: PlaybackError.self) { _ = try await keys.key(at: "https://a/k", size: 32) }
        }
        #expect(reports == [true, false, true, false])
    }

    @Test(
        "A server that never completes its response is an error after 28 s, or the sum of the timeouts if that is longer",
        arguments: [(10.0, 28.0), (20, 40)])
    func drip(timeout: Double, limit: Double) async throws {
        let (loader, clock) = (ScriptedLoader(["https://a/k": .never]), ManualClock())
        let options = RequestOptions(timeouts: LoadTimeouts(head: timeout, progress: timeout))
        let keys = KeyLoader(loader: loader, options: options, clock: clock)
        let caller = Task { try await keys.key(at: "https://a/k", size: 16) }
        try await eventually("the key is awaited") { clock.nextDeadline == limit }
        clock.advance(to: limit)
        let error = await #expect(throws: PlaybackError.self) { _ = try await caller.value }
        #expect(error?.kind == .keyUnreachable && error?.underlying?.contains("incomplete") == true)
        try await eventually("the transfer is cancelled") { loader.cancelled == 1 }
    }

    /// A server that is overloaded.
    private struct Overloaded: Loader {
        let clock: ManualClock

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            try await clock.sleep(for: 0.1)
            throw LoadError(.status(503), kind: .key, url: request.url, retryAfter: 8)
        }
    }

    @Test("The error states the status of a server that requests the maximum delay before each retry")
    func overload() async throws {
        let clock = ManualClock()
        let keys = KeyLoader(loader: RetryingLoader(Overloaded(clock: clock), clock: clock), options: RequestOptions(), clock: clock)
        let caller = Task { try await keys.key(at: "https://a/k", size: 16) }
        // Four requests and three delays, each beside the time limit.
        for _ in 0..<7 {
            try await clock.waitForSleepers(2)
            _ = clock.advanceToNextDeadline()
        }
        let error = await #expect(throws: PlaybackError.self) { _ = try await caller.value }
        #expect(error?.kind == .keyStatus(503))
    }

    @Test("A response above the maximum size is refused")
    func tooLarge() async throws {
        let limit = LoadKind.key.maximumBytes
        let whole = [UInt8](repeating: 1, count: limit)
        let loader = ScriptedLoader(["https://a/whole": .bytes(whole), "https://a/more": .bytes(whole + [1])])
        let keys = KeyLoader(loader: loader, options: RequestOptions(), clock: SystemClock())
        #expect(try await keys.key(at: "https://a/whole", size: limit) == whole)
        let error = await #expect(throws: PlaybackError.self) { _ = try await keys.key(at: "https://a/more", size: limit + 1) }
        #expect(error?.kind == .keyInvalid && error?.underlying == "The response is larger than \(limit) bytes.")
    }

    @Test("A key is read from a data: URI, which no error contains")
    func dataURIs() async throws {
        let loader = ScriptedLoader([:])
        let keys = KeyLoader(loader: loader, options: RequestOptions(), clock: SystemClock())
        #expect(try await keys.key(at: "data:text/plain;base64,AAECAwQFBgcICQoLDA0ODw==", size: 16) == key)
        for uri in ["data:;base64,AAECAw==", "data:;base64,AAEC*"] {
            let error = await #expect(throws: PlaybackError.self) { _ = try await keys.key(at: uri, size: 16) }
            #expect(error?.kind == .keyInvalid && error.map { "\($0)".contains("AAEC") } == false)
        }
        #expect(loader.requests.isEmpty)
    }

    @Test("The request is cancelled when no caller waits any more, and not before")
    func cancelling() async throws {
        let loader = ScriptedLoader(["https://a/k": .never])
        let keys = KeyLoader(loader: loader, options: RequestOptions(), clock: SystemClock())
        let first = Task { try await keys.key(at: "https://a/k", size: 16) }
        await loader.waitForRequest()
        let second = Task { try await keys.key(at: "https://a/k", size: 16) }
        first.cancel()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        second.cancel()
        await #expect(throws: CancellationError.self) { _ = try await second.value }
        // A new call sends a new request.
        loader.set("https://a/k", .bytes(key))
        #expect(try await keys.key(at: "https://a/k", size: 16) == key)
        let cancelled = Task { try await keys.key(at: "https://a/other", size: 16) }
        cancelled.cancel()
        await #expect(throws: (any Error).self) { _ = try await cancelled.value }
    }
}
