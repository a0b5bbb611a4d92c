import Foundation
import PlayheadTransport
import Testing

/// Tests the server address of responses, whatever the host name of the URL.
@Suite("The server's address", .timeLimit(.minutes(5)))
struct ServerAddressTests {
    @Test("The address is part of responses and errors", arguments: ["127.0.0.1", "localhost"])
    func connections(host: String) async throws {
        try await LoopbackServer.answering({ request in
            request.path == "/missing" ? ServerReply(status: 404) : ServerReply(body: [1, 2, 3])
        }) { server in
            try await withLoader { loader in
                // The second request uses the same connection.
                for _ in 0..<2 {
                    let response = try await loader.load(LoadRequest(url: server.url("/a", host: host), kind: .media, timeouts: .long))
                    #expect(response.serverAddress == "127.0.0.1")
                    #expect(try await response.body.collect(upTo: 10) == [1, 2, 3])
                }
                let error = await loadError {
                    try await loader.load(LoadRequest(url: server.url("/missing", host: host), kind: .media, timeouts: .long))
                }
                #expect(error?.reason == .status(404) && error?.serverAddress == "127.0.0.1")
            }
        }
    }

    @Test("Without a response there is no address")
    func unreachable() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(LoopbackServer.closedPort)/"))
        try await withLoader { loader in
            let error = await loadError { try await loader.load(LoadRequest(url: url, kind: .media, timeouts: .long)) }
            #expect(error?.reason == .unreachable && error?.serverAddress == nil)
        }
    }

    @Test("The address is known over HTTP/2")
    func streams() async throws {
        try await HTTP2Connection.answering("hello") { server in
            try await withLoader(server.configuration) { loader in
                for _ in 0..<2 {
                    let response = try await loader.load(LoadRequest(url: server.url(host: "localhost"), kind: .segment, timeouts: .long))
                    #expect(response.serverAddress == "127.0.0.1")
                    #expect(try await response.body.collect(upTo: 10) == Array("hello".utf8))
                }
            }
        }
    }
}
