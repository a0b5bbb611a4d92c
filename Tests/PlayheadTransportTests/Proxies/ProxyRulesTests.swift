import Foundation
import Testing

@testable import PlayheadTransport

@Suite("The selection of a proxy")
struct ProxyRulesTests {
    private static let http = "http://http.example"
    private static let https = "https://https.example"

    private static func proxy(_ environment: [String: String], _ text: String) throws -> String? {
        switch ProxyRules(environment: environment).route(to: try #require(URL(string: text))) {
        case .direct: nil
        case .proxy(let address): address.host
        case .invalid(let message): message
        }
    }

    @Test("The scheme of the request selects the variable; lower case is preferred, and all_proxy is the last")
    func variables() throws {
        #expect(try Self.proxy([:], Self.http) == nil)
        #expect(try Self.proxy(["http_proxy": "a"], Self.http) == "a")
        #expect(try Self.proxy(["http_proxy": "a"], Self.https) == nil)
        #expect(try Self.proxy(["https_proxy": "a"], Self.https) == "a")
        #expect(try Self.proxy(["https_proxy": "a"], Self.http) == nil)
        #expect(try Self.proxy(["HTTPS_PROXY": "a", "https_proxy": "b"], Self.https) == "b")
        #expect(try Self.proxy(["HTTPS_PROXY": "a", "https_proxy": ""], Self.https) == "a")
        #expect(try Self.proxy(["ALL_PROXY": "a", "http_proxy": "b"], Self.http) == "b")
        #expect(try Self.proxy(["ALL_PROXY": "a", "http_proxy": "b"], Self.https) == "a")
    }

    @Test("HTTP_PROXY is ignored in a CGI program")
    func commonGateway() throws {
        #expect(try Self.proxy(["HTTP_PROXY": "a"], Self.http) == "a")
        #expect(try Self.proxy(["HTTP_PROXY": "a", "REQUEST_METHOD": "GET"], Self.http) == nil)
        #expect(try Self.proxy(["HTTP_PROXY": "a", "http_proxy": "b", "REQUEST_METHOD": "GET"], Self.http) == "b")
    }

    @Test(
        "The hosts of no_proxy need no proxy",
        arguments: [
            ("*", "any.example", true),
            ("example.com", "example.com", true), ("example.com", "www.example.com", true), ("example.com", "badexample.com", false),
            (".example.com", "example.com", true), (".example.com", "a.b.example.com", true), ("*.example.com", "a.example.com", true),
            ("EXAMPLE.com.", "www.Example.COM", true), ("example.com", "example.com.", true),
            ("a.example, b.example", "b.example", true), ("a.example b.example", "b.example", true), (",,", "b.example", false),
            ("example.com:8080", "example.com:8080", true), ("example.com:8080", "example.com:80", false),
            ("example.com:80", "example.com", true),
            ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.10", false), ("0.1", "10.0.0.1", false),
            ("10.0.0.1:81", "10.0.0.1", false), ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
            ("192.168.4.0/22", "192.168.7.9", true), ("192.168.4.0/22", "192.168.8.1", false), ("0.0.0.0/0", "8.8.8.8", true),
            ("10.0.0.0/33", "10.0.0.1", false), ("10.0.0.0/8", "10.example", false),
            ("2001:db8::1", "[2001:db8::1]", true), ("[2001:db8::1]", "[2001:DB8:0::1]", true), ("2001:db8::/32", "[2001:db8:9::1]", true),
            ("[2001:db8::1]:8080", "[2001:db8::1]:8080", true), ("[2001:db8::1]:8080", "[2001:db8::1]", false),
            ("2001:db8::/32", "[2001:db9::1]", false), ("::/0", "10.0.0.1", false),
            ("example.com:99999999999999999999", "example.com", false), ("10.0.0.1:99999999999999999999", "10.0.0.1", false),
            ("[2001:db8::1]:99999999999999999999", "[2001:db8::1]", false), ("*:99999999999999999999", "any.example", false),
        ])
    func exceptions(list: String, host: String, isException: Bool) throws {
        let environment = ["http_proxy": "proxy", "NO_PROXY": list]
        #expect(try Self.proxy(environment, "http://\(host)/x") == (isException ? nil : "proxy"))
    }

    @Test(
        "The local machine needs no proxy of the environment",
        arguments: ["127.0.0.1", "127.9.9.9", "localhost", "a.localhost.", "[::1]"])
    func loopback(host: String) throws {
        #expect(try Self.proxy(["all_proxy": "proxy"], "http://\(host)/") == nil)
        let address = try ProxyAddress("proxy")
        let url = try #require(URL(string: "http://\(host)/"))
        #expect(ProxyRules(proxy: address).route(to: url) == .proxy(address))
    }

    @Test("An invalid setting is named without its value")
    func invalid() throws {
        let secret = "http://user:hunter2@"
        for value in [secret, "ftp://hunter2:1", "\(secret)proxy:99999999999999999999"] {
            let message = try Self.proxy(["HTTPS_PROXY": value], Self.https) ?? ""
            #expect(message.contains("HTTPS_PROXY") && !message.contains("hunter2"))
        }
        #expect(try Self.proxy(["HTTPS_PROXY": secret, "no_proxy": "https.example"], Self.https) == nil)
    }
}
