import PlayheadTelemetry
import Testing

@Suite("Content negotiation")
struct ExpositionFormatTests {
    @Test(
        "OpenMetrics is for clients that name it and prefer it",
        arguments: [
            // Prometheus 2.42 and 3.0.
            "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
            "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=0.0.4;q=0.5,*/*;q=0.3",
            "application/openmetrics-text", "Application/OpenMetrics-Text ; Version=1.0.0", "text/plain, application/openmetrics-text",
            "application/json, application/openmetrics-text; q=0.1",
        ])
    func openMetrics(accept: String) {
        #expect(ExpositionFormat.negotiated(accept: accept) == .openMetrics)
    }

    @Test(
        "All others get the format of Prometheus",
        arguments: [
            nil, "", "*/*", "text/html,*/*;q=0.8", "text/plain", "application/json", "application/openmetrics-text;q=0",
            "application/openmetrics-text;version=9.0.0", "application/openmetrics-text;q=0.4,text/plain;q=0.5",
            "application/openmetrics-text;q=nonsense", ";;;===,,,", "application/openmetrics-text;version=9.0.0,text/plain;q=0.1",
        ])
    func prometheus(accept: String?) {
        #expect(ExpositionFormat.negotiated(accept: accept) == .prometheus)
    }

    @Test("The media type has the version")
    func contentType() {
        #expect(ExpositionFormat.openMetrics.contentType == "application/openmetrics-text; version=1.0.0; charset=utf-8")
        #expect(ExpositionFormat.prometheus.contentType == "text/plain; version=0.0.4; charset=utf-8")
    }
}
