import Testing

@testable import Playhead

@Suite("The address of a companion")
struct AdCompanionTests {
    @Test(
        "Escapes are kept, and only web pages are addresses",
        arguments: [
            ("iframe", "https://c.example/?u=https%3A%2F%2Fa&m=[X]|b", "https://c.example/?u=https%3A%2F%2Fa&m=%5BX%5D%7Cb"),
            ("static", "HTTP://c.example/a%20b", "HTTP://c.example/a%20b"), ("iframe", "javascript:alert(1)", nil),
            ("iframe", "file:///etc/passwd", nil), ("html", "https://c.example/", nil),
        ])
    func address(type: String, resource: String, address: String?) {
        #expect(AdCompanion(type: type, resource: resource).address?.absoluteString == address)
    }
}
