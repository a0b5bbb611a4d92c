import Foundation
import PlayheadTelemetry
import PlayheadTransport
import Testing

@Suite("The endpoint of metrics", .timeLimit(.minutes(5)))
struct EndpointTests {
    @Test(
        "An address is a host with a port; without a host it is loopback",
        arguments: [
            ("9100", "127.0.0.1:9100"), (":9100", "127.0.0.1:9100"), ("0.0.0.0:0", "0.0.0.0:0"), ("localhost:65535", "localhost:65535"),
            ("[::1]:80", "[::1]:80"),
        ])
    func addresses(text: String, description: String) {
        #expect(ListenAddress(text)?.description == description)
    }

    @Test(
        "Other texts are no addresses",
        arguments: ["", ":", "host", "host:", "host:x", "host:65536", "::1:80", "[]:80", "a b:80", "h:-1", "a/b:1"])
    func invalid(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test("The metrics are served in the format that the client prefers")
    func formats() async throws {
        let endpoint = try await MetricsEndpoint.start(try #require(ListenAddress(":0")), SampleMetrics.registry())
        let loader = HTTPLoader()
        let url = try #require(URL(string: endpoint.url))
        for (accept, format) in [("*/*", ExpositionFormat.prometheus), ("application/openmetrics-text;version=1.0.0", .openMetrics)] {
            let (response, bytes) = try await loader.loadWhole(
                LoadRequest(url: url, kind: .key, headers: ["Accept": accept]), upTo: 1 << 20)
            #expect(response.headers["Content-Type"] == format.contentType)
            #expect(String(decoding: bytes, as: UTF8.self) == ExpositionText.text(of: SampleMetrics.registry().families, as: format))
        }
        let other = try #require(URL(string: "http://\(endpoint.address)/other"))
        let error = await #expect(throws: LoadError.self) { try await loader.load(LoadRequest(url: other, kind: .key)) }
        #expect(error?.reason == .status(404))
        await loader.shutdown()
        await endpoint.stop()
    }

    @Test("A request to another host is refused, because a site can let its name resolve to this machine")
    func otherHost() async throws {
        let endpoint = try await MetricsEndpoint.start(try #require(ListenAddress(":0")), SampleMetrics.registry())
        let loader = HTTPLoader()
        let url = try #require(URL(string: endpoint.url))
        let request = LoadRequest(url: url, kind: .key, headers: ["Host": "evil.example"])
        let error = await #expect(throws: LoadError.self) { try await loader.load(request) }
        #expect(error?.reason == .status(421))
        let (response, _) = try await loader.loadWhole(
            LoadRequest(url: url, kind: .key, headers: ["Host": "localhost"]), upTo: 1 << 20)
        #expect(response.status == 200)
        await loader.shutdown()
        await endpoint.stop()
    }

    @Test("A port in use is an error with the address and the reason")
    func portInUse() async throws {
        let registry = SampleMetrics.registry()
        let endpoint = try await MetricsEndpoint.start(try #require(ListenAddress(":0")), registry)
        let error = await #expect(throws: MetricsEndpoint.Failure.self) { try await MetricsEndpoint.start(endpoint.address, registry) }
        #expect(error?.description == "Metrics can't be served at \(endpoint.address): Address already in use")
        await endpoint.stop()
    }
}
