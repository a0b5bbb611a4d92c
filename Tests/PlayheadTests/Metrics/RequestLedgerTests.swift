import Foundation
import PlayheadCore
import PlayheadTransport
import Testing

@testable import Playhead

@Suite("Measurements of requests from the steps of their transfers")
struct RequestLedgerTests {
    private static let url = URL(string: "https://user:word@h.example/a.ts?token=abc") ?? URL(filePath: "/")

    private static func request(_ number: Int, attempt: Int = 1) -> LoadRequest {
        var request = LoadRequest(url: url, object: .segment(.muxed))
        request.number = number
        request.attempt = attempt
        return request
    }

    private static func measured(_ request: LoadRequest, from start: Double, to end: Double) -> LoadMeasurement {
        var measured = LoadMeasurement(request, start: start)
        (measured.end, measured.outcome, measured.bytes, measured.status) = (end, .complete, 100, 200)
        return measured
    }

    @Test("The first request of a connection has the time of connecting, the next one reuses the connection")
    func connections() throws {
        var ledger = RequestLedger()
        let phases = ConnectionPhases(lookup: 0.05, tcp: 0.05, tls: 0.1)
        ledger.begin(1, Self.request(1), at: 10)
        ledger.handle(.started(7, Self.request(1), url: Self.url), at: 10)
        ledger.handle(.connected(3, ConnectionFacts(isSecure: true, networkProtocol: .http2, isResumed: true, phases: phases)), at: 10.2)
        ledger.handle(.sent(7), at: 10.21)
        ledger.handle(.head(7, status: 200, connection: 3), at: 10.3)
        ledger.handle(.received(7, bytes: 60), at: 10.35)
        ledger.handle(.received(7, bytes: 40), at: 10.4)
        ledger.handle(.ended(7, .complete, reason: nil), at: 10.41)
        let ended = ledger.end(Self.measured(Self.request(1), from: 10, to: 10.5))
        let first = try #require(ended)
        #expect(
            first.connection
                == .init(number: 3, isReused: false, isSecure: true, networkProtocol: .http2, isResumed: true, phases: phases))
        #expect(first.fields["networkProtocol"] == .string("h2") && first.fields["isHTTP2"] == .bool(true))
        #expect(first.fields["isResumed"] == .bool(true) && first.fields["lookupTime"] == .double(0.05))
        #expect(first.fields["tcpTime"] == .double(0.05) && first.fields["tlsTime"] == .double(0.1))
        let times = first.timings
        let found = [times.start, times.connected ?? -1, times.sent ?? -1, times.firstByte ?? -1, times.lastByte ?? -1, times.end]
        #expect(zip(found, [10, 10.2, 10.21, 10.3, 10.4, 10.5]).allSatisfy { abs($0 - $1) < 1e-9 })

        ledger.begin(2, Self.request(2, attempt: 2), at: 11)
        ledger.handle(.started(8, Self.request(2), url: Self.url), at: 11)
        ledger.handle(.head(8, status: 200, connection: 3), at: 11.1)
        let endedAgain = ledger.end(Self.measured(Self.request(2, attempt: 2), from: 11, to: 11.2))
        let second = try #require(endedAgain)
        #expect(
            second.connection?.isReused == true && second.connection?.phases == nil && second.timings.connected == nil
                && second.attempt == 2)
    }

    @Test("A redirect is part of its request")
    func redirects() throws {
        var ledger = RequestLedger()
        ledger.begin(1, Self.request(1), at: 0)
        for transfer in 1...3 { ledger.handle(.started(transfer, Self.request(1), url: Self.url), at: Double(transfer)) }
        let ended = ledger.end(Self.measured(Self.request(1), from: 0, to: 4))
        let metric = try #require(ended)
        #expect(metric.redirects == 2 && metric.timings.start == 0)
    }

    @Test("The URL has no credentials and a limited length")
    func secrets() throws {
        var ledger = RequestLedger()
        ledger.begin(1, Self.request(1), at: 0)
        let ended = ledger.end(LoadMeasurement(Self.request(1), start: 0))
        let metric = try #require(ended)
        for secret in ["user", "word", "abc"] { #expect(!metric.url.contains(secret) && !metric.jsonLine.contains(secret)) }
        var long = LoadMeasurement(Self.request(2), start: 0)
        long.url = URL(string: "https://h.example/" + String(repeating: "é", count: 100_000))
        ledger.begin(2, Self.request(2), at: 0)
        let shortened = ledger.end(long)
        #expect(try #require(shortened).url.count <= 2048)
    }

    @Test("Requests that never end, and steps of unknown requests, take limited memory")
    func memory() {
        var ledger = RequestLedger()
        for number in 1...5000 {
            ledger.begin(number, Self.request(number), at: 0)
            ledger.handle(.started(number, Self.request(number), url: Self.url), at: 0)
            ledger.handle(.connected(number, ConnectionFacts()), at: 0)
            ledger.handle(.head(number + 9999, status: 200, connection: nil), at: 0)
        }
        #expect(ledger.count <= 3000)
    }
}
