import CNameLookup
import Foundation
import PlayheadTransport
import TestSupport
import Testing

@Suite("Name lookups that do not end", .timeLimit(.minutes(5)))
struct NameLookupTests {
    @Test(
        "A cancelled load ends while the name of its host is looked up, other loads go on meanwhile, and the loader shuts down")
    func cancelled() async throws {
        lookups_hold(1)
        defer { lookups_hold(0) }
        try await LoopbackServer.answering({ _ in .text("hello") }) { server in
            try await withLoader { loader in
                let loads = (0..<20).map { index in
                    Task {
                        try await loader.load(
                            LoadRequest(url: server.url(host: "host-\(index).held.invalid"), kind: .media, timeouts: .long))
                    }
                }
                try await eventually("a name is looked up") { lookups_waiting() > 0 }
                for _ in 0..<20 { _ = try await loader.loadWhole(server.request(), upTo: 10) }
                for load in loads { load.cancel() }
                for load in loads { await #expect(throws: CancellationError.self) { try await load.value } }
                _ = try await loader.loadWhole(server.request(), upTo: 10)
                #expect(lookups_waiting() > 0)
            }
        }
    }
}
