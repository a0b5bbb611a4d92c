import Foundation
import PlayheadCore
import PlayheadTransport
import Testing

@Suite("Redirects", .timeLimit(.minutes(5)))
struct RedirectTests {
    @Test("A redirect is followed, and the response has the final URL", arguments: [301, 302, 303, 307, 308])
    func followed(status: Int) async throws {
        try await LoopbackServer.answering({ $0.path == "/a/b" ? .redirect(to: "../c?x=1", status: status) : .text($0.path) }) { server in
            try await withLoader { loader in
                let (response, bytes) = try await loader.loadWhole(server.request("/a/b"), upTo: 100)
                #expect(response.url.absoluteString == server.url("/c?x=1").absoluteString)
                #expect(bytes == Array("/c?x=1".utf8))
                #expect(loader.metrics.counters.requests == 2)
            }
        }
    }

    @Test("Credentials are sent on redirects to the same origin, not to another, and not on the way back")
    func secrets() async throws {
        let requests = Recorder<ServerRequest>()
        try await LoopbackServer.answering({ request in
            requests.append(request)
            let port = request["Host"]?.split(separator: ":").last ?? ""
            switch request.path {
            case "/1": return .redirect(to: "/2")
            case "/2": return .redirect(to: "http://evil:evil@localhost:\(port)/3")
            case "/3": return .redirect(to: "http://127.0.0.1:\(port)/4")
            default: return .text("ok")
            }
        }) { server in
            try await withLoader { loader in
                let url = try #require(URL(string: "http://me:secret@127.0.0.1:\(server.port)/1"))
                let request = LoadRequest(
                    url: url, kind: .media, headers: ["X-Token": "t", "Accept-Language": "de", "Referer": "http://app/?secret"],
                    cookies: [.init(name: "session", value: "s")], byteRange: ByteRange(offset: 0), timeouts: .long)
                let response = try await loader.load(request)
                #expect(response.url.path() == "/4")
                #expect(response.url.user() == nil)
            }
        }
        #expect(requests.all.map(\.path) == ["/1", "/2", "/3", "/4"])
        for (index, request) in requests.all.enumerated() {
            let isHome = index < 2
            for name in ["X-Token", "Authorization", "Cookie", "Referer"] {
                #expect((request[name] != nil) == isHome, "\(name) of request \(index + 1)")
            }
            #expect(request["Accept-Language"] == "de")
            #expect(request["Range"] == "bytes=0-")
        }
    }

    @Test("A loop of redirects ends")
    func circle() async throws {
        try await LoopbackServer.answering({ .redirect(to: $0.path == "/a" ? "/b" : "/a") }) { server in
            try await withLoader { loader in
                let failure = try #require(await loadError { try await loader.load(server.request("/a", kind: .manifest)) })
                #expect(failure.reason == .redirectLoop(status: 302))
                #expect(PlaybackError(failure).kind == .manifestStatus(302))
                #expect(loader.metrics.counters.requests == 2)
            }
        }
    }

    @Test("Ten redirects are followed, the eleventh is not")
    func limit() async throws {
        try await LoopbackServer.answering({ request in
            let rest = Int(request.path.dropFirst()) ?? 0
            return rest == 0 ? .text("there") : .redirect(to: "/\(rest - 1)")
        }) { server in
            try await withLoader { loader in
                let whole = try await loader.loadWhole(server.request("/10"), upTo: 10)
                #expect(whole.bytes == Array("there".utf8))
                #expect(await loadError { try await loader.load(server.request("/11")) }?.reason == .redirectLoop(status: 302))
            }
        }
    }

    @Test(
        "A redirect to another scheme is refused",
        arguments: [
            "file:///etc/passwd", "FILE:///etc/passwd", "ftp://host/x", "data:text/plain,x", "gopher://host/x", "dict://host/d:x",
            "smb://host/x", "scp://host/x", "ws://host/x", "javascript:x",
        ])
    func otherScheme(target: String) async throws {
        try await LoopbackServer.answering({ _ in .redirect(to: target) }) { server in
            try await withLoader { loader in
                let failure = await loadError { try await loader.load(server.request()) }
                #expect(failure?.reason == .redirectRefused(status: 302) || failure?.reason == .invalidResponse(status: 302))
            }
        }
    }

    @Test("A redirect without a target is an error status")
    func withoutTarget() async throws {
        try await LoopbackServer.answering({ _ in ServerReply(status: 302) }) { server in
            try await withLoader { loader in
                #expect(await loadError { try await loader.load(server.request()) }?.reason == .status(302))
            }
        }
    }
}
