import PlayheadTelemetry
import Testing

@Suite("Values of PlayheadTelemetry")
struct MetricUnitTests {
    @Test("The raw value is the name that documents use")
    func rawValue() {
        #expect(MetricUnit.seconds.rawValue == "seconds")
    }
}
