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

    @Test("A server that closes each connection is not connected without end")
    func closing() async throws {
        let connections = Recorder<Int>()
        try await LoopbackServer.counting(connections) { server in
            try await withLoader { loader in
                for _ in 0..<3 { _ = try? await loader.load(server.request(timeouts: .init(head: 1))) }
            }
        }
        #expect((3...8).contains(connections.all.count))
    }
}
