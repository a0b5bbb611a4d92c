import Testing

@testable import PlayheadTransport

@Suite("The number of spare connections")
struct SpareConnectionPlanTests {
    private static let plain = SpareConnectionPlan.Server(isSecure: false, host: "a.example", port: 80)
    private static let secure = SpareConnectionPlan.Server(isSecure: true, host: "a.example", port: 443)

    @Test("Parallel requests and connections that are being opened count")
    func missing() {
        var plan = SpareConnectionPlan()
        var counts: [Int] = []
        let isScheduled = [4, 2].map { plan.started(to: Self.plain, wanted: $0) }
        counts += [plan.due(for: Self.plain), plan.due(for: Self.plain)]
        _ = plan.started(to: Self.plain, wanted: 6)
        counts.append(plan.due(for: Self.plain))
        for _ in 0..<3 {
            plan.ended(at: Self.plain)
            plan.spareEnded(at: Self.plain)
        }
        _ = plan.started(to: Self.plain, wanted: 2)
        counts.append(plan.due(for: Self.plain))
        #expect(isScheduled == [true, false])
        #expect(counts == [2, 0, 1, 1])
    }

    @Test("Connections that were found open three times in succession are asked for again only after one was closed, or for more of them")
    func ready() {
        var plan = SpareConnectionPlan()
        /// Whether a request opens spare connections, which then are ready.
        func request(_ wanted: Int, isReady: Bool = true) -> Bool {
            defer { plan.ended(at: Self.plain) }
            guard plan.started(to: Self.plain, wanted: wanted) else { return false }
            for _ in 0..<plan.due(for: Self.plain) { plan.spareEnded(at: Self.plain, isReady: isReady) }
            return true
        }
        #expect((0..<4).map { _ in request(3, isReady: false) } == [true, true, true, true])
        #expect((0..<5).map { _ in request(3) } == [true, true, true, false, false])
        #expect(!request(2) && request(4) && request(4) && request(4) && !request(4))
        plan.connectionClosed()
        #expect(request(2))
    }

    @Test("A single connection needs no spare one, and servers are separate")
    func servers() {
        var plan = SpareConnectionPlan()
        var other = Self.plain
        other.port = 8080
        let isScheduled = [(Self.plain, 1), (other, 2), (Self.plain, 2)].map { plan.started(to: $0, wanted: $1) }
        let counts = [Self.plain, other].map { plan.due(for: $0) }
        #expect(isScheduled == [false, true, true])
        #expect(counts == [0, 1])
    }

    @Test("Before the response of a server with TLS they are requested once, and with HTTP/2 never again")
    func negotiation() {
        var plan = SpareConnectionPlan()
        func request() -> Int {
            defer { plan.ended(at: Self.secure) }
            return plan.started(to: Self.secure, wanted: 4) ? plan.due(for: Self.secure) : 0
        }
        var counts = [request(), request()]
        for _ in 0..<3 { plan.spareEnded(at: Self.secure) }
        plan.received(isMultiplexed: false, from: Self.secure)
        counts.append(request())
        plan.received(isMultiplexed: true, from: Self.secure)
        counts.append(request())
        #expect(counts == [3, 0, 3, 0])
    }

    @Test("A connection with HTTP/2 counts for each server whose protocol is unknown, until its response arrives")
    func multiplexed() {
        var plan = SpareConnectionPlan()
        var counts: [Int] = []
        _ = plan.started(to: Self.secure, wanted: 4)
        plan.multiplexedConnectionOpened()
        counts.append(plan.due(for: Self.secure))
        plan.received(isMultiplexed: false, from: Self.secure)
        plan.multiplexedConnectionOpened()
        _ = plan.started(to: Self.secure, wanted: 4)
        counts.append(plan.due(for: Self.secure))
        #expect(counts == [0, 2])
    }
}
