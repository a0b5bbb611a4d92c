import PlayheadOrigin
import Testing

@Suite("A path pattern")
struct PathPatternTests {
    @Test(
        "matches",
        arguments: [
            ("*", "a/b.ts"), ("seg*.ts", "720p/seg12.ts"), ("seg?.ts", "seg1.ts"), ("a/*.ts", "a/b.ts"), ("a/**", "a/b/c.ts"),
            ("/a/b.ts", "a/b.ts"),
            ("**/c.ts", "a/b/c.ts"), ("*a*a*a*", "bacada"), ("a/b/", "a/b/"),
        ])
    func matching(pattern: String, path: String) {
        #expect(PathPattern(pattern).matches(path))
    }

    @Test(
        "does not match",
        arguments: [
            ("seg*.ts", "seg1.ts.bak"), ("seg*.ts", "seg/1.mp4"), ("a/*.ts", "a/b/c.ts"), ("a/?.ts", "a/.ts"), ("/b.ts", "a/b.ts"),
            ("", "a"),
            ("a.b", "axb"),
        ])
    func notMatching(pattern: String, path: String) {
        #expect(!PathPattern(pattern).matches(path))
    }

    @Test("does not take exponential time")
    func time() {
        let pattern = PathPattern(String(repeating: "*a", count: 100))
        #expect(!pattern.matches(String(repeating: "a", count: 300) + "b"))
    }
}
