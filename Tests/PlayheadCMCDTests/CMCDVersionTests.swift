import PlayheadCMCD
import Testing

@Suite("Values of PlayheadCMCD")
struct CMCDVersionTests {
    @Test("The raw value is the name that documents use")
    func rawValue() {
        #expect(CMCDVersion(rawValue: 2) == .two)
    }
}
