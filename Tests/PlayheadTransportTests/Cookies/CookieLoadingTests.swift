import Foundation
import PlayheadTransport
import Testing

@Suite("Cookies over HTTP", .timeLimit(.minutes(5)))
struct CookieLoadingTests {
    /// Returns the `Cookie` field of each request for `paths`, of which `/set` sets a cookie.
    private static func fields(
        _ paths: [String], setting: String = "sig=abc; Path=/", store: CookieStore? = CookieStore(), headers: HeaderFields = [:],
        cookies: [RequestCookie] = []
    ) async throws -> [String?] {
        let fields = Recorder<String?>()
        try await LoopbackServer.answering({ request in
            fields.append(request["Cookie"])
            return .text("", headers: request.path == "/set" ? [("Set-Cookie", setting), ("Set-Cookie", "other=1; Path=/")] : [])
        }) { server in
            let loader = HTTPLoader(cookies: store)
            for path in paths {
                _ = try await loader.loadWhole(server.request(path, kind: .key, headers: headers, cookies: cookies), upTo: 10)
            }
            await loader.shutdown()
        }
        return fields.all
    }

    @Test("A cookie that a playlist sets is sent with further requests, unless the loader ignores cookies")
    func sent() async throws {
        #expect(try await Self.fields(["/set", "/seg", "/key"]) == [nil, "sig=abc; other=1", "sig=abc; other=1"])
        #expect(try await Self.fields(["/set", "/seg"], store: nil) == [nil, nil])
    }

    @Test("Loaders with the same store share their cookies")
    func shared() async throws {
        let store = CookieStore()
        _ = try await Self.fields(["/set"], store: store)
        #expect(try await Self.fields(["/seg"], store: store) == ["sig=abc; other=1"])
    }

    @Test("The app's own cookies and header fields are sent as well, and replace those of the same name")
    func own() async throws {
        let own = RequestCookie(name: "mine", value: "2")
        #expect(try await Self.fields(["/set", "/seg"], cookies: [own]) == ["mine=2", "sig=abc; other=1; mine=2"])
        let fields = try await Self.fields(["/set", "/seg"], headers: ["Cookie": "sig=own; x=1"], cookies: [own])
        #expect(fields == ["sig=own; x=1; mine=2", "other=1; sig=own; x=1; mine=2"])
    }

    @Test("A redirect to the same URL that sets a cookie is followed, and a further one is a loop")
    func redirect() async throws {
        let fields = Recorder<String?>()
        try await LoopbackServer.answering({ request in
            fields.append(request["Cookie"])
            if request.path == "/gate", request["Cookie"] == "in=1" { return .text("ok") }
            return ServerReply(status: 302, headers: [("Location", request.path), ("Set-Cookie", "in=1")])
        }) { server in
            try await withLoader { loader in
                let bytes = try await loader.loadWhole(server.request("/gate"), upTo: 10).bytes
                #expect(bytes == Array("ok".utf8))
                let failure = await loadError { try await loader.load(server.request("/loop")) }
                #expect(failure?.reason == .redirectLoop(status: 302))
            }
        }
        #expect(fields.all.prefix(2) == [nil, "in=1"])
    }

    @Test("A cookie is not sent to another host")
    func otherHost() async throws {
        let fields = Recorder<String?>()
        try await LoopbackServer.answering({ request in
            fields.append(request["Cookie"])
            return .text("", headers: [("Set-Cookie", "sig=abc; Path=/")])
        }) { server in
            try await withLoader { loader in
                _ = try await loader.loadWhole(server.request(), upTo: 10)
                _ = try await loader.loadWhole(LoadRequest(url: server.url(host: "localhost"), kind: .media, timeouts: .long), upTo: 10)
            }
        }
        #expect(fields.all == [nil, nil])
    }
}
