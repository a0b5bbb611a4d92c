import Testing

@testable import PlayheadHLS

@Suite struct VariablesTests {
    @Test func variablesAreReplacedInURIsAndStrings() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-DEFINE:NAME="host",VALUE="https://h.example"
            #EXT-X-DEFINE:NAME="path",VALUE="{$host}/p"
            #EXT-X-DEFINE:IMPORT="token"
            #EXT-X-DEFINE:QUERYPARAM="user"
            #EXT-X-MAP:URI="{$path}/init.mp4"
            #EXTINF:4,{$host}
            {$path}/{$user}/{$unknown-/1.mp4?{$token}
            """, url: "https://cdn.example/x.m3u8?a=1&user=J%20D", variables: ["token": "t=1", "other": "x"])
        #expect(playlist.segments[0].uri == "https://h.example/p/J D/{$unknown-/1.mp4?t=1")
        #expect(playlist.segments[0].map?.uri == "https://h.example/p/init.mp4")
        #expect(playlist.segments[0].title == "{$host}")
        #expect(playlist.variables.map(\.value) == ["https://h.example", "https://h.example/p", "t=1", "J D"])
        #expect(playlist.warnings == [])
    }

    @Test func replacedTextIsNotReplacedAgain() throws {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-DEFINE:NAME="a",VALUE="{$"
            #EXT-X-DEFINE:NAME="b",VALUE="{$a}a}"
            #EXT-X-STREAM-INF:BANDWIDTH=1
            {$b}
            """)
        #expect(playlist.variants[0].uri == "{$a}")
        #expect(playlist.variableValues == ["a": "{$", "b": "{$a}"])
    }

    @Test func unresolvableReferencesAreErrors() {
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        #expect(parseError(head + "#EXTINF:4,\n{$x}.ts\n") == PlaylistError(line: 4, reason: .undefinedVariable("x")))
        #expect(parseError(head + "#EXT-X-DEFINE:IMPORT=\"x\"\n", variables: [:]) == PlaylistError(line: 3, reason: .unresolvedImport("x")))
        #expect(
            parseError(head + "#EXT-X-DEFINE:QUERYPARAM=\"x\"\n", url: "https://h/p?x=&y=1")
                == PlaylistError(line: 3, reason: .missingQueryParameter("x")))
        let twice = "#EXT-X-DEFINE:NAME=\"x\",VALUE=\"1\"\n"
        #expect(parseError(head + twice + twice) == PlaylistError(line: 4, reason: .duplicateVariable("x")))
    }

    @Test func variablesThatMultiplyAreRefused() {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-DEFINE:NAME=\"v0\",VALUE=\"0123456789\"\n"
        for level in 1...40 {
            text += "#EXT-X-DEFINE:NAME=\"v\(level)\",VALUE=\"" + String(repeating: "{$v\(level - 1)}", count: 10) + "\"\n"
        }
        #expect(parseError(text)?.reason == .expansionTooLong)
    }

    @Test func anImportOfAPlaylistParsedAloneIsKept() throws {
        let playlist = try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-DEFINE:IMPORT=\"x\"\n#EXTINF:4,\n{$x}.ts\n")
        #expect(playlist.segments[0].uri == "{$x}.ts")
        #expect(playlist.warnings.map(\.line) == [3])
    }
}
