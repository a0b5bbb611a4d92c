import Testing

@testable import PlayheadTransport

@Suite("The connections that requests grant")
struct ConnectionBudgetTests {
    @Test("A request grants two connections, and many requests a limited number")
    func grants() {
        let budget = ConnectionBudget()
        #expect(!budget.take())
        budget.noteRequest()
        #expect(budget.take() && budget.take() && !budget.take())
        for _ in 0..<100 { budget.noteRequest() }
        #expect((0..<100).count { _ in budget.take() } == 16)
    }

    /// A request opens at most one connection when it is started and a spare one when it gets its connection. Each of the two connections
    /// that it grants is replaced at most once when it is closed; the replacement is refused if no grant is left.
    @Test("A server that closes each connection is connected at most four times for each request")
    func closing() async throws {
        let requests = 3
        let connections = Recorder<Int>()
        try await LoopbackServer.counting(connections) { server in
            try await withLoader { loader in
                for _ in 0..<requests { _ = try? await loader.load(server.request(timeouts: .init(head: 1))) }
            }
        }
        #expect((requests...(4 * requests)).contains(connections.all.count))
    }
}
