import Foundation
import PlayheadTransport
import TLSTestSupport
import TestSupport
import Testing

@Suite("The reported steps of transfers", .timeLimit(.minutes(5)))
struct TransferRecordTests {
    /// Returns the names of the steps of a transfer.
    private static func steps(_ records: [TransferRecord], of id: Int) -> [String] {
        var last: TransferRecord?
        return records.filter { $0.id == id }.map { record in
            defer { last = record }
            guard let last else { return "started" }
            if let outcome = record.outcome { return "ended \(outcome)\(record.reason.map { " \($0)" } ?? "")" }
            if record.bytes > last.bytes { return "received" }
            return record.firstByte == last.firstByte ? "sent" : "head \(record.status ?? 0)"
        }
    }

    private static func connection(_ records: [TransferRecord], of id: Int) -> Int? {
        records.last { $0.id == id }?.connection?.id
    }

    @Test("A transfer reports its steps in order, and transfers on one connection report the same number")
    func reuse() async throws {
        let records = Recorder<TransferRecord>()
        let connections = Recorder<ConnectionRecord>()
        let metrics = TransferMetrics(transfers: { records.append($0) }, connections: { connections.append($0) })
        try await LoopbackServer.answering({ _ in ServerReply(body: [1, 2, 3]) }) { server in
            try await withLoader(metrics: metrics) { loader in
                for _ in 0..<2 { _ = try await loader.loadWhole(server.request(), upTo: 10) }
            }
            try await eventually("connections are closed") {
                connections.all.contains { $0.closed != nil }
            }
        }
        for id in 1...2 { #expect(Self.steps(records.all, of: id) == ["started", "sent", "head 200", "received", "ended complete"]) }
        let connected = connections.all.filter { $0.closed == nil }
        let used = (1...2).map { Self.connection(records.all, of: $0) }
        #expect(used.allSatisfy { number in connected.contains { $0.id == number } }, "\(used)")
        #expect(connected.allSatisfy { $0.address == "127.0.0.1" && !$0.isSecure && $0.phases != nil })
    }

    @Test("A connection of HTTP/2 is reported once, with its protocol, for all of its requests")
    func multiplexed() async throws {
        let records = Recorder<TransferRecord>()
        let connections = Recorder<ConnectionRecord>()
        let metrics = TransferMetrics(transfers: { records.append($0) }, connections: { connections.append($0) })
        try await HTTP2Connection.answering("hello") { server in
            try await withLoader(server.configuration, metrics: metrics) { loader in
                let request = LoadRequest(url: server.url(host: "localhost"), kind: .key, timeouts: .long)
                for _ in 0..<3 { _ = try await loader.loadWhole(request, upTo: 10) }
            }
        }
        let connected = connections.all.filter { $0.closed == nil }
        let connection = try #require(connected.first)
        #expect(connected.count == 1 && connection.address == "127.0.0.1" && connection.isSecure && !connection.isResumed)
        #expect(connection.networkProtocol == .http2)
        #expect((1...3).allSatisfy { Self.connection(records.all, of: $0) == connection.id })
    }

    @Test("A later connection to a server resumes the session of TLS", arguments: [TLSSettings.Version.tls12, .tls13])
    func resumed(version: TLSSettings.Version) async throws {
        let connections = Recorder<ConnectionRecord>()
        let reply = ServerReply(headers: [("Connection", "close")], body: [1])
        try await LoopbackServer.answering(over: TLSSettings(newestVersion: version), { _ in reply }) { server in
            try await withLoader(server.configuration, metrics: TransferMetrics(connections: { connections.append($0) })) { loader in
                for _ in 0..<2 { _ = try await loader.loadWhole(server.request(kind: .key), upTo: 10) }
            }
        }
        let connected = connections.all.filter { $0.closed == nil }
        #expect(connected.map(\.isResumed) == [false, true])
        #expect(connected.allSatisfy { ($0.phases?.tls ?? 0) > 0 })
    }

    @Test("Redirects, error statuses and refused connections end with their reasons")
    func failures() async throws {
        let records = Recorder<TransferRecord>()
        try await LoopbackServer.answering({ request in
            request.path == "/moved" ? ServerReply(status: 302, headers: [("Location", "/missing")]) : ServerReply(status: 404)
        }) { server in
            try await withLoader(metrics: TransferMetrics { records.append($0) }) { loader in
                #expect(await loadError { try await loader.load(server.request("/moved")) }?.reason == .status(404))
                let url = try #require(URL(string: "http://127.0.0.1:\(LoopbackServer.closedPort)/"))
                #expect(
                    await loadError { try await loader.load(LoadRequest(url: url, kind: .media, timeouts: .long)) }?.reason == .unreachable)
                try await eventually("all have ended") {
                    (1...3).allSatisfy { Self.steps(records.all, of: $0).last?.hasPrefix("ended") == true }
                }
            }
        }
        #expect(Self.steps(records.all, of: 1).prefix(3) == ["started", "sent", "head 302"])
        #expect(Self.steps(records.all, of: 2).prefix(3) == ["started", "sent", "head 404"])
        #expect(Self.steps(records.all, of: 3) == ["started", "ended failed unreachable"])
        let urls = records.all.filter(\.isNew).compactMap { URL(string: $0.url)?.path }
        #expect(urls == ["/moved", "/missing", "/"])
    }

    @Test("A transfer that the reader leaves ends as cancelled")
    func cancelled() async throws {
        let records = Recorder<TransferRecord>()
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n12345")
            await connection.waitForClose()
        }) { server in
            try await withLoader(metrics: TransferMetrics { records.append($0) }) { loader in
                let response = try await loader.load(server.request())
                for try await _ in response.body { break }
                try await eventually("it has ended") { Self.steps(records.all, of: 1).last == "ended cancelled" }
            }
        }
    }

    @Test("Files report their steps without a connection")
    func files() async throws {
        let records = Recorder<TransferRecord>()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("steps-\(UUID())")
        try Data(repeating: 1, count: 1000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let loader = FileLoader(metrics: TransferMetrics { records.append($0) })
        _ = try await loader.loadWhole(LoadRequest(url: file, kind: .media), upTo: 1000)
        let missing = file.appendingPathExtension("missing")
        #expect(await loadError { try await loader.load(LoadRequest(url: missing, kind: .media)) }?.reason == .fileUnreadable)
        #expect(Self.steps(records.all, of: 1) == ["started", "head 200", "received", "ended complete"])
        #expect(Self.steps(records.all, of: 2) == ["started", "ended failed fileUnreadable"])
        #expect(Self.connection(records.all, of: 1) == nil)
    }
}
