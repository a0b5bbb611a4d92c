/// The text of a cue as a tree.
package struct CueText: Sendable, Hashable {
    /// The parts, in order.
    package var nodes: [CueNode]

    /// Makes a text from nodes.
    package init(nodes: [CueNode]) { self.nodes = nodes }

    /// Parses WebVTT's markup (§6.4, "WebVTT cue text parsing rules"); any text is valid. `language` is the language of text without a
    /// language tag.
    package init(parsing markup: String, language: String? = nil) {
        var builder = CueTreeBuilder(language: language)
        var tokenizer = CueTokenizer(Array(markup.utf8))
        while let token = tokenizer.next() { builder.handle(token) }
        nodes = builder.finish()
    }

    /// The text, without readings of ruby text (WebVTT §6.6).
    package var plainText: String {
        var text = ""
        Self.append(nodes, to: &text)
        return text
    }

    /// Returns the text of a markup, without making a tree if there is no markup.
    static func plainText(of markup: String) -> String {
        let hasMarkup = markup.utf8.contains { $0 == ASCII.ampersand || $0 == ASCII.lessThan }
        return hasMarkup ? CueText(parsing: markup).plainText : markup
    }

    /// The names of the speakers, in order.
    package var voices: [String] {
        var voices: [String] = []
        var known: Set<String> = []
        Self.appendVoices(nodes, to: &voices, known: &known)
        return voices
    }

    private static func append(_ nodes: [CueNode], to text: inout String) {
        for node in nodes {
            switch node {
            case .text(let part): text += part
            case .span(let span) where span.kind != .rubyText: append(span.children, to: &text)
            case .span, .timestamp: break
            }
        }
    }

    private static func appendVoices(_ nodes: [CueNode], to voices: inout [String], known: inout Set<String>) {
        for case .span(let span) in nodes {
            if case .voice(let name) = span.kind, known.insert(name).inserted { voices.append(name) }
            appendVoices(span.children, to: &voices, known: &known)
        }
    }

    /// Returns the markup of plain text.
    static func escaped(_ text: some StringProtocol) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
