import Foundation
import Testing

@testable import PlayheadArguments

@Suite("Locations of arguments")
struct LocationTests {
    @Test(
        "A name with a colon is a path",
        arguments: [
            "Mission: Impossible.mp4", "Dr.Who:S01.mp4", "http:video.mp4", "file:x.mp4", "C:\\film.mp4", "12://x", "a b://c", "100%.mp4",
            "a#b?c.mp4", "-x.mp4",
        ])
    func paths(name: String) throws {
        let url = try Location.url(of: name)
        #expect(url.isFileURL && url.path == URL(fileURLWithPath: name).path && url.path.hasSuffix(name))
    }

    @Test(
        "A scheme with two slashes is a URL",
        arguments: ["http://a/b c.mp4", "HTTPS://a.example", "rtsp://a/b", "file:///tmp/caf%E9.mp4", "file:/tmp/x.mp4", "x-y+z.1://a"])
    func urls(text: String) throws { #expect(try Location.url(of: text) == URL(string: text)) }

    @Test("Nothing, and a URL without a scheme or with an invalid host are refused", arguments: ["", "://", "://a", "http://[::1"])
    func invalid(text: String) { #expect(throws: (any Error).self) { try Location.url(of: text) } }

    @Test("A hyphen is standard input")
    func standardInput() throws { #expect(try Location.url(of: "-").path == "/dev/stdin") }

    @Test("An argument that is not UTF-8 becomes the URL of the file")
    func bytes() {
        func text(_ bytes: [UInt8]) -> String { ProgramArguments.text(of: bytes.map { CChar(bitPattern: $0) } + [0]) }
        #expect(text(Array("/tmp/caf".utf8) + [0xE9]) == "file:///tmp/caf%E9")
        #expect(text(Array("/tmp/é".utf8)) == "/tmp/é")
        #expect(text(Array("--title=".utf8) + [0xE9]) == "--title=\u{FFFD}")
    }
}
