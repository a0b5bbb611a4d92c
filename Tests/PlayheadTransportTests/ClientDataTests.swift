import Foundation
import PlayheadOrigin
import PlayheadTransport
import Testing

@Suite("Data of clients in requests")
struct ClientDataTests {
    @Test(
        "is added to and removed from URLs without other changes",
        arguments: [
            ("http://a/b", "http://a/b?CMCD=x"), ("http://a/b?c=d", "http://a/b?c=d&CMCD=x"), ("http://a/b#f", "http://a/b?CMCD=x#f"),
            ("http://a/b?c=%2F&d#f", "http://a/b?c=%2F&d&CMCD=x#f"),
        ])
    func urls(url: String, with: String) throws {
        let data = ClientData(queryItem: "CMCD=x")
        let plain = try #require(URL(string: url))
        #expect(data.added(to: plain).absoluteString == with)
        #expect(data.removed(from: data.added(to: plain)) == plain)
        #expect(data.removed(from: plain) == plain)
        #expect(ClientData().added(to: plain) == plain)
    }

    @Test("is sent, and is not part of the URL of the response, also after a redirect to another origin")
    func response() async throws {
        let (origin, other) = (try await LoopbackOrigin.start(), try await LoopbackOrigin.start())
        other.add("b/media", text: "x")
        origin.add(PathPattern("a")) { request in
            OriginResponse(
                status: 302,
                headers: [HeaderField("Location", "http://127.0.0.1:\(other.port)/b/media?\(request.query ?? "")")])
        }
        let loader = URLLoader()
        var request = LoadRequest(url: origin.url("a?k=1"), kind: .segment, timeouts: .long)
        request.headers.append("X-Secret", "s")
        request.clientData = ClientData(headers: HeaderFields([("CMCD-Session", "sid=\"a\"")]), queryItem: "CMCD=sid%3D1")
        let response = try await loader.load(request)
        #expect(response.url.absoluteString == "http://127.0.0.1:\(other.port)/b/media?k=1")
        #expect(origin.requests.map(\.query) == ["k=1&CMCD=sid%3D1"])
        #expect(other.requests.map(\.query) == ["k=1&CMCD=sid%3D1"])
        #expect(other.requests[0].headers["CMCD-Session"] == "sid=\"a\"")
        #expect(other.requests[0].headers["X-Secret"] == nil)
        await loader.shutdown()
        await origin.stop()
        await other.stop()
    }

    @Test("is absent from the steps of transfers and from errors")
    func measurements() async throws {
        let origin = try await LoopbackOrigin.start()
        let (stream, sink) = AsyncStream.makeStream(of: String.self)
        let loader = URLLoader(
            configuration: HTTPLoaderConfiguration(),
            metrics: TransferMetrics { sink.yield($0.url) })
        var request = LoadRequest(url: origin.url("absent"), kind: .segment, timeouts: .long)
        request.clientData = ClientData(queryItem: "CMCD=sid%3D1")
        let error = await #expect(throws: LoadError.self) { try await loader.load(request) }
        #expect(error?.url == origin.url("absent").absoluteString)
        sink.finish()
        for await url in stream { #expect(url == origin.url("absent").absoluteString) }
        #expect(origin.requests.map(\.query) == ["CMCD=sid%3D1"])
        await loader.shutdown()
        await origin.stop()
    }

    @Test("may be the content of a POST request, which no redirect receives; that for a key is redirected with its content")
    func content() async throws {
        let origin = try await LoopbackOrigin.start()
        let (stream, sink) = AsyncStream.makeStream(of: OriginRequest.self)
        origin.add(PathPattern("collect")) { request in
            sink.yield(request)
            return OriginResponse(status: 204)
        }
        origin.add(PathPattern("moved")) { _ in OriginResponse(status: 302, headers: [HeaderField("Location", "/collect")]) }
        origin.add(PathPattern("temporary")) { _ in OriginResponse(status: 307, headers: [HeaderField("Location", "/collect")]) }
        let loader = URLLoader()
        var request = LoadRequest(url: origin.url("collect"), kind: .feed, timeouts: .long)
        request.content = RequestContent(Array("e=t".utf8), type: "application/cmcd")
        #expect(try await loader.load(request).status == 204)
        request.url = origin.url("moved")
        let error = await #expect(throws: LoadError.self) { try await loader.load(request) }
        #expect(error?.reason == .status(302))
        request.url = origin.url("temporary")
        await #expect(throws: LoadError.self) { try await loader.load(request) }
        request.kind = .key
        #expect(try await loader.load(request).status == 204)
        sink.finish()
        var received: [OriginRequest] = []
        for await request in stream { received.append(request) }
        #expect(received.map(\.method) == ["POST", "POST"])
        #expect(received.map { String(decoding: $0.body, as: UTF8.self) } == ["e=t", "e=t"])
        #expect(received.first?.headers["content-type"] == "application/cmcd")
        await loader.shutdown()
        await origin.stop()
    }
}
