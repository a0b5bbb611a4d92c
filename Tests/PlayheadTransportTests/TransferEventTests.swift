import Foundation
import PlayheadTransport
import TLSTestSupport
import TestSupport
import Testing

@Suite("The reported steps of transfers", .timeLimit(.minutes(5)))
struct TransferEventTests {
    /// Returns the names of the steps of a transfer.
    private static func steps(_ events: [TransferEvent], of id: Int) -> [String] {
        events.compactMap { event in
            switch event {
            case .started(id, _, _): "started"
            case .sent(id): "sent"
            case .head(id, let status, _): "head \(status)"
            case .received(id, _): "received"
            case .ended(id, let outcome, let reason): "ended \(outcome)\(reason.map { " \($0)" } ?? "")"
            default: nil
            }
        }
    }

    private static func connection(_ events: [TransferEvent], of id: Int) -> Int? {
        for case .head(id, _, let connection) in events { return connection }
        return nil
    }

    private static func connected(_ events: [TransferEvent]) -> [(number: Int, facts: ConnectionFacts)] {
        events.compactMap { if case .connected(let number, let facts) = $0 { (number, facts) } else { nil } }
    }

    @Test("A transfer reports its steps in order, and transfers on one connection report the same number")
    func reuse() async throws {
        let events = Recorder<TransferEvent>()
        try await LoopbackServer.answering({ _ in ServerReply(body: [1, 2, 3]) }) { server in
            try await withLoader(metrics: TransferMetrics { events.append($0) }) { loader in
                for _ in 0..<2 { _ = try await loader.loadWhole(server.request(), upTo: 10) }
            }
            try await eventually("connections are closed") {
                events.all.contains { if case .disconnected = $0 { true } else { false } }
            }
        }
        for id in 1...2 { #expect(Self.steps(events.all, of: id) == ["started", "sent", "head 200", "received", "ended complete"]) }
        let connected = Self.connected(events.all)
        let used = (1...2).map { Self.connection(events.all, of: $0) }
        #expect(used.allSatisfy { number in connected.contains { $0.number == number } }, "\(used)")
        #expect(connected.allSatisfy { $0.facts.address == "127.0.0.1" && !$0.facts.isSecure && $0.facts.phases != nil })
    }

    @Test("A connection of HTTP/2 is reported once, with its protocol, for all of its requests")
    func multiplexed() async throws {
        let events = Recorder<TransferEvent>()
        try await HTTP2Connection.answering("hello") { server in
            try await withLoader(server.configuration, metrics: TransferMetrics { events.append($0) }) { loader in
                let request = LoadRequest(url: server.url(host: "localhost"), kind: .key, timeouts: .long)
                for _ in 0..<3 { _ = try await loader.loadWhole(request, upTo: 10) }
            }
        }
        let connected = Self.connected(events.all)
        let facts = try #require(connected.first?.facts)
        #expect(connected.count == 1 && facts.address == "127.0.0.1" && facts.isSecure && !facts.isResumed)
        #expect(facts.networkProtocol == .http2)
        #expect((1...3).allSatisfy { Self.connection(events.all, of: $0) == connected.first?.number })
    }

    @Test("A later connection to a server resumes the session of TLS", arguments: [TLSSettings.Version.tls12, .tls13])
    func resumed(version: TLSSettings.Version) async throws {
        let events = Recorder<TransferEvent>()
        let reply = ServerReply(headers: [("Connection", "close")], body: [1])
        try await LoopbackServer.answering(over: TLSSettings(newestVersion: version), { _ in reply }) { server in
            try await withLoader(server.configuration, metrics: TransferMetrics { events.append($0) }) { loader in
                for _ in 0..<2 { _ = try await loader.loadWhole(server.request(kind: .key), upTo: 10) }
            }
        }
        let facts = Self.connected(events.all).map(\.facts)
        #expect(facts.map(\.isResumed) == [false, true])
        #expect(facts.allSatisfy { ($0.phases?.tls ?? 0) > 0 })
    }

    @Test("Redirects, error statuses and refused connections end with their reasons")
    func failures() async throws {
        let events = Recorder<TransferEvent>()
        try await LoopbackServer.answering({ request in
            request.path == "/moved" ? ServerReply(status: 302, headers: [("Location", "/missing")]) : ServerReply(status: 404)
        }) { server in
            try await withLoader(metrics: TransferMetrics { events.append($0) }) { loader in
                #expect(await loadError { try await loader.load(server.request("/moved")) }?.reason == .status(404))
                let url = try #require(URL(string: "http://127.0.0.1:\(LoopbackServer.closedPort)/"))
                #expect(
                    await loadError { try await loader.load(LoadRequest(url: url, kind: .media, timeouts: .long)) }?.reason == .unreachable)
                try await eventually("all have ended") {
                    (1...3).allSatisfy { Self.steps(events.all, of: $0).last?.hasPrefix("ended") == true }
                }
            }
        }
        #expect(Self.steps(events.all, of: 1).prefix(3) == ["started", "sent", "head 302"])
        #expect(Self.steps(events.all, of: 2).prefix(3) == ["started", "sent", "head 404"])
        #expect(Self.steps(events.all, of: 3) == ["started", "ended failed unreachable"])
        let urls = events.all.compactMap { if case .started(_, _, let url) = $0 { url.path } else { nil } }
        #expect(urls == ["/moved", "/missing", "/"])
    }

    @Test("A transfer that the reader leaves ends as cancelled")
    func cancelled() async throws {
        let events = Recorder<TransferEvent>()
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n12345")
            await connection.waitForClose()
        }) { server in
            try await withLoader(metrics: TransferMetrics { events.append($0) }) { loader in
                let response = try await loader.load(server.request())
                for try await _ in response.body { break }
                try await eventually("it has ended") { Self.steps(events.all, of: 1).last == "ended cancelled" }
            }
        }
    }

    @Test("Files report their steps without a connection")
    func files() async throws {
        let events = Recorder<TransferEvent>()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("steps-\(UUID())")
        try Data(repeating: 1, count: 1000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let loader = FileLoader(metrics: TransferMetrics { events.append($0) })
        _ = try await loader.loadWhole(LoadRequest(url: file, kind: .media), upTo: 1000)
        let missing = file.appendingPathExtension("missing")
        #expect(await loadError { try await loader.load(LoadRequest(url: missing, kind: .media)) }?.reason == .fileUnreadable)
        #expect(Self.steps(events.all, of: 1) == ["started", "head 200", "received", "ended complete"])
        #expect(Self.steps(events.all, of: 2) == ["started", "ended failed fileUnreadable"])
        #expect(Self.connection(events.all, of: 1) == nil)
    }
}
