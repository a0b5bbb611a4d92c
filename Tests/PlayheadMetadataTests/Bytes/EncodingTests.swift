import Testing

@testable import PlayheadMetadata

@Suite("Bytes as text")
struct EncodingTests {
    @Test(
        "base64 of RFC 4648 §10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(text.utf8))
    }

    @Test("invalid base64 is refused; the alphabet for URLs is accepted")
    func notBase64() {
        #expect(Base64.decode("A") == nil)
        #expect(Base64.decode("AB*D") == nil)
        #expect(Base64.decode("-_8") == [0xFB, 0xFF])
    }

    @Test("hexadecimal in both cases, with or without 0x")
    func hexadecimal() {
        #expect(Hexadecimal.decode("0xfC0a") == [0xFC, 0x0A])
        #expect(Hexadecimal.decode("FC") == [0xFC])
        #expect(Hexadecimal.decode("FCA") == nil)
        #expect(Hexadecimal.decode("0xGG") == nil)
        #expect(Hexadecimal.encode([0xFC, 0x0A] as [UInt8]) == "0xFC0A")
    }

    @Test("bit fields cross bytes, and are never read beyond the end")
    func bits() {
        var reader = BitReader([0b1010_0101, 0xFF, 0x00])
        #expect(reader.bits(3) == 0b101)
        #expect(reader.bits(9) == 0b0_0101_1111)
        #expect(reader.bits(13) == nil)
        #expect(reader.bits(12) == 0b1111_0000_0000)
        #expect(reader.bits(1) == nil)
    }
}
