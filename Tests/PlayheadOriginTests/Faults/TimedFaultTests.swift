import Foundation
import OriginTestSupport
import PlayheadOrigin
import PlayheadTestKit
import Testing

@Suite("Faults of an origin that take time")
struct TimedFaultTests {
    private static let media = pattern(100_000)
    private static let request = "GET /a.mp4 HTTP/1.1\r\nHost: test\r\n\r\n"

    private func withFaults(
        _ kinds: [Fault.Kind], bytesPerSecond: Double? = nil, _ body: (LoopbackOrigin, RawClient, ManualClock) async throws -> Void
    ) async throws {
        let clock = ManualClock(now: 100)
        try await withOrigin(bytesPerSecond: bytesPerSecond, clock: clock) { origin in
            origin.add("a.mp4", Self.media)
            for kind in kinds { origin.addFault(Fault(kind: kind)) }
            try await body(origin, try RawClient(port: origin.port), clock)
        }
    }

    @Test("a latency delays the status line by its duration")
    func latency() async throws {
        try await withFaults([.latency(1.5), .latency(0.5)]) { origin, client, clock in
            client.send(Self.request)
            try await clock.waitForSleepers(1)
            #expect(clock.nextDeadline == 102)
            #expect(origin.requests.first?.status == nil)
            clock.advance(by: 2)
            #expect(await client.readHead().status == 200)
            #expect(await client.read(count: 100_000) == Self.media)
        }
    }

    @Test("a stall sends exactly the bytes before it, and the rest after its duration")
    func stall() async throws {
        try await withFaults([.stall(afterBytes: 60_000, seconds: 5), .stall(afterBytes: 1000, seconds: 1)]) { origin, client, clock in
            client.send(Self.request)
            #expect(await client.readHead().status == 200)
            #expect(await client.read(count: 1000).count == 1000)
            try await clock.waitForSleepers(1)
            #expect(origin.requests.first?.bytesSent == 1000)
            #expect(clock.nextDeadline == 101)
            clock.advance(by: 1)
            #expect(await client.read(count: 59_000).count == 59_000)
            try await clock.waitForSleepers(1)
            #expect(origin.requests.first?.bytesSent == 60_000)
            clock.advance(by: 5)
            #expect(await client.read(count: 40_000) == Array(Self.media.suffix(40_000)))
        }
    }

    @Test("an endless stall lasts until the client disconnects or the origin stops", arguments: [false, true])
    func endlessStall(clientGoes: Bool) async throws {
        try await withFaults([.stall(afterBytes: 1000)]) { origin, client, clock in
            client.send(Self.request)
            _ = await client.readHead()
            #expect(await client.read(count: 1000).count == 1000)
            #expect(clock.sleeperCount == 0)
            #expect(origin.requests.first?.isFinished == false)
            if clientGoes {
                client.shutDown()
                try await origin.requests { $0.first?.isFinished ?? false }
            } else {
                await origin.stop()
                #expect(await client.readAll().ending != .timeout)
            }
        }
    }

    @Test("a bandwidth limit spreads a body over the expected time", arguments: [true, false])
    func bandwidth(isOfOrigin: Bool) async throws {
        let rate = 10_000.0
        try await withFaults(isOfOrigin ? [] : [.bandwidth(bytesPerSecond: rate)], bytesPerSecond: isOfOrigin ? rate : nil) {
            origin, client, clock in
            client.send(Self.request)
            while origin.requests.first?.isFinished != true {
                try await clock.waitForSleepers(1)
                let sent = Double(origin.requests.first?.bytesSent ?? 0)
                #expect(abs((clock.now - 100) * rate - sent) < 1)
                let count = origin.requests.first?.bytesSent ?? 0
                clock.advanceToNextDeadline()
                try await origin.requests { $0.first.map { $0.isFinished || $0.bytesSent > count || $0.bytesSent == 100_000 } ?? false }
                if origin.requests.first?.bytesSent == 100_000 { try await origin.requests { $0.first?.isFinished ?? false } }
            }
            #expect(abs(clock.now - 110) < 0.001)
            _ = await client.readHead()
            #expect(await client.read(count: 100_000) == Self.media)
        }
    }

    @Test("the bandwidth of an origin is shared by its connections and can be lifted")
    func sharedBandwidth() async throws {
        try await withFaults([], bytesPerSecond: 1000) { origin, client, clock in
            let second = try RawClient(port: origin.port)
            client.send(Self.request)
            second.send(Self.request)
            try await clock.waitForSleepers(2)
            // Each piece takes 25 ms; that of the second connection follows that of the first.
            #expect(clock.nextDeadline == 100.025)
            clock.advance(to: 100.025)
            try await clock.waitForSleepers(2)
            clock.advance(to: 100.05)
            origin.bytesPerSecond = nil
            clock.advance(to: 101)
            _ = await client.readHead()
            _ = await second.readHead()
            #expect(await client.read(count: 100_000) == Self.media)
            #expect(await second.read(count: 100_000) == Self.media)
        }
    }
}
