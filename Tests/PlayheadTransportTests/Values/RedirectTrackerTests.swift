import Foundation
import Testing

@testable import PlayheadTransport

@Suite("Origins and redirects")
struct RedirectTrackerTests {
    @Test(
        "Credentials stay at their origin",
        arguments: [
            ("http://a/x", "http://a/y", false), ("http://a/x", "http://A:80/y", false), ("http://a/x", "https://a/y", false),
            ("http://a/x", "http://a:81/y", true), ("http://a:8080/x", "https://a/y", true), ("https://a/x", "https://a:444/y", true),
            ("http://a/x", "http://b/y", true), ("http://a/x", "//b/y", true), ("http://a/x", "y", false),
            ("https://a/x", "https://www.a/", true),
        ])
    func origins(from: String, to: String, leaves: Bool) throws {
        var tracker = RedirectTracker(url: try #require(URL(string: from)), limit: 10)
        #expect(try tracker.follow(status: 302, location: to))
        #expect(tracker.hasLeftOrigin == leaves)
    }

    @Test("The escapes of a target stay as they are beside characters that are not escaped")
    func escapes() throws {
        var tracker = RedirectTracker(url: try #require(URL(string: "https://a/x/y")), limit: 10)
        #expect(try tracker.follow(status: 302, location: "z?u=https%3A%2F%2Fb&v=[1]"))
        #expect(tracker.url.absoluteString == "https://a/x/z?u=https%3A%2F%2Fb&v=%5B1%5D")
    }

    @Test("A redirect from https to http is refused")
    func downgrade() throws {
        var tracker = RedirectTracker(url: try #require(URL(string: "https://a/x")), limit: 10)
        #expect(throws: RedirectTracker.Refusal.self) { try tracker.follow(status: 301, location: "http://a/x") }
        #expect(tracker.url.scheme == "https")
    }

    @Test("Other statuses are no redirects", arguments: [200, 300, 304, 305, 404])
    func others(status: Int) throws {
        var tracker = RedirectTracker(url: try #require(URL(string: "http://a/x")), limit: 10)
        #expect(try !tracker.follow(status: status, location: "http://a/y"))
    }
}
