import Testing

@testable import PlayheadTransport

@Suite("Addresses of proxies")
struct ProxyAddressTests {
    @Test(
        "A URL has a host, and may have a scheme, a port and credentials",
        arguments: [
            ("http://proxy.example:3128", "proxy.example", 3128, nil),
            ("proxy.example:8080/", "proxy.example", 8080, nil),
            (" proxy.example ", "proxy.example", 1080, nil),
            ("HTTP://us%65r:p%40ss@10.0.0.1:80", "10.0.0.1", 80, "user:p@ss"),
            ("user@[2001:db8::1]:3128", "2001:db8::1", 3128, "user:"),
            ("http://user:99@[2001:db8::1]/:7", "2001:db8::1", 1080, "user:99"), ("http://proxy.example:", "proxy.example", 1080, nil),
        ])
    func parsing(text: String, host: String, port: Int, credentials: String?) throws {
        let address = try ProxyAddress(text)
        #expect(address.host == host && address.port == port && address.credentials == credentials)
    }

    @Test(
        "An invalid address is refused",
        arguments: [
            "", "http://", "http://:80", "a b", "http://proxy:0", "http://proxy:65536", "http://proxy:x",
            "http://127.0.0.1:99999999999999999999", "proxy:99999999999999999999", "https://u:p@[::1]:99999999999999999999/",
        ])
    func malformed(text: String) {
        #expect(throws: ProxyAddress.Problem.malformed) { try ProxyAddress(text) }
    }

    @Test("Other protocols are refused", arguments: ["ftp", "socks6"])
    func schemes(scheme: String) {
        #expect(throws: ProxyAddress.Problem.unsupportedScheme(scheme)) { try ProxyAddress("\(scheme)://proxy:1") }
    }

    @Test("No description contains the credentials")
    func descriptions() throws {
        let address = try ProxyAddress("http://hunter1:hunter2@[::1]:3128")
        var dumped = ""
        dump([address as Any, ProxyRules(proxy: address), Result<ProxyAddress, any Error>.success(address)], to: &dumped)
        let text = "\(address) \(String(reflecting: address)) \([address]) \(ProxyRules(proxy: address)) \(dumped)"
        #expect(!text.contains("hunter"))
        #expect("\(address)" == "http://[::1]:3128")
    }
}
