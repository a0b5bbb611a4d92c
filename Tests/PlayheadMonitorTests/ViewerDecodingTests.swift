import PlayheadMonitor
import Testing

@Suite("Values of PlayheadMonitor")
struct ViewerDecodingTests {
    @Test("The raw value is the name that documents use")
    func rawValue() {
        #expect(ViewerDecoding(rawValue: "keyframes") == .keyframes)
    }
}
