import Foundation
import PlayheadNumbers
import Testing

@Suite("URLs of texts")
struct URLTextTests {
    @Test(
        "Only characters that URLs do not have are escaped, and escapes beside them stay",
        arguments: [
            ("https://a.example/t?p=a%3Db%26c&u=[X]", "https://a.example/t?p=a%3Db%26c&u=%5BX%5D"),
            ("https://a.example/x%2Cy/[X]?a|b{c}&u=%2c#%2C[", "https://a.example/x%2Cy/%5BX%5D?a%7Cb%7Bc%7D&u=%2c#%2C%5B"),
            ("https://a.example/?%%X%%&p=100%&u=https%3A%2F%2Fb", "https://a.example/?%25%25X%25%25&p=100%25&u=https%3A%2F%2Fb"),
            ("https://a.example?u=%2C[é", "https://a.example?u=%2C%5B%C3%A9"), ("https://[::1]:80/a[#b#c", "https://[::1]:80/a%5B#b%23c"),
            ("file:///a%20b/[", "file:///a%20b/%5B"),
        ])
    func absolute(text: String, expected: String) {
        #expect(URL(text: text)?.absoluteString == expected)
    }

    @Test(
        "A reference is relative to its document",
        arguments: [
            ("1%2F2 [3].ts", "https://a.example/b/1%2F2%20%5B3%5D.ts"), ("//[::1]:80/%2F[", "https://[::1]:80/%2F%5B"),
            ("/x?u=http://b.example/%2F[", "https://a.example/x?u=http://b.example/%2F%5B"), ("?%2F|", "https://a.example/b/c?%2F%7C"),
        ])
    func relative(text: String, expected: String) {
        #expect(URL(text: text, relativeTo: URL(text: "https://a.example/b/c"))?.absoluteString == expected)
    }
}
