import PlayheadTelemetry
import Testing

@Suite("The environment of OTLP")
struct OTLPSettingsTests {
    @Test("Without an endpoint, and if it is disabled, nothing is exported")
    func disabled() throws {
        #expect(try OTLPSettings.read([:]) == nil)
        #expect(try OTLPSettings.read(["OTEL_EXPORTER_OTLP_ENDPOINT": " "]) == nil)
        let endpoint = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318"]
        #expect(try OTLPSettings.read(endpoint.merging(["OTEL_SDK_DISABLED": "TRUE"]) { $1 }) == nil)
        #expect(try OTLPSettings.read(endpoint.merging(["OTEL_METRICS_EXPORTER": "none"]) { $1 }) == nil)
    }

    @Test("The path of metrics is appended to the endpoint of all signals only")
    func endpoint() throws {
        for (base, url) in [
            ("http://c:4318", "http://c:4318/v1/metrics"), ("https://c/x/", "https://c/x/v1/metrics"),
            ("https://c/x?tenant=a/b", "https://c/x/v1/metrics?tenant=a/b"),
        ] {
            #expect(try OTLPSettings.read(["OTEL_EXPORTER_OTLP_ENDPOINT": base])?.url.absoluteString == url)
        }
        let both = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": "http://d/path"]
        #expect(try OTLPSettings.read(both)?.url.absoluteString == "http://d/path")
    }

    @Test("All settings are read, those for metrics before those for all signals")
    func all() throws {
        let read = try OTLPSettings.read([
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", "OTEL_EXPORTER_OTLP_HEADERS": "a=1",
            "OTEL_EXPORTER_OTLP_METRICS_HEADERS": "api-key= x%20y ,b=2",
            "OTEL_EXPORTER_OTLP_TIMEOUT": "1500", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json", "OTEL_METRIC_EXPORT_INTERVAL": "5000",
            "OTEL_RESOURCE_ATTRIBUTES": "service.name=x,host.name=m%2C1", "OTEL_SERVICE_NAME": "monitor",
        ])
        let settings = try #require(read)
        #expect(settings.headers["api-key"] == "x y" && settings.headers["b"] == "2" && settings.headers["a"] == nil)
        #expect(settings.timeout == 1.5 && settings.interval == 5)
        #expect(settings.resource.map { "\($0.name)=\($0.value)" }.prefix(2) == ["host.name=m,1", "service.name=monitor"])
    }

    @Test("Of attributes of the resource with the same name the last one counts")
    func attributes() throws {
        let read = try OTLPSettings.read([
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", "OTEL_RESOURCE_ATTRIBUTES": "a=1,service.name=x,a=2,service.name=y",
        ])
        let settings = try #require(read)
        #expect(settings.resource.map { "\($0.name)=\($0.value)" }.prefix(2) == ["a=2", "service.name=y"])
        #expect(Set(settings.resource.map(\.name)).count == settings.resource.count)
    }

    @Test(
        "An invalid variable is named, without its value if that may be secret",
        arguments: [
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"), ("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "secret"), ("OTEL_EXPORTER_OTLP_TIMEOUT", "0"),
            ("OTEL_EXPORTER_OTLP_TIMEOUT", "secret"), ("OTEL_EXPORTER_OTLP_HEADERS", "secret"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "a=1,=secret"), ("OTEL_EXPORTER_OTLP_HEADERS", "ä=secret"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "a=secret%0A"), ("OTEL_RESOURCE_ATTRIBUTES", "a=%zzsecret"),
            ("OTEL_METRIC_EXPORT_INTERVAL", "-1"),
        ])
    func invalid(name: String, value: String) {
        let error = #expect(throws: OTLPSettings.Invalid.self) {
            try OTLPSettings.read(["OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", name: value])
        }
        #expect(error?.description.hasPrefix(name) == true && error?.description.contains("secret") == false)
    }
}
