import PlayheadTransport
import Testing

@Suite("Header fields")
struct HeaderFieldsTests {
    @Test("Names are case-insensitive; order and duplicates are kept")
    func lookup() {
        var fields = HeaderFields([("A", "1"), ("b", "2"), ("a", "3")])
        #expect(fields["a"] == "1")
        #expect(fields.values(of: "A") == ["1", "3"])
        #expect(fields["c"] == nil)
        fields.set("a", to: "4")
        #expect(fields.fields.map(\.name) == ["b", "a"])
        fields.remove("B")
        #expect(!fields.contains("b"))
        #expect(fields.contains("A"))
    }
}
