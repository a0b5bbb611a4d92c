import Foundation
import PlayheadTransport
import Synchronization
import TestSupport
import Testing

@Suite("Back-pressure", .timeLimit(.minutes(5)))
struct BackPressureTests {
    @Test("A server is held back while nothing is read, and continues when the body is read")
    func heldBack() async throws {
        // Several times the maximum size of the socket buffers of both sides.
        let length = max(100 << 20, 8 * Self.socketBufferLimit)
        let readAhead = 1 << 20
        let written = Atomic(0)
        let ended = Recorder<LoadOutcome>()
        let chunk = [UInt8](repeating: 7, count: 1 << 18)
        try await LoopbackServer.run({ connection in
            while let request = try await connection.nextRequest() {
                guard request.path == "/large" else {
                    try await connection.send(.text("small"))
                    continue
                }
                try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
                for _ in 0..<(length / chunk.count) {
                    try await connection.send(chunk)
                    written.add(chunk.count, ordering: .relaxed)
                }
            }
        }) { server in
            // The large transfer is the first one.
            let metrics = TransferMetrics { if $0.id == 1, let outcome = $0.outcome { ended.append(outcome) } }
            try await withLoader(HTTPLoaderConfiguration(readAhead: readAhead), metrics: metrics) { loader in
                let response = try await loader.load(server.request("/large"))
                try await eventually("it has read ahead") { metrics.counters.bytes >= readAhead }
                // The small loads give the large one an opportunity to continue on the same event loops.
                for _ in 0..<200 { _ = try await loader.loadWhole(server.request("/small"), upTo: 10) }
                #expect(metrics.counters.bytes < 4 * readAhead)
                // The rest is in the system's socket buffers.
                #expect(written.load(ordering: .relaxed) < length / 2)
                var count = 0
                for try await chunk in response.body { count += chunk.count }
                #expect(count == length)
            }
        }
        #expect(ended.all == [.complete])
    }

    /// The sum of the maximum sizes of a TCP connection's receive and send buffers, in bytes (tcp(7), `tcp_rmem` and `tcp_wmem`); 0 if
    /// unknown.
    private static var socketBufferLimit: Int {
        ["rmem", "wmem"].reduce(0) { sum, name in
            let text = try? String(contentsOfFile: "/proc/sys/net/ipv4/tcp_\(name)", encoding: .utf8)
            return sum + (text?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0)
        }
    }
}
