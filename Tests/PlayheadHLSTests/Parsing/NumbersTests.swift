import Testing

@testable import PlayheadHLS

@Suite struct NumbersTests {
    @Test(arguments: [
        "0", "4.00008", "0.33334", "12", "123456789.123456", "0.1", "9007199254740993", "3.141592653589793238", "-2.5", "+7", ".5", "5.",
    ])
    func decimalsAreCorrectlyRounded(text: String) throws {
        #expect(Numbers.decimal(text) == Double(text.hasPrefix(".") ? "0" + text : text.hasSuffix(".") ? text + "0" : text))
    }

    @Test(arguments: [0, 1, 0.000011, 1.5e-12, 1e16, 1.25e20, 4.00008, 1.0 / 3, 123456.789, -0.00002])
    func textReadsBackTheSame(value: Double) {
        let text = Numbers.text(value)
        #expect(!text.contains("e") && Numbers.decimal(text) == value)
    }

    @Test func hexadecimalIsFilledWithZeros() {
        #expect(Numbers.hexadecimal("0xABC", length: 4) == [0, 0, 0x0A, 0xBC])
        #expect(Numbers.hexadecimal("0XfF", length: 1) == [255])
        #expect(Numbers.hexadecimal("0x100", length: 1) == nil)
        #expect(
            Numbers.hexadecimal("ff", length: 1) == nil && Numbers.hexadecimal("0x", length: 1) == nil
                && Numbers.hexadecimal("0xg", length: 1) == nil)
    }

    @Test func integersEndBeforeTheyOverflow() {
        #expect(Numbers.integer(String(Numbers.maximumInteger)) == Numbers.maximumInteger)
        #expect(Numbers.integer(String(Numbers.maximumInteger + 1)) == nil)
        #expect(
            Numbers.integer("-11") == -11 && Numbers.natural("-11") == nil && Numbers.integer("") == nil && Numbers.integer("1 ") == nil)
    }
}
