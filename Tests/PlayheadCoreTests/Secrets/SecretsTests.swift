import PlayheadCore
import Testing

/// What gives access is taken out of texts.
@Suite struct SecretsTests {
    @Test(
        "Secrets in texts are blanked, and nothing else",
        arguments: [
            ("https://a.example/v.m3u8?x=1&token=abc&y=2", "https://a.example/v.m3u8?x=1&token=***&y=2"),
            ("https://u:p@a.example:80/v", "https://a.example:80/v"),
            ("https://u@a.example", "https://a.example"),
            ("see <https://a.example/?Signature=a/b=>.", "see <https://a.example/?Signature=***>."),
            (#"{"file":"https://a.example/?hdnts=exp=1~acl=/*~hmac=9"}"#, #"{"file":"https://a.example/?hdnts=***"}"#),
            ("https://a.example/hdntl=exp=1~hmac=9", "https://a.example/hdntl=***"),
            ("/r?u=https%3A%2F%2Fb%2F%3Fplay_token%3Dabc%26z%3D1&w=1", "/r?u=https%3A%2F%2Fb%2F%3Fplay_token%3D***%26z%3D1&w=1"),
            ("s.ts?sessionid=1 is missing", "s.ts?sessionid=*** is missing"),
            ("?token=", "?token="), ("?token=***", "?token=***"), ("me@example.com", "me@example.com"),
            ("https://a.example/@user/v?tokens=3&monkey=4", "https://a.example/@user/v?tokens=3&monkey=4"), ("", ""),
            ("ü?key=ü", "ü?key=***"),
        ])
    func blanked(text: String, expected: String) {
        #expect(Secrets.blanked(text) == expected)
        #expect(Secrets.blanked(expected) == expected)
    }
}
