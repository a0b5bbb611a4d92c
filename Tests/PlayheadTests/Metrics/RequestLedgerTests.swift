import Foundation
import PlayheadCore
import PlayheadTransport
import Testing

@testable import Playhead

@Suite("Measurements of requests with the records of their transfers")
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
        var connection = ConnectionRecord(
            id: 3, opened: 10.2, isSecure: true, networkProtocol: .http2, isResumed: true, phases: phases)
        ledger.begin(1, Self.request(1))
        var transfer = TransferRecord(id: 7, Self.request(1), url: Self.url, start: 10)
        ledger.handle(transfer)
        transfer.sent = 10.21
        ledger.handle(transfer)
        (transfer.firstByte, transfer.connection) = (10.3, connection)
        ledger.handle(transfer)
        transfer.lastByte = 10.4
        ledger.handle(transfer)
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

        connection.isUsed = true
        ledger.begin(2, Self.request(2, attempt: 2))
        transfer = TransferRecord(id: 8, Self.request(2), url: Self.url, start: 11)
        ledger.handle(transfer)
        (transfer.firstByte, transfer.connection) = (11.1, connection)
        ledger.handle(transfer)
        let endedAgain = ledger.end(Self.measured(Self.request(2, attempt: 2), from: 11, to: 11.2))
        let second = try #require(endedAgain)
        #expect(
            second.connection?.isReused == true && second.connection?.phases == nil && second.timings.connected == nil
                && second.attempt == 2)
    }

    @Test("A redirect is part of its request")
    func redirects() throws {
        var ledger = RequestLedger()
        ledger.begin(1, Self.request(1))
        let transfers = (1...3).map { TransferRecord(id: $0, Self.request(1), url: Self.url, start: Double($0)) }
        for transfer in transfers { ledger.handle(transfer) }
        let ended = ledger.end(Self.measured(Self.request(1), from: 0, to: 4))
        let metric = try #require(ended)
        #expect(metric.redirects == 2 && metric.timings.start == 0)
    }

    @Test("The steps are those of the last response: not of a late body of a redirect, nor of a server that does not respond")
    func lastResponse() throws {
        var ledger = RequestLedger()
        ledger.begin(1, Self.request(1))
        var transfers = (1...3).map { TransferRecord(id: $0, Self.request(1), url: Self.url, start: Double($0)) }
        for index in 0..<2 {
            ledger.handle(transfers[index])
            transfers[index].firstByte = transfers[index].start + 0.5
            ledger.handle(transfers[index])
        }
        transfers[0].lastByte = 2.75
        ledger.handle(transfers[0])
        ledger.handle(transfers[2])
        (transfers[2].outcome, transfers[2].end) = (LoadOutcome.failed, 3.5)
        ledger.handle(transfers[2])
        let ended = ledger.end(Self.measured(Self.request(1), from: 0, to: 4))
        let metric = try #require(ended)
        #expect(metric.timings.firstByte == 2.5 && metric.timings.lastByte == nil && metric.redirects == 2)
    }

    @Test("The URL has no credentials and a limited length")
    func secrets() throws {
        var ledger = RequestLedger()
        ledger.begin(1, Self.request(1))
        let ended = ledger.end(LoadMeasurement(Self.request(1), start: 0))
        let metric = try #require(ended)
        for secret in ["user", "word", "abc"] { #expect(!metric.url.contains(secret) && !metric.jsonLine.contains(secret)) }
        var long = LoadMeasurement(Self.request(2), start: 0)
        long.url = URL(string: "https://h.example/" + String(repeating: "é", count: 100_000))
        ledger.begin(2, Self.request(2))
        let shortened = ledger.end(long)
        #expect(try #require(shortened).url.count <= 2048)
    }

    @Test("Requests that never end, and steps of unknown requests, take limited memory")
    func memory() {
        var ledger = RequestLedger()
        for number in 1...5000 {
            ledger.begin(number, Self.request(number))
            for request in [number, number + 9999] {
                let transfer = TransferRecord(id: request, Self.request(request), url: Self.url, start: 0)
                ledger.handle(transfer)
                ledger.handle(transfer)
            }
        }
        #expect(ledger.count <= 1000)
    }
}
