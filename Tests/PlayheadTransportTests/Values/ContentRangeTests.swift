import Testing

@testable import PlayheadTransport

@Suite("Content-Range")
struct ContentRangeTests {
    @Test("A range with or without the total is parsed")
    func valid() throws {
        let known = try #require(ContentRange("bytes 5-9/20"))
        #expect(known.start == 5)
        #expect(known.length == 5)
        #expect(known.total == 20)
        #expect(try #require(ContentRange("Bytes 0-0/*")).total == nil)
    }

    @Test(
        "An invalid range is refused",
        arguments: [
            "", "bytes", "bytes */20", "bytes 9-5/20", "bytes 5-20/20", "bytes -5-9/20", "bytes +5-9/20", "bytes 5-9", "bytes 5-9/x",
            "items 5-9/20",
            "bytes 0-9223372036854775807/*", "bytes 0-99999999999999999999/*", "bytes 5-9/20/30", "bytes 5 - 9/20",
        ])
    func invalid(field: String) {
        #expect(ContentRange(field) == nil)
    }
}
