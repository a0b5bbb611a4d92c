import Foundation
import PlayheadTransport
import Testing

/// From which address a response came, whatever the URL calls the host.
@Suite("The server's address", .timeLimit(.minutes(5)))
struct ServerAddressTests {
    @Test("It is told with responses and with errors, and the field that brings it is not seen", arguments: ["127.0.0.1", "localhost"])
    func connections(host: String) async throws {
        // What the server says of itself counts for nothing.
        let headers = [("Playhead-Server-Address", "192.0.2.1")]
        try await LoopbackServer.answering({ request in
            request.path == "/missing" ? ServerReply(status: 404, headers: headers) : ServerReply(headers: headers, body: [1, 2, 3])
        }) { server in
            try await withLoader { loader in
                // The second takes the same connection.
                for _ in 0..<2 {
                    let response = try await loader.load(LoadRequest(url: server.url("/a", host: host), kind: .media))
                    #expect(response.serverAddress == "127.0.0.1")
                    #expect(response.headers["Playhead-Server-Address"] == nil)
                    #expect(try await response.body.collect(upTo: 10) == [1, 2, 3])
                }
                let error = await loadError { try await loader.load(LoadRequest(url: server.url("/missing", host: host), kind: .media)) }
                #expect(error?.reason == .status(404) && error?.serverAddress == "127.0.0.1")
            }
        }
    }

    @Test("Where nobody answered there is none")
    func unreachable() async throws {
        let port = try await LoopbackServer.closedPort()
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
        try await withLoader { loader in
            let error = await loadError { try await loader.load(LoadRequest(url: url, kind: .media)) }
            #expect(error?.reason == .unreachable && error?.serverAddress == nil)
        }
    }

    @Test("Over HTTP/2 it is told as well")
    func streams() async throws {
        try await HTTP2Server.answering("hello", headers: ["playhead-server-address": "192.0.2.1"]) { server in
            var configuration = HTTPLoaderConfiguration()
            configuration.certificateAuthorities = [server.authority]
            let url = try #require(URL(string: "https://localhost:\(server.port)/a"))
            try await withLoader(configuration) { loader in
                for _ in 0..<2 {
                    let response = try await loader.load(LoadRequest(url: url, kind: .media))
                    #expect(response.serverAddress == "127.0.0.1" && response.headers["Playhead-Server-Address"] == nil)
                    #expect(try await response.body.collect(upTo: 10) == Array("hello".utf8))
                }
            }
        }
    }
}
