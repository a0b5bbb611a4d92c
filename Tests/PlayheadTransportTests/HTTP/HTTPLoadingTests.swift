import Foundation
import PlayheadTransport
import Testing

@Suite("Loading over HTTP", .timeLimit(.minutes(5)))
struct HTTPLoadingTests {
    @Test("The head contains status, type, length and URL, the body all bytes")
    func whole() async throws {
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await LoopbackServer.answering({ _ in ServerReply(headers: [("content-TYPE", "Video/MP4; codecs=x")], body: body) }) { server in
            try await withLoader { loader in
                let response = try await loader.load(server.request("/a.mp4"))
                #expect(response.status == 200)
                #expect(response.contentType == "video/mp4")
                #expect(response.headers["Content-Length"] == "300000")
                #expect(response.contentLength == 300_000)
                #expect(response.totalLength == 300_000)
                #expect(!response.acceptsRanges)
                #expect(response.url == server.url("/a.mp4"))
                #expect(try await response.body.collect(upTo: 300_000) == body)
            }
        }
    }

    @Test("The status line of SHOUTcast is accepted, however it is cut", arguments: [1, 3, 4, 20])
    func icy(cut: Int) async throws {
        let text = "ICY 200 OK\r\nicy-name: Radio\r\nContent-Type: audio/mpeg\r\n\r\nmedia"
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            try await connection.send(String(text.prefix(cut)))
            try await connection.send(String(text.dropFirst(cut)))
        }) { server in
            try await withLoader { loader in
                let response = try await loader.load(server.request("/"))
                #expect(response.status == 200 && response.headers["icy-name"] == "Radio" && response.contentLength == nil)
                #expect(try await response.body.collect(upTo: 10) == Array("media".utf8))
            }
        }
    }

    @Test("Header fields, cookies and the URL's credentials are sent, the URL's fragment is not")
    func requestHeaders() async throws {
        let requests = Recorder<ServerRequest>()
        try await LoopbackServer.answering({ request in
            requests.append(request)
            return .text("ok")
        }) { server in
            try await withLoader { loader in
                let url = try #require(URL(string: "http://us%65r:p%40ss@127.0.0.1:\(server.port)/x?q=1#part"))
                let request = LoadRequest(
                    url: url, kind: .key, headers: ["X-Token": "t", "Accept": "a/b"],
                    cookies: [.init(name: "a", value: "1"), .init(name: "b", value: "2")], timeouts: .long)
                _ = try await loader.loadWhole(request, upTo: 10)
            }
        }
        let sent = try #require(requests.all.first)
        #expect(sent.path == "/x?q=1")
        #expect(sent["X-Token"] == "t")
        #expect(sent.fields.filter { $0.name == "accept" }.map(\.value) == ["a/b"])
        #expect(sent["Cookie"] == "a=1; b=2")
        #expect(sent["Authorization"] == "Basic " + Data("user:p@ss".utf8).base64EncodedString())
        #expect(sent["User-Agent"] == "Playhead/\(HTTPLoaderConfiguration.version)")
        #expect(sent["Accept-Encoding"] == "identity")
    }

    @Test("A field or cookie with a line break is not sent", arguments: ["a\r\nX-Evil: 1", "a\nb", "a\0b"])
    func injection(value: String) async throws {
        let requests = Recorder<ServerRequest>()
        try await LoopbackServer.answering({ request in
            requests.append(request)
            return .text("ok")
        }) { server in
            try await withLoader { loader in
                let byField = await loadError { try await loader.load(server.request(headers: ["X-A": value])) }
                #expect(byField?.reason == .invalidRequest)
                #expect(byField?.detail == nil)
                let byName = await loadError { try await loader.load(server.request(headers: ["Ä" + value: "1"])) }
                #expect(byName?.reason == .invalidRequest)
                let byCookie = await loadError { try await loader.load(server.request(cookies: [.init(name: "a", value: value)])) }
                #expect(byCookie?.reason == .invalidRequest)
            }
        }
        #expect(requests.all.isEmpty)
    }

    @Test("Consecutive requests reuse connections, also after an error status")
    func keepAlive() async throws {
        let connections = Recorder<Int>()
        try await LoopbackServer.run({ connection in
            connections.append(1)
            while let request = try await connection.nextRequest() {
                try await connection.send(.text("body", status: request.path == "/missing" ? 404 : 200))
            }
        }) { server in
            try await withLoader { loader in
                for path in Array(repeating: ["/a", "/missing"], count: 10).flatMap({ $0 }) {
                    _ = try? await loader.loadWhole(server.request(path), upTo: 10)
                }
            }
        }
        // Usually one; a connection may be returned only after the next request has asked for one.
        #expect(connections.all.count < 5)
    }

    @Test("Many simultaneous loads are complete")
    func parallel() async throws {
        try await LoopbackServer.answering({ .text(String(repeating: $0.path, count: 5000)) }) { server in
            try await withLoader { loader in
                let arrived = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for index in 0..<100 {
                        group.addTask {
                            let path = "/\(index)"
                            return try await loader.loadWhole(server.request(path), upTo: 50_000).bytes
                                == Array(String(repeating: path, count: 5000).utf8)
                        }
                    }
                    return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                }
                #expect(arrived == 100)
            }
        }
    }

    @Test("A chunked body, and one that ends with the connection, are complete")
    func withoutLength() async throws {
        try await LoopbackServer.run({ connection in
            while let request = try await connection.nextRequest() {
                if request.path == "/chunked" {
                    try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n")
                } else {
                    try await connection.send("HTTP/1.0 200 OK\r\n\r\nto the end")
                    return
                }
            }
        }) { server in
            try await withLoader { loader in
                let chunked = try await loader.loadWhole(server.request("/chunked"), upTo: 100)
                #expect(chunked.bytes == Array("hello world".utf8))
                #expect(chunked.response.contentLength == nil)
                let untilClose = try await loader.loadWhole(server.request("/close"), upTo: 100)
                #expect(untilClose.bytes == Array("to the end".utf8))
            }
        }
    }

    @Test("Collecting stops at the limit")
    func collectLimit() async throws {
        try await LoopbackServer.answering({ _ in .text("12345") }) { server in
            try await withLoader { loader in
                let whole = try await loader.loadWhole(server.request(), upTo: 5)
                #expect(whole.bytes.count == 5)
                #expect(await loadError { try await loader.loadWhole(server.request(), upTo: 4) }?.reason == .tooLarge(limit: 4))
            }
        }
    }
}
