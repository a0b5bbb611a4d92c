import Foundation
import OriginTestSupport
import PlayheadOrigin
import TestSupport
import Testing

@Suite("A loopback origin")
struct LoopbackOriginTests {
    @Test("serves the files of a folder with their media types")
    func files() async throws {
        try await withTemporaryFolder { folder in
            let bytes = pattern(700_000)
            try Data(bytes).write(to: folder.appendingPathComponent("seg 1.ts"))
            try Data("#EXTM3U\n".utf8).write(to: folder.appendingPathComponent("Main.M3U8"))
            try await withOrigin(root: folder) { origin in
                let client = try RawClient(port: origin.port)
                let segment = await client.get("seg%201.ts")
                #expect(segment.status == 200)
                #expect(segment.body == bytes)
                #expect(segment.headers["content-type"] == "video/mp2t")
                #expect(segment.headers["accept-ranges"] == "bytes")
                #expect(segment.headers["last-modified"]?.hasSuffix(" GMT") == true)
                let playlist = await client.get("Main.M3U8?session=1")
                #expect(playlist.text == "#EXTM3U\n")
                #expect(playlist.headers["content-type"] == "application/vnd.apple.mpegurl")
                #expect(await client.get("none.ts").status == 404)
                #expect(await client.get("").status == 404)
            }
        }
    }

    @Test(
        "answers a range with its bytes",
        arguments: [
            ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=990-", 990..<1000), ("bytes=-5", 995..<1000),
            ("bytes=5-99999", 5..<1000),
            ("bytes=-5000", 0..<1000),
        ])
    func range(header: String, expected: Range<Int>) async throws {
        try await withOrigin { origin in
            let bytes = pattern(1000)
            origin.add("a.mp4", bytes)
            let reply = try await RawClient(port: origin.port).get("a.mp4", headers: ["Range: \(header)"])
            #expect(reply.status == 206)
            #expect(reply.body == Array(bytes[expected]))
            #expect(reply.headers["content-range"] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/1000")
        }
    }

    @Test("answers an unsatisfiable range with 416 and ignores an unsupported one")
    func otherRanges() async throws {
        try await withOrigin { origin in
            origin.add("a.mp4", pattern(1000))
            origin.add("empty.mp4", [])
            let client = try RawClient(port: origin.port)
            for header in ["bytes=1000-", "bytes=5000-6000", "bytes=-0"] {
                let reply = await client.get("a.mp4", headers: ["Range: \(header)"])
                #expect(reply.status == 416, "\(header)")
                #expect(reply.headers["content-range"] == "bytes */1000")
                #expect(reply.body.isEmpty)
            }
            for header in ["bytes=0-1,5-6", "lines=1-2", "bytes=9-3", "bytes=-", "bytes=a-b", "bytes=99999999999999999999-"] {
                let reply = await client.get("a.mp4", headers: ["Range: \(header)"])
                #expect(reply.status == 200, "\(header)")
                #expect(reply.body.count == 1000)
            }
            #expect(await client.get("empty.mp4", headers: ["Range: bytes=0-"]).status == 416)
        }
    }

    @Test("answers HEAD with only the header fields, on a connection that stays open")
    func head() async throws {
        try await withOrigin { origin in
            origin.add("a.mp4", pattern(1000))
            let client = try RawClient(port: origin.port)
            let head = await client.get("a.mp4", method: "HEAD")
            #expect(head.status == 200)
            #expect(head.headers["content-length"] == "1000")
            let part = await client.get("a.mp4", method: "HEAD", headers: ["Range: bytes=1-2"])
            #expect(part.status == 206)
            #expect(part.headers["content-length"] == "2")
            #expect(await client.get("a.mp4").body.count == 1000)
            #expect(Set(origin.requests.map(\.connection)) == [1])
        }
    }

    @Test("supports conditional requests")
    func validators() async throws {
        try await withOrigin { origin in
            origin.add("a.mp4", pattern(1000))
            let client = try RawClient(port: origin.port)
            let tag = try #require(await client.get("a.mp4").headers["etag"])
            let same = await client.get("a.mp4", headers: ["If-None-Match: \"x\", \(tag)"])
            #expect(same.status == 304)
            #expect(same.headers["etag"] == tag)
            #expect(await client.get("a.mp4", headers: ["Range: bytes=0-9", "If-Range: \(tag)"]).status == 206)
            origin.add("a.mp4", pattern(2000))
            #expect(await client.get("a.mp4", headers: ["If-None-Match: \(tag)"]).status == 200)
            let other = await client.get("a.mp4", headers: ["Range: bytes=0-9", "If-Range: \(tag)"])
            #expect(other.status == 200)
            #expect(other.body.count == 2000)
        }
    }

    @Test("supports the date of a file as a condition")
    func date() async throws {
        try await withTemporaryFolder { folder in
            try Data(pattern(100)).write(to: folder.appendingPathComponent("a.mp4"))
            try await withOrigin(root: folder) { origin in
                let client = try RawClient(port: origin.port)
                let date = try #require(await client.get("a.mp4").headers["last-modified"])
                #expect(await client.get("a.mp4", headers: ["If-Modified-Since: \(date)"]).status == 304)
                #expect(await client.get("a.mp4", headers: ["If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT"]).status == 200)
                // The tag has precedence.
                #expect(await client.get("a.mp4", headers: ["If-Modified-Since: \(date)", "If-None-Match: \"x\""]).status == 200)
            }
        }
    }

    @Test(
        "never leaves its folder",
        arguments: [
            "/../secret.txt", "/%2e%2e/secret.txt", "/a/../../secret.txt", "/..%2fsecret.txt", "/link.txt", "/a/%2e%2e/%2e%2e/secret.txt",
            "/folder-link/secret.txt", "/%00", "/%zz", "/%ff", "/..\\secret.txt", "//../secret.txt", "/public", "/pipe",
        ])
    func escapes(target: String) async throws {
        try await withTemporaryFolder { outer in
            try Data("secret".utf8).write(to: outer.appendingPathComponent("secret.txt"))
            let root = outer.appendingPathComponent("root")
            let files = FileManager.default
            try files.createDirectory(at: root.appendingPathComponent("a"), withIntermediateDirectories: true)
            try files.createDirectory(at: root.appendingPathComponent("public"), withIntermediateDirectories: true)
            try files.createSymbolicLink(
                at: root.appendingPathComponent("link.txt"), withDestinationURL: outer.appendingPathComponent("secret.txt"))
            try files.createSymbolicLink(at: root.appendingPathComponent("folder-link"), withDestinationURL: outer)
            mkfifo(root.appendingPathComponent("pipe").path, 0o600)
            try Data("inside".utf8).write(to: root.appendingPathComponent("inside.txt"))
            try files.createSymbolicLink(
                at: root.appendingPathComponent("inner-link.txt"), withDestinationURL: root.appendingPathComponent("inside.txt"))
            try await withOrigin(root: root) { origin in
                let client = try RawClient(port: origin.port)
                client.send("GET \(target) HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
                let reply = Reply(await client.readAll().bytes)
                #expect(reply.status == 404 || reply.status == 400)
                #expect(!reply.text.contains("secret"))
                #expect(try await RawClient(port: origin.port).get("inner-link.txt").text == "inside")
            }
        }
    }

    @Test("answers by closures, with ranges and errors")
    func closures() async throws {
        struct Refusal: Error {}
        try await withOrigin { origin in
            origin.add("live/*.m3u8") { request in
                OriginResponse(text: "\(request.method) \(request.path) \(request.query ?? "-") \(request.headers["x-test"] ?? "-")")
            }
            origin.add("echo") { OriginResponse(status: 201, headers: [HeaderField("X-Length", "\($0.body.count)")], body: $0.body) }
            origin.add("broken") { _ in throw Refusal() }
            let client = try RawClient(port: origin.port)
            #expect(await client.get("live/a.m3u8?_HLS_msn=4", headers: ["X-Test: yes"]).text == "GET live/a.m3u8 _HLS_msn=4 yes")
            let part = await client.get("live/a.m3u8", headers: ["Range: bytes=4-7"])
            #expect(part.status == 206)
            #expect(part.text == "live")
            #expect(await client.get("broken").status == 500)
            client.send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello")
            let echo = await client.readHead()
            #expect(echo.status == 201)
            #expect(echo.headers["x-length"] == "5")
            #expect(await client.read(count: 5) == Array("hello".utf8))
        }
    }

    @Test("rejects other methods, too large bodies and invalid HTTP")
    func refusals() async throws {
        try await withOrigin { origin in
            origin.add("a.mp4", pattern(10))
            let reply = try await RawClient(port: origin.port).get("a.mp4", method: "DELETE")
            #expect(reply.status == 405)
            #expect(reply.headers["allow"] == "GET, HEAD")
            let garbage = try RawClient(port: origin.port)
            garbage.send("this is no HTTP\r\n\r\n")
            #expect(Reply(await garbage.readAll().bytes).status == 400)
            let large = try RawClient(port: origin.port)
            large.send("POST /a.mp4 HTTP/1.1\r\nHost: test\r\nContent-Length: 1048577\r\n\r\n" + String(repeating: "x", count: 1_048_577))
            #expect(await large.readHead().status == 413)
        }
    }

    @Test("closes the connection at the request of the client")
    func closing() async throws {
        try await withOrigin { origin in
            origin.add("a.mp4", pattern(10))
            let client = try RawClient(port: origin.port)
            client.send("GET /a.mp4 HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
            let (bytes, ending) = await client.readAll()
            #expect(ending == .end)
            #expect(Reply(bytes).body == pattern(10))
        }
    }

    @Test("answers pipelined requests in order")
    func pipelining() async throws {
        try await withOrigin { origin in
            for name in ["a", "b", "c"] { origin.add(name, text: name) }
            let client = try RawClient(port: origin.port)
            client.send(["a", "b"].map { "GET /\($0) HTTP/1.1\r\nHost: test\r\n\r\n" }.joined())
            client.send("GET /c HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
            let text = String(decoding: await client.readAll().bytes, as: UTF8.self)
            let bodies = text.components(separatedBy: "\r\n\r\n").dropFirst().map { $0.prefix(1) }
            #expect(bodies == ["a", "b", "c"])
        }
    }

    @Test("percent-encodes the paths of its URLs")
    func urls() async throws {
        try await withOrigin { origin in
            #expect(origin.url("a b/c.m3u8").absoluteString == "http://127.0.0.1:\(origin.port)/a%20b/c.m3u8")
            #expect(origin.url("/c.m3u8?DVR&x=%20").absoluteString == "http://127.0.0.1:\(origin.port)/c.m3u8?DVR&x=%20")
            #expect(origin.url("50%").absoluteString == "http://127.0.0.1:\(origin.port)/50%25")
        }
    }
}
