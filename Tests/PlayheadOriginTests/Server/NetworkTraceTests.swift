import Foundation
import Testing

@testable import PlayheadOrigin

@Suite("A network trace")
struct NetworkTraceTests {
    private let trace = NetworkTrace([
        NetworkTrace.Period(duration: 2, bytesPerSecond: 100, latency: 0.1),
        NetworkTrace.Period(duration: 1, bytesPerSecond: 0, latency: 0.5),
        NetworkTrace.Period(duration: 1, bytesPerSecond: 300, latency: 0.2),
    ])

    @Test("returns the end of a transfer across changes, standstill and repetition")
    func ends() {
        let expected: [(bytes: Double, from: Double, end: Double)] = [
            (100, 0, 1), (200, 0, 2), (230, 0, 3.1), (30, 2.5, 3.1), (500, 0, 4), (600, 0, 5), (1_000_500, 0, 8004),
            (300, 4000, 4003 + 1.0 / 3),
            (0, 1.5, 1.5),
        ]
        for (bytes, start, end) in expected { #expect(abs(trace.end(of: bytes, from: start) - end) < 1e-6, "\(bytes) from \(start)") }
    }

    @Test("drops periods that are too short for sums of times, and is unlimited if none remains")
    func tinyPeriods() {
        let tiny = NetworkTrace.Period(duration: 1e-300, bytesPerSecond: 1)
        #expect(NetworkTrace([tiny, .init(duration: 1, bytesPerSecond: 100), tiny]) == NetworkTrace(bytesPerSecond: 100))
        let end = NetworkTrace([tiny]).end(of: 1e6, from: 1e6)
        #expect(end.isFinite && abs(end - 1e6) < 1)
    }

    @Test("agrees with small steps", arguments: [1.0, 7, 64, 333])
    func steps(size: Double) {
        var time = 0.0
        for _ in 0..<100 { time = trace.end(of: size, from: time) }
        #expect(abs(time - trace.end(of: size * 100, from: 0)) < 1e-6)
    }

    @Test("repeats its latencies")
    func latency() {
        #expect([0, 1.9, 2, 3.5, 4, 401.5].map { trace.period(at: $0).latency } == [0.1, 0.1, 0.5, 0.2, 0.1, 0.1])
    }

    @Test("is parsed from JSON")
    func json() throws {
        let json = Data(
            #"[{"duration_ms": 1500, "bandwidth_kbps": 80, "latency_ms": 100}, {"duration_ms": 500, "bandwidth_kbps": 8}]"#.utf8)
        let trace = try NetworkTrace(json: json)
        #expect(
            trace.periods == [
                NetworkTrace.Period(duration: 1.5, bytesPerSecond: 10_000, latency: 0.1),
                NetworkTrace.Period(duration: 0.5, bytesPerSecond: 1000),
            ])
        #expect(throws: DecodingError.self) { try NetworkTrace(json: Data("{}".utf8)) }
    }

    @Test("without bandwidth never ends, and one with invalid values does not block")
    func extremes() {
        #expect(NetworkTrace(bytesPerSecond: 0).end(of: 1, from: 0) == .infinity)
        #expect(NetworkTrace([]).end(of: 1, from: 3) - 3 < 1e-9)
        #expect(NetworkTrace(bytesPerSecond: .nan).end(of: 1, from: 0) == .infinity)
        #expect(NetworkTrace(bytesPerSecond: .infinity).end(of: 1e6, from: .nan) >= 0)
    }
}
