import PlayheadCMCD
import Testing

@Suite("Custom keys of CMCD")
struct CMCDCustomKeyTests {
    @Test("have a hyphenated prefix of lowercase letters, digits and dots", arguments: ["com.example-key", "x-y", "a1.b-c-d"])
    func valid(name: String) { #expect(CMCDCustomKey(name)?.name == name) }

    @Test(
        "with other names are refused",
        arguments: ["", "bl", "-a", "a-", "A-b", "1-a", "a_b-c", "a b-c", "ä-b", "a-b\r\nx", String(repeating: "a", count: 63) + "-b"])
    func invalid(name: String) { #expect(CMCDCustomKey(name) == nil) }
}
