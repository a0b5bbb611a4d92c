import PlayheadCore
import TestSupport
import Testing

/// Credentials are removed from texts.
@Suite struct SecretsTests {
    @Test(
        "Secrets in texts are blanked, and nothing else",
        arguments: [
            ("https://a.example/v.m3u8?x=1&token=abc&y=2", "https://a.example/v.m3u8?x=1&token=***&y=2"),
            ("https://a.example/?auth_key=1&sas=2&z=3&flag", "https://a.example/?auth_key=***&sas=***&z=***&flag"),
            ("https://u:p@a.example:80/v", "https://a.example:80/v"), ("https://u@a.example", "https://a.example"),
            ("https://u:p&q'r@a.example/", "https://a.example/"), ("https://u:p/q@a.example/@v", "https://v"),
            ("http://[::1]:80/a@2x.png", "http://[::1]:80/a@2x.png"), ("http://a:80/b@2x.png", "http://a:80/b@2x.png"),
            ("see <https://a.example/?Signature=a/b=>.", "see <https://a.example/?Signature=***>."),
            ("see 'https://a.example/?sign=a'b', (or //u@a?b=c).", "see 'https://a.example/?sign=***', (or //a?b=***)."),
            (#"{"file":"https://a.example/?hdnts=exp=1~acl=/*~hmac=9"}"#, #"{"file":"https://a.example/?hdnts=***"}"#),
            (#"{"a":"no \"https://a/?b=c\\\" \"//a?b=c\""}"#, #"{"a":"no \"https://a/?b=***\" \"//a?b=***\""}"#),
            ("https://a.example/hdntl=exp=1~hmac=9/0.ts?t=5", "https://a.example/hdntl=***?t=5"),
            ("https://a.example/lang=en/;token=abc/0.ts", "https://a.example/lang=en/;token=***"),
            ("/r?u=https%3A%2F%2Fb%2F%3Fplay_token%3Dabc%26z%3D1&w=1", "/r?u=***&w=1"),
            ("/r/https%3A%2F%2Fu%3Ap%2540q%40b%2F%3Fkey%3Dabc%26z", "/r/https%3A%2F%2Fb%2F%3Fkey%3D***%26z"),
            ("s.ts?sessionid=1 is missing", "s.ts?sessionid=*** is missing"),
            ("?token=", "?token="), ("?token=***", "?token=***"), ("me@example.com", "me@example.com"),
            ("https://a.example/@user/v?_HLS_msn=3&_HLS_part=4", "https://a.example/@user/v?_HLS_msn=3&_HLS_part=4"), ("", ""),
            ("/?t=https://u@h&start=a'b&end=\(String(repeating: "1", count: 30))", "/?t=***&start=***&end=***"),
            ("/?0123456789abcdef", "/?***"), ("Really?Unbelievable, and/or so", "Really?Unbelievable, and/or so"),
            ("ü?key=ü", "ü?key=***"), ("a\u{1}b/?key=a\u{1}b", "a\u{1}b/?key=***"),
            ("https://a.example/?%74oken=abc&x=1", "https://a.example/?%74oken=***&x=1"),
            ("https://a.example/?token%3Dabc%26x&y=1", "https://a.example/?token%3D***%26x&y=1"),
            ("https://a.example/?token=a%26b&y=1", "https://a.example/?token=***&y=1"),
            ("https://a.example/?a=1;token=abc&x=1", "https://a.example/?a=***&x=1"),
            ("https://a.example/#access_token=abc", "https://a.example/#access_token=***"), ("https://a/#t=1,2", "https://a/#t=1,2"),
            ("https://a.example/?user[password]=x&token[]=y&=z", "https://a.example/?user[password]=***&token[]=***&=***"),
            ("//u:p@a.example/v", "//a.example/v"), ("https://u:p%40q@a.example/", "https://a.example/"),
            ("file:///a=b/c=d.mp4 video/mp4;codecs=avc1.4d401f,mp4a", "file:///a=b/c=d.mp4 video/mp4;codecs=avc1.4d401f,mp4a"),
            ("AAAA/BBB= /DAl/w==", "AAAA/BBB= /DAl/w=="), ("100%", "100%"), ("%zz?key=%", "%zz?key=***"),
        ])
    func blanked(text: String, expected: String) {
        #expect(Secrets.blanked(text) == expected)
        #expect(Secrets.blanked(expected) == expected)
    }

    @Test("No secret of a random URL is left, in any text", arguments: 0..<4)
    func random(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let url = SecretURL.random(host: "a.example", file: "v.m3u8", using: &numbers)
            for text in [url, "no '\(url)', sorry", "(\(url))", "<\(url)>", JSONText.text(.string("\"\(url)\" \(url)\\"))] {
                let blanked = Secrets.blanked(text)
                #expect(!blanked.contains(SecretURL.mark), "\(text) → \(blanked)")
                #expect(Secrets.blanked(blanked) == blanked)
            }
        }
    }

    @Test(
        "The time is proportional to the length of the text",
        arguments: ["?", "?a", "//a:b", "/t=1", ";t=1", "&x", "/a=", "#t=", "%2525253d/"])
    func time(part: String) {
        let text = String(repeating: part, count: 200_000)
        #expect(processorTime { _ = Secrets.blanked(text) } < 10)
    }

    @Test("An error contains no secret, however it is set")
    func errors() {
        var error = PlaybackError(.manifestInvalid, url: "http://u:p@a/?token=hush", underlying: "no http://a/?%74oken=hush")
        #expect(error.url == "http://a/?token=***" && error.underlying == "no http://a/?%74oken=***")
        error.url = "http://a/;token=hush"
        error.underlying = "http://hush@a/"
        #expect(error.url == "http://a/;token=***" && error.underlying == "http://a/")
    }
}
