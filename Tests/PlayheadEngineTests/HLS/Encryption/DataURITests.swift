import Testing

@testable import PlayheadEngine

@Suite("Keys in data: URIs")
struct DataURITests {
    @Test(
        "RFC 2397 URIs, including variants in use",
        arguments: [
            ("data:text/plain;base64,AAECAw==", [0, 1, 2, 3]), ("data:;base64,AAECAw==", [0, 1, 2, 3]),
            ("DATA:;BASE64,AAECAw==", [0, 1, 2, 3]),
            ("data:text/plain;charset=UTF-8;base64,AAECAw", [0, 1, 2, 3]), ("data:;base64,%2B%2F%3D%3D", [0xfb]),
            ("data:;base64,-_8=", [0xfb, 0xff]),
            ("data:,a%00b", [0x61, 0, 0x62]), ("data:application/octet-stream,", []),
        ])
    func good(uri: String, bytes: [UInt8]) { #expect(DataURI(uri)?.bytes == bytes) }

    @Test(
        "Malformed URIs are rejected",
        arguments: [
            "data:text/plain;base64", "data:;base64,A", "data:;base64,A$==", "data:,%", "data:,%4", "data:,%zz", "date:,a", "",
            "http://a/,b",
        ])
    func bad(uri: String) { #expect(DataURI(uri) == nil) }
}
