import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadCaptions

private let corpus = "imsc-w3c"

/// The W3C's documents of IMSC, with the text that another implementation (ttconv) shows at each time.
@Suite("TTML: the W3C's documents of IMSC", .enabled(if: Corpus.has(corpus)))
struct IMSCCorpusTests {
    private struct Expected: Decodable {
        struct State: Decodable {
            var time: Double
            var regions: [Region]
        }
        struct Region: Decodable { var paragraphs: [Paragraph]? }
        struct Paragraph: Decodable { var runs: [Run] }
        struct Run: Decodable {
            var text: String
            var style: Style
        }
        struct Style: Decodable {
            var fontStyle: String
            var fontWeight: String
            var textDecoration: [String]?
            var visibility: String
        }

        var states: [State]
    }

    /// The documents without animations, readings, and sequences inside others without a duration of their own, which are not supported.
    static let documents = Corpus.paths(corpus, ending: ".ttml").filter { path in
        let text = (try? Corpus.text(corpus, path)) ?? ""
        return !path.hasSuffix("MediaSeqTiming003.ttml") && !["<set", ":set ", "tts:ruby="].contains { text.contains($0) }
    }

    @Test("The text at every time has the letters, italics, bold and underlines that it should have", arguments: documents)
    func text(path: String) throws {
        let name = path.dropLast(5)
        let expected: Expected = try Corpus.decode(corpus, "expected/ttconv/\(name).json")
        let bytes = try Corpus.bytes(corpus, path)
        let cues = try WebVTTParser.parse(try #require(TTMLText.webVTT(of: bytes))).cues
        for (index, state) in expected.states.enumerated() {
            let isLast = index == expected.states.count - 1
            let time = (state.time + (isLast ? state.time + 1 : expected.states[index + 1].time)) / 2
            let paragraphs = state.regions.flatMap { $0.paragraphs ?? [] }.map { $0.runs.map { letters(of: $0) }.joined() }
            let visible = cues.filter { $0.startTime <= time && time < $0.endTime }
            let shown = visible.map { letters(of: CueText(parsing: $0.markup).nodes) }
            #expect(shown.sorted() == paragraphs.filter { !$0.isEmpty }.sorted(), "at \(time)")
        }
    }

    @Test("The corpus has more than a hundred such documents")
    func count() { #expect(Self.documents.count > 100) }

    private func letters(of run: Expected.Run) -> String {
        guard run.style.visibility != "hidden" else { return "" }
        var tags: Set<String> = []
        if ["italic", "oblique"].contains(run.style.fontStyle) { tags.insert("i") }
        if run.style.fontWeight == "bold" { tags.insert("b") }
        if run.style.textDecoration?.contains("underline") == true { tags.insert("u") }
        return letters(run.text, tags)
    }

    private func letters(of nodes: [CueNode], in tags: Set<String> = []) -> String {
        nodes.map { node -> String in
            switch node {
            case .text(let text): letters(text, tags)
            case .span(let span): letters(of: span.children, in: tags.union([span.kind.tagName]))
            case .timestamp: ""
            }
        }.joined()
    }

    /// Returns each letter of a text with its tags, without white space, which is displayed in another way.
    private func letters(_ text: String, _ tags: Set<String>) -> String {
        text.unicodeScalars.filter { !$0.properties.isWhitespace }.map { "\($0)\(tags.sorted().joined())" }.joined()
    }
}
