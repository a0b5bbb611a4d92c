/// The text of a cue as a tree.
public struct CueText: Sendable, Hashable {
    /// The parts, in order.
    public var nodes: [CueNode]

    /// Makes a text of parts.
    public init(nodes: [CueNode]) { self.nodes = nodes }

    /// Reads WebVTT's markup (§6.4, "WebVTT cue text parsing rules"); any text can be read.
    /// - Parameter language: The language of what no tag says another of.
    public init(parsing markup: String, language: String? = nil) {
        var builder = CueTreeBuilder(language: language)
        var tokenizer = CueTokenizer(Array(markup.utf8))
        while let token = tokenizer.next() { builder.take(token) }
        nodes = builder.finish()
    }

    /// What is said, without readings of ruby text (WebVTT §6.6).
    public var plainText: String {
        var text = ""
        Self.append(nodes, to: &text)
        return text
    }

    /// What a markup says, without making a tree where there is nothing to read.
    static func plainText(of markup: String) -> String {
        let hasMarkup = markup.utf8.contains { $0 == ASCII.ampersand || $0 == ASCII.lessThan }
        return hasMarkup ? CueText(parsing: markup).plainText : markup
    }

    /// The names of those who speak, in order.
    public var voices: [String] {
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

    /// Text as markup that means just that text.
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
