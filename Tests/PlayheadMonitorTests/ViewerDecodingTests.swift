import PlayheadEngine
import Testing

@Suite("Decoding of viewers")
struct ViewerDecodingTests {
    @Test("The raw value is the name that the command line uses")
    func rawValue() {
        #expect(ViewerDecoding(rawValue: "keyframes") == .keyframes)
    }
}
