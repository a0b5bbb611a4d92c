import Foundation
import PlayheadAds
import PlayheadOrigin
import PlayheadTestKit
import PlayheadTransport
import Synchronization
import TestSupport
import Testing

@testable import Playhead

/// A loader of an app that neither answers nor ends when it is cancelled.
private final class HangingLoader: Loader {
    private struct State {
        var (begun, cancelled) = (0, 0)
        var hasEnded = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var begun: Int { state.withLock { $0.begun } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        state.withLock { $0.begun += 1 }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let hasEnded = state.withLock { state in
                    if !state.hasEnded { state.waiting.append(continuation) }
                    return state.hasEnded
                }
                if hasEnded { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.cancelled += 1 }
        }
        throw CancellationError()
    }

    /// Ends all loads.
    func end() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// The order and the times of tracker requests.
@MainActor
@Suite("Tracker requests")
struct AdCallerTests {
    /// Requests that are written and answered on command of the test.
    @MainActor
    private final class Requests {
        private(set) var begun: [String] = []
        private var isSent: [String: @Sendable () -> Void] = [:]
        private var answers: [String: CheckedContinuation<Void, any Error>] = [:]

        func begin(_ path: String, _ onSent: @escaping @Sendable () -> Void) async throws {
            begun.append(path)
            isSent[path] = onSent
            try await withCheckedThrowingContinuation { answers[path] = $0 }
        }

        func send(_ path: String) { isSent[path]?() }
        func answer(_ path: String) { answers.removeValue(forKey: path)?.resume() }
        func fail(_ path: String, _ error: any Error = CancellationError()) { answers.removeValue(forKey: path)?.resume(throwing: error) }
    }

    private struct Rig {
        let clock = ManualClock()
        let requests = Requests()
        let timers: AdTimers
        let caller: AdCaller

        @MainActor init() {
            var configuration = PlayerConfiguration()
            configuration.clock = clock
            let isolation = SessionIsolation(on: nil)
            timers = AdTimers(clock: clock, isolation: isolation)
            let requests = requests
            caller = AdCaller(configuration: configuration, timers: timers, isolation: isolation) { request, onSent in
                try await requests.begin(request.url.lastPathComponent, onSent)
            }
        }

        @MainActor func call(_ names: String..., host: String = "t.example") {
            for name in names { caller.call(AdCall(event: name, url: "https://\(host)/\(name)")) }
        }

        /// Waits until exactly these requests have begun.
        @MainActor func begun(_ names: String...) async throws {
            try await eventually("\(names) of \(requests.begun)") { requests.begun == names }
        }

        /// Advances the time.
        @MainActor func run(_ seconds: Double) async throws {
            let end = clock.now + seconds
            clock.advance(to: end)
            try await eventually("what is due") { timers.nextDeadline ?? .infinity > end }
        }
    }

    @Test("A request that is not yet written is not overtaken by the next one for a second, however slow it is")
    func slow() async throws {
        let rig = Rig()
        rig.call("creativeView", "start", "firstQuartile")
        try await rig.begun("creativeView")
        try await rig.run(0.9)
        #expect(rig.requests.begun == ["creativeView"])
        rig.requests.send("creativeView")
        try await eventually("the moment") { rig.timers.nextDeadline.map { $0 < rig.clock.now + 0.03 } ?? false }
        try await rig.run(0.03)
        try await rig.begun("creativeView", "start")
        // No connection succeeds.
        try await rig.run(1.01)
        try await rig.begun("creativeView", "start", "firstQuartile")
        for name in ["creativeView", "start", "firstQuartile"] { rig.requests.answer(name) }
    }

    @Test("Escapes in a URL are sent as they are, also beside characters that have to be escaped")
    func escapes() async throws {
        let rig = Rig()
        let name = try #require(URL(string: "https://t.example/a%252Cb%5BX%5D")).lastPathComponent
        rig.call("a%252Cb[X]")
        try await rig.begun(name)
        rig.requests.answer(name)
    }

    @Test("A response or a failure releases the next request immediately; other servers do not wait")
    func answers() async throws {
        let rig = Rig()
        rig.call("impression", "start", "midpoint")
        rig.call("other", host: "u.example")
        try await rig.begun("impression", "other")
        rig.requests.answer("impression")
        try await rig.begun("impression", "other", "start")
        rig.requests.fail("start")
        try await rig.begun("impression", "other", "start", "midpoint")
        for name in ["midpoint", "other"] { rig.requests.answer(name) }
    }

    @Test(
        "A call is repeated after 1, 5 and 25 seconds if its failure is transient, as by every loader",
        arguments: [404, 408, 425, 429, 500, 501, 503, 505])
    func repeats(status: Int) async throws {
        let failure = LoadError(.status(status))
        let count = RetryPolicy().isTransient(failure) ? 4 : 1
        let rig = Rig()
        rig.call("impression")
        for (attempt, delay) in [1.0, 5, 25, 100].enumerated() where attempt < count {
            try await eventually("attempt \(attempt)") { rig.requests.begun.count == attempt + 1 }
            rig.requests.fail("impression", failure)
            try await eventually("the failure") { rig.caller.count == 0 }
            try await rig.run(delay - 0.01)
            #expect(rig.requests.begun.count == attempt + 1)
            try await rig.run(0.02)
        }
        try await rig.run(100)
        #expect(rig.requests.begun.count == count && rig.caller.count == 0)
    }

    @Test("Calls that wait at the release of the player are made in order")
    func release() async throws {
        let rig = Rig()
        rig.call("start", "midpoint", "complete")
        try await rig.begun("start")
        rig.caller.close()
        rig.requests.answer("start")
        try await rig.begun("start", "midpoint")
        rig.requests.answer("midpoint")
        try await rig.begun("start", "midpoint", "complete")
        rig.requests.answer("complete")
    }

    @Test("At most 500 calls run and wait, however many are made")
    func bound() async throws {
        let rig = Rig()
        for number in 0..<20_000 { rig.call("\(number)", host: "host\(number % 250).example") }
        try await eventually("one call to each host has begun") { rig.requests.begun.count == 250 }
        for name in rig.requests.begun { rig.requests.answer(name) }
        try await eventually("the waiting calls have begun") { rig.requests.begun.count == 500 }
        for name in rig.requests.begun { rig.requests.answer(name) }
        try await eventually("all calls have ended") { rig.caller.count == 0 }
        #expect(rig.requests.begun.count == 500 && Set(rig.requests.begun) == Set((0..<500).map { "\($0)" }))
    }

    @Test("Calls through an app's loader that never answers are cancelled a second after the release, and not waited for")
    func hangingLoader() async throws {
        let (clock, loader) = (ManualClock(), HangingLoader())
        var configuration = PlayerConfiguration()
        configuration.clock = clock
        configuration.network.loader = loader
        let isolation = SessionIsolation(on: nil)
        let timers = AdTimers(clock: clock, isolation: isolation)
        let caller = AdCaller(configuration: configuration, timers: timers, isolation: isolation)
        for host in ["a", "b", "c", "a"] { caller.call(AdCall(event: "start", url: "https://\(host).example/")) }
        try await eventually("a call to each host has begun") { loader.begun == 3 }
        caller.close()
        clock.advance(by: 0.99)
        #expect(loader.cancelled == 0)
        clock.advance(by: 0.02)
        await caller.closed()
        try await eventually("\(loader.cancelled) of \(loader.begun) are cancelled") { loader.cancelled == loader.begun }
        #expect(loader.begun <= 4)
        loader.end()
        try await eventually("no call is left") { caller.count == 0 }
    }

    @Test("An origin that takes two seconds for each response reads twenty requests in order, without waiting for its responses")
    func origin() async throws {
        let origin = try await LoopbackOrigin.start()
        origin.add("t/**") { _ in OriginResponse(status: 204) }
        _ = origin.addFault(Fault(path: "t/**", kind: .latency(2)))
        let isolation = SessionIsolation(on: nil)
        let timers = AdTimers(clock: SystemClock(), isolation: isolation)
        let caller = AdCaller(configuration: PlayerConfiguration(), timers: timers, isolation: isolation)
        let names = (0..<20).map { "t/\($0)" }
        for name in names { caller.call(AdCall(event: name, url: origin.url(name).absoluteString)) }
        try await eventually("all are read") { origin.requests.count == names.count }
        let read = origin.requests
        #expect(read.map(\.path) == names)
        // In sequence they would take 38 seconds.
        #expect((read.last?.time ?? .infinity) - (read.first?.time ?? 0) < 30)
        caller.close()
        await caller.closed()
        await origin.stop()
    }
}
