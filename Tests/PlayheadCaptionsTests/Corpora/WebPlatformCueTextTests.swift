import Foundation
import TestSupport
import Testing

@testable import PlayheadCaptions

/// The web-platform-tests of cue texts: each cue of a file has a tree.
@Suite(.enabled(if: Corpus.has("vtt-wpt"))) struct WebPlatformCueTextTests {
    static let names = Corpus.names("vtt-wpt", "wpt-cue-parsing", ending: ".json")

    @Test("every cue of a file has the expected tree", arguments: names)
    func treesAreRight(name: String) throws {
        let expected = try Self.expectations(name)
        let file = try WebVTTParser.parse(try Corpus.bytes("vtt-wpt", "wpt-cue-parsing/\(name).vtt"))
        #expect(file.cues.count == expected.count)
        for (cue, expectation) in zip(file.cues, expected) {
            let tree = try #require(expectation["expectedTree"]).trimmingCharacters(in: .newlines)
            #expect(CueText(parsing: cue.markup).treeText == tree, "of \(cue.markup)")
        }
    }

    @Test("the corpus has its 77 cue texts") func countIsRight() throws {
        #expect(try Self.names.map { try Self.expectations($0).count }.reduce(0, +) == 77)
    }

    private static func expectations(_ name: String) throws -> [[String: String]] {
        try #require(try Corpus.json("vtt-wpt", "wpt-cue-parsing/\(name).json") as? [[String: String]])
    }
}
