import Testing

@testable import PlayheadHLS

@Suite struct BadInputTests {
    @Test(arguments: [
        "<!DOCTYPE html>\n<html><body>404</body></html>", "  \n<html>#EXTINF:1,\n#EXTM3U\n", "{\"error\":true}", "hello\nworld\n",
        "# a comment\nhello\n",
    ])
    func otherTextsAreRefused(text: String) {
        #expect(parseError(text)?.reason == .notAPlaylist)
    }

    @Test func segmentsAndVariantsDoNotMix() {
        #expect(
            parseError("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n#EXTINF:4,\na.ts\n")
                == PlaylistError(line: 4, reason: .mixedTags("EXTINF")))
        #expect(
            parseError("#EXTM3U\n#EXTINF:4,\na.ts\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n")?.description
                == "line 4: #EXT-X-STREAM-INF is not allowed in this kind of playlist")
    }

    @Test(arguments: ["", "\n", "\u{FEFF}", "# only a comment\n", "\r\n\r\n"])
    func emptyTextIsAnEmptyPlaylistWithAWarning(text: String) throws {
        let playlist = try media(text)
        #expect(playlist.segments.isEmpty && playlist.targetDuration == 0)
        #expect(playlist.warnings.contains { $0.message == "#EXTM3U is not the first tag" })
    }

    @Test func byteOrderMarkAndLineEndingsAreTolerated() throws {
        let playlist = try media("\u{FEFF}#EXTM3U\r\n#EXT-X-TARGETDURATION:4\r\n#EXTINF:4,a\r\na.ts\r\n#EXT-X-ENDLIST\r\n")
        #expect(playlist.segments.map(\.uri) == ["a.ts"] && playlist.hasEndList && playlist.segments[0].title == "a")
        #expect(playlist.warnings == [PlaylistWarning(line: 1, message: "byte-order mark")])
    }

    @Test func invalidUTF8IsReplaced() throws {
        let bytes = Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,caf".utf8) + [0xE9] + Array("\na.ts\n".utf8)
        guard case .media(let playlist) = try HLSPlaylist.parse(bytes) else { throw UnexpectedKind() }
        #expect(playlist.segments[0].title == "caf\u{FFFD}")
        #expect(playlist.warnings.map(\.line) == [0])
    }

    @Test(arguments: ["NaN", "inf", "-inf", "1e5", "", "-", ".", "99999999999999999999999999", "0x10", "４"])
    func invalidDurationsGetTheTargetDuration(text: String) throws {
        let playlist = try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:\(text),\na.ts\n")
        #expect(playlist.segments[0].duration == 4)
        #expect(playlist.warnings.map(\.line) == [3])
    }

    @Test("a line after the end is no segment, unless it has a duration")
    func linesAfterTheEnd() throws {
        let playlist = try media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts\nOK\n<!-- cached -->\n")
        #expect(playlist.segments.map(\.uri) == ["a.ts", "b.ts"] && playlist.hasEndList)
        #expect(playlist.warnings.map(\.line) == [8, 9])
    }

    @Test func negativeDurationsAreInvalid() throws {
        let playlist = try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:-1,\na.ts\n")
        #expect(playlist.segments[0].duration == 0)
        #expect(playlist.warnings.map(\.line) == [3])
    }

    @Test func hugeSequenceNumbersNeverOverflow() throws {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:%\n#EXT-X-DISCONTINUITY-SEQUENCE:%\n#EXT-X-SKIP:SKIPPED-SEGMENTS=%\n#EXTINF:4,\na.ts\n"
        let largest = String(Numbers.maximumInteger)
        let playlist = try media(text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: largest))
        #expect(playlist.segments[0].mediaSequence == Numbers.maximumInteger * 2)
        let beyond = try media(text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "18446744073709551616"))
        #expect(beyond.segments[0].mediaSequence == 0 && beyond.warnings.map(\.line).sorted() == [3, 4, 5])
    }

    /// Playlists that would each take minutes if parsing were quadratic.
    enum Hostile: String, CaseIterable {
        case attributes, separators, references, openReferences, keyFormats, digits, parents

        var lines: String {
            switch self {
            case .attributes: "#EXT-X-START:" + (0..<40_000).map { "A\($0)=1" }.joined(separator: ",")
            case .separators: "#EXT-X-START:" + String(repeating: "A,", count: 100_000)
            case .references: "#EXT-X-START:X=\"" + String(repeating: "{$", count: 100_000) + "\""
            case .openReferences: "#EXTINF:4,\n" + String(repeating: "{$a", count: 60_000)
            case .keyFormats:
                (0..<8000).map { "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"\($0)\"\n#EXTINF:4,\na.ts" }.joined(separator: "\n")
            case .digits: "#EXTINF:" + String(repeating: "1", count: 200_000) + "\na.ts"
            case .parents: String(repeating: "../", count: 60_000)
            }
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: Hostile.allCases)
    func hostilePlaylistsCostLinearTime(hostile: Hostile) throws {
        let lines = hostile.lines
        let playlist = try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(lines)\n")
        #expect(playlist.warnings.count <= ParserContext.maximumWarnings + 1)
        #expect(playlist.url(for: lines).isEmpty == false)
    }

    @Test func warningsAreLimited() throws {
        let playlist = try media("#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + String(repeating: "#EXTINF:4,\na.ts\n", count: 5000))
        #expect(playlist.segments.count == 5000)
        #expect(playlist.warnings.count == ParserContext.maximumWarnings + 1)
        #expect(playlist.warnings.last?.message == "further warnings are omitted")
    }

    @Test func unknownTagsKeepTheirPlace() throws {
        let playlist = try media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:9\n#EXTINF:4,\na.ts\n#EXT-OATCLS-SCTE35:/DAl\n#EXT-X-ASSET\n#EXTINF:4,\nb.ts\n"
        )
        let expected = [
            UnknownTag(name: "EXT-OATCLS-SCTE35", value: "/DAl", mediaSequence: 10),
            UnknownTag(name: "EXT-X-ASSET", value: nil, mediaSequence: 10),
        ]
        #expect(playlist.unknownTags == expected)
        #expect(try media(playlist.text) == playlist)
    }

    /// U+0350 combines with the quote before it into one character.
    @Test func quotesBeforeCombiningCharactersAreQuotes() throws {
        let report = "#EXT-X-RENDITION-REPORT:URI=b\"\u{350}8,LAST-MSN=7"
        let playlist = try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n\(report)\n")
        #expect(playlist.renditionReports.map(\.uri) == ["b\u{350}8"])
        #expect(try media(playlist.text).renditionReports == playlist.renditionReports)
        var written = playlist
        written.renditionReports[0].uri = "b\"\u{350}8"
        #expect(try media(written.text).renditionReports.map(\.uri) == ["b'\u{350}8"])
    }
}
