/// Makes a tree of a cue's tokens (WebVTT §6.4, "WebVTT cue text parsing rules").
struct CueTreeBuilder {
    /// The maximum nesting of tags. Deeper tags are matched with their end tags, but their content belongs to the deepest counted tag, so
    /// that a file cannot make a tree too deep to traverse.
    static let deepestNesting = 100

    private struct Open {
        var span: CueSpan
        var isKept: Bool
    }

    private var root: [CueNode] = []
    private var open: [Open] = []
    private var languages: [String] = []

    init(language: String?) {
        if let language { languages.append(language) }
    }

    /// Returns the tree, after all tokens.
    mutating func finish() -> [CueNode] {
        while !open.isEmpty { close() }
        return root
    }

    /// Handles the next token.
    mutating func handle(_ token: CueToken) {
        switch token {
        case .text(let text): append(.text(text))
        case .startTag(let name, let classes, let annotation): start(name, classes: classes, annotation: annotation ?? "")
        case .endTag(let name): end(name)
        case .timestamp(let bytes):
            if let time = WebVTTTimestamp.parse(bytes[...]) { append(.timestamp(time)) }
        }
    }

    private mutating func start(_ name: String, classes: [String], annotation: String) {
        let kind: CueSpan.Kind
        switch name {
        case "c": kind = .classes
        case "i": kind = .italic
        case "b": kind = .bold
        case "u": kind = .underline
        case "ruby": kind = .ruby
        case "rt":
            guard open.last?.span.kind == .ruby else { return }
            kind = .rubyText
        case "v": kind = .voice(annotation)
        case "lang":
            languages.append(annotation)
            kind = .language
        default: return
        }
        let span = CueSpan(kind, classes: classes.filter { !$0.isEmpty }, language: languages.last)
        open.append(Open(span: span, isKept: open.count < Self.deepestNesting))
    }

    private mutating func end(_ name: String) {
        guard let current = open.last?.span.kind else { return }
        if current.tagName == name {
            if current == .language { languages.removeLast() }
            close()
        } else if current == .rubyText, name == "ruby" {
            close()
            close()
        }
    }

    private mutating func close() {
        guard let last = open.popLast() else { return }
        if last.isKept { append(.span(last.span)) }
    }

    private mutating func append(_ node: CueNode) {
        if open.isEmpty {
            root.append(node)
        } else {
            open[min(open.count, Self.deepestNesting) - 1].span.children.append(node)
        }
    }
}
