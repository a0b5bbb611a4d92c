import NIOCore
import Testing

@testable import PlayheadTransport

@Suite("The client of a loader", .timeLimit(.minutes(5)))
struct HTTPClientHandleTests {
    @Test("A request that reaches the loop after the client was closed is not sent")
    func late() async throws {
        let connections = Recorder<Int>()
        try await LoopbackServer.counting(connections) { server in
            let (configuration, metrics) = (HTTPLoaderConfiguration(), TransferMetrics())
            let handle = HTTPClientHandle(configuration, on: try #require(TransferLoops.next()), metrics: metrics)
            await handle.shutdown()
            let transfer = HTTPTransfer(server.request(), url: server.url(), configuration: configuration, metrics: metrics)
            try handle.execute(server.url(), [:], for: transfer, deadline: .distantFuture)
            #expect(await loadError { try await transfer.receiveHead() }?.reason == .shutDown)
        }
        #expect(connections.all.isEmpty)
    }
}
