import Foundation
import Testing

@testable import PlayheadTransport

/// RFC 6265 §5 and RFC 6265bis §5.
@Suite("Cookies that servers set")
struct CookieJarTests {
    private static let now = 1_000_000.0

    private static func jar() -> CookieJar { CookieJar { ["com", "co.uk", "github.io", "localhost"].contains($0) } }

    /// Returns the `Cookie` field of a request for `target` after a response from `origin`.
    private static func field(_ cookies: [String], from origin: String, to target: String, later: Double = 0) throws -> String {
        var jar = jar()
        jar.store(cookies, from: try #require(URL(string: origin)), at: now)
        let sent = jar.cookies(for: try #require(URL(string: target)), at: now + later)
        return sent.map(\.pair).joined(separator: "; ")
    }

    @Test(
        "A cookie is sent to the hosts, paths and schemes for which it is set",
        arguments: [
            // The columns: the field, the URL of the response, the URL of the request, whether the cookie is sent.
            ("a=1", "http://m.example.com/x/list", "http://m.example.com:8080/x/seg", true),
            ("a=1", "http://m.example.com/x/list", "http://m.example.com/y/seg", false),
            ("a=1", "http://m.example.com/list", "http://cdn.example.com/seg", false),
            ("a=1", "http://m.example.com/list", "http://x.m.example.com/seg", false),
            ("a=1; Domain=example.com", "http://m.example.com/list", "http://cdn.example.com/seg", true),
            ("a=1; domain=.EXAMPLE.com", "http://m.example.com/list", "http://example.com/seg", true),
            ("a=1; Domain=m.example.com", "http://m.example.com/list", "http://x.m.example.com/seg", true),
            ("a=1; Domain=example.com", "http://m.example.com/list", "http://badexample.com/seg", false),
            ("a=1; Domain=other.com", "http://m.example.com/list", "http://other.com/seg", false),
            ("a=1; Domain=x.m.example.com", "http://m.example.com/list", "http://x.m.example.com/seg", false),
            ("a=1; Domain=com", "http://example.com/list", "http://other.com/seg", false),
            ("a=1; Domain=co.uk", "http://a.co.uk/list", "http://b.co.uk/seg", false),
            ("a=1; Domain=github.io", "http://github.io/list", "http://x.github.io/seg", false),
            ("a=1; Domain=github.io", "http://github.io/list", "http://github.io/seg", true),
            ("a=1; Domain=localhost", "http://localhost:1/list", "http://localhost:2/seg", true),
            ("a=1; Domain=127.0.0.1", "http://127.0.0.1/list", "http://127.0.0.1/seg", true),
            ("a=1; Domain=0.0.1", "http://127.0.0.1/list", "http://127.0.0.1/seg", false),
            ("a=1; Path=/", "http://m.example.com/x/list", "http://m.example.com/y/seg", true),
            ("a=1; Path=/x", "http://m.example.com/list", "http://m.example.com/xy", false),
            ("a=1; Path=x", "http://m.example.com/y/list", "http://m.example.com/y/seg", true),
            ("a=1; Secure", "https://example.com/list", "https://example.com/seg", true),
            ("a=1; Secure", "https://example.com/list", "http://example.com/seg", false),
            ("a=1; Secure", "http://example.com/list", "https://example.com/seg", false),
            ("__Secure-a=1", "https://example.com/list", "https://example.com/seg", false),
            ("__Host-a=1; Secure; Path=/", "https://example.com/list", "https://example.com/seg", true),
            ("__Host-a=1; Secure; Path=/; Domain=example.com", "https://example.com/list", "https://example.com/seg", false),
            ("a=1; SameSite=Strict; HttpOnly; Partitioned; Priority=High", "http://example.com/list", "http://example.com/seg", true),
            ("a\u{1}=1", "http://example.com/list", "http://example.com/seg", false),
            ("", "http://example.com/list", "http://example.com/seg", false),
            ("a=\(String(repeating: "x", count: 4096))", "http://example.com/list", "http://example.com/seg", false),
        ])
    func matching(field: String, origin: String, target: String, isSent: Bool) throws {
        #expect(try Self.field([field], from: origin, to: target).isEmpty != isSent)
    }

    @Test(
        "A value is sent as it was set, with its quotes and equals signs",
        arguments: [
            ("CloudFront-Policy=eyJ_~-==; Path=/", "CloudFront-Policy=eyJ_~-=="),
            ("hdnts=exp=1~acl=/*~hmac=ab", "hdnts=exp=1~acl=/*~hmac=ab"),
            (" a = \"b c\" ;", "a=\"b c\""), ("plain", "plain"), ("=plain", "plain"), ("a=", "a="),
        ])
    func values(field: String, pair: String) throws {
        #expect(try Self.field([field], from: "http://e.com/", to: "http://e.com/") == pair)
    }

    @Test("A cookie ends at its date or age, and is replaced or removed by a new one")
    func lifetime() throws {
        func sent(_ fields: String..., later: Double = 0) throws -> String {
            try Self.field(fields, from: "http://e.com/", to: "http://e.com/", later: later)
        }
        #expect(try sent("a=1; Max-Age=10", later: 9) == "a=1")
        #expect(try sent("a=1; Max-Age=10", later: 10) == "")
        #expect(try sent("a=1; Expires=Mon, 12 Jan 1970 13:47:00 GMT", later: 19) == "a=1")
        #expect(try sent("a=1; Expires=Mon, 12 Jan 1970 13:47:00 GMT", later: 20) == "")
        #expect(try sent("a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT", later: 9) == "a=1")
        #expect(try sent("a=1; Expires=never", later: 1e9) == "a=1")
        #expect(try sent("a=1; Max-Age=9999999999999999", later: 401 * 86_400) == "")
        #expect(try sent("a=1", "b=2", "a=3") == "a=3; b=2")
        #expect(try sent("a=1", "a=; Max-Age=0") == "")
        #expect(try sent("a=1", "a=; Max-Age=-5", "b=1; Max-Age=x") == "b=1")
    }

    @Test("A date is that of the server, whatever the client's clock says")
    func serverTime() throws {
        var jar = Self.jar()
        let url = try #require(URL(string: "http://e.com/"))
        jar.store(["a=1; Expires=Tue, 01 Jan 2030 00:01:00 GMT"], date: "Tue, 01 Jan 2030 00:00:00 GMT", from: url, at: Self.now)
        #expect(jar.cookies(for: url, at: Self.now + 59).count == 1 && jar.cookies(for: url, at: Self.now + 60).isEmpty)
    }

    @Test(
        "Dates are read in all forms in which servers write them",
        arguments: [
            ("Wed, 09 Jun 2021 10:18:14 GMT", 1_623_233_894), ("Wednesday, 09-Jun-21 10:18:14 GMT", 1_623_233_894),
            ("Wed Jun  9 10:18:14 2021", 1_623_233_894), ("Thu, 29-Feb-2024 23:59:59 GMT", 1_709_251_199),
            ("Thu, 01-Jan-1970 00:00:00 GMT", 0), ("Sun, 31 Dec 9999 23:59:59 GMT", 253_402_300_799), ("1 Jan 70 1:2:3", 3723),
            ("Wed, 09 Jun 2021", nil), ("32 Jun 2021 10:18:14", nil), ("9 Jun 1600 10:18:14", nil), ("9 Jun 2021 24:00:00", nil), ("", nil),
        ] as [(String, Double?)])
    func dates(text: String, seconds: Double?) {
        #expect(CookieDate.seconds(text) == seconds)
    }

    @Test("An insecure origin can't replace the cookie of a secure one")
    func secureStays() throws {
        var jar = Self.jar()
        let (secure, plain) = (try #require(URL(string: "https://e.com/")), try #require(URL(string: "http://e.com/")))
        jar.store(["a=1; Secure"], from: secure, at: Self.now)
        let isStored = jar.store(["a=2"], from: plain, at: Self.now)
        #expect(!isStored)
        #expect(jar.cookies(for: secure, at: Self.now).map(\.pair) == ["a=1"])
    }

    @Test("Cookies of longer paths are sent first, then older ones")
    func order() throws {
        #expect(
            try Self.field(["a=1; Path=/", "b=2; Path=/x", "c=3; Path=/"], from: "http://e.com/x/l", to: "http://e.com/x/s")
                == "b=2; a=1; c=3")
    }

    @Test("The number of cookies is limited, for each domain and in all; those that were not used for the longest time are removed")
    func limits() throws {
        var jar = Self.jar()
        for host in 0..<20 {
            for cookie in 0..<60 {
                jar.store(["c\(cookie)=1"], from: try #require(URL(string: "http://h\(host).com/")), at: Self.now)
            }
        }
        #expect(jar.count == CookieJar.maximumCount)
        let last = jar.cookies(for: try #require(URL(string: "http://h19.com/")), at: Self.now)
        #expect(last.map(\.name) == (10..<60).map { "c\($0)" })
        #expect(jar.cookies(for: try #require(URL(string: "http://h0.com/")), at: Self.now).isEmpty)
    }

    @Test("The Public Suffix List determines the domains; without it the usual names below a country's domain do")
    func suffixes() {
        for (domain, isSuffix) in [("com", true), ("co.uk", true), ("example.com", false), ("example.co.uk", false)] {
            #expect(PublicSuffixes.contains(domain) == isSuffix && PublicSuffixes.isProbable(domain) == isSuffix, "\(domain)")
        }
    }
}
