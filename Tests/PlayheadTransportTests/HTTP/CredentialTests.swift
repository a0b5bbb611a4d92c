import Foundation
import PlayheadTransport
import Testing

@Suite("Where credentials are sent", .timeLimit(.minutes(5)))
struct CredentialTests {
    /// Returns the request that a server on `localhost` receives for an item on `127.0.0.1`.
    private static func request(
        host: String = "localhost", scope: @escaping @Sendable (LoopbackServer) -> CredentialScope = { _ in .origin }
    ) async throws -> ServerRequest {
        let requests = Recorder<ServerRequest>()
        try await LoopbackServer.answering({ request in
            requests.append(request)
            return .text("ok")
        }) { server in
            try await withLoader { loader in
                var request = LoadRequest(
                    url: server.url("/segment.ts", host: host), kind: .segment,
                    headers: ["Authorization": "a", "X-Mine": "b", "User-Agent": "u"],
                    cookies: [RequestCookie(name: "plain", value: "1"), RequestCookie(name: "domain", value: "1", domain: "localhost")],
                    timeouts: .long)
                request.binding = CredentialBinding(home: server.url("/item.m3u8"), scope: scope(server))
                _ = try await loader.loadWhole(request, upTo: 10)
            }
        }
        return try #require(requests.all.first)
    }

    @Test("The item's origin gets the credentials")
    func home() async throws {
        let request = try await Self.request(host: "127.0.0.1")
        #expect(request["Authorization"] == "a" && request["X-Mine"] == "b" && request["Cookie"] == "plain=1")
    }

    @Test("Another origin gets only harmless fields and the cookies of its domain")
    func elsewhere() async throws {
        let request = try await Self.request()
        #expect(request["Authorization"] == nil && request["X-Mine"] == nil)
        #expect(request["Cookie"] == "domain=1" && request["User-Agent"] == "u")
    }

    @Test("A scope adds origins, or all")
    func scopes() async throws {
        let scopes: [@Sendable (LoopbackServer) -> CredentialScope] = [
            { .origins([$0.url("/", host: "localhost")]) }, { _ in .everywhere },
        ]
        for scope in scopes {
            let request = try await Self.request(scope: scope)
            #expect(request["Authorization"] == "a" && request["X-Mine"] == "b" && request["Cookie"] == "plain=1; domain=1")
        }
        let other = try await Self.request { .origins([URL(string: "https://localhost:\($0.port)/"), $0.url()].compactMap(\.self)) }
        #expect(other["Authorization"] == nil)
    }

    @Test("The user name and password of the item's URL are sent to its origin, and to no other")
    func userInfo() async throws {
        let requests = Recorder<ServerRequest>()
        try await LoopbackServer.answering({ request in
            requests.append(request)
            return .text("ok")
        }) { server in
            try await withLoader { loader in
                let home = try #require(URL(string: "http://me:secret@127.0.0.1:\(server.port)/item.m3u8"))
                for host in ["127.0.0.1", "localhost"] {
                    var request = LoadRequest(url: server.url("/", host: host), kind: .segment, timeouts: .long)
                    request.binding.home = home
                    _ = try await loader.loadWhole(request, upTo: 10)
                }
            }
        }
        #expect(requests.all.map { $0["Authorization"] != nil } == [true, false])
    }
}
