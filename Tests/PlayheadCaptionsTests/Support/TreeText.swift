@testable import PlayheadCaptions

extension CueText {
    /// The tree in the form of the web-platform-tests: a line for each node, attributes in alphabetical order below their element.
    var treeText: String {
        var lines: [String] = []
        Self.append(nodes, depth: 0, to: &lines)
        return lines.joined(separator: "\n")
    }

    private static func append(_ nodes: [CueNode], depth: Int, to lines: inout [String]) {
        let indent = "| " + String(repeating: "  ", count: depth)
        for node in nodes {
            switch node {
            case .text(let text): lines.append(indent + "\"\(text)\"")
            case .timestamp(let time): lines.append(indent + "<?timestamp \(WebVTTTimestamp.text(time))>")
            case .span(let span):
                lines.append(indent + "<\(span.htmlName)>")
                if !span.classes.isEmpty { lines.append(indent + "  class=\"\(span.classes.joined(separator: " "))\"") }
                if span.kind == .language { lines.append(indent + "  lang=\"\(span.language ?? "")\"") }
                if case .voice(let name) = span.kind { lines.append(indent + "  title=\"\(name)\"") }
                append(span.children, depth: depth + 1, to: &lines)
            }
        }
    }
}

extension CueSpan {
    /// The corresponding element of a web page (WebVTT §6.5).
    fileprivate var htmlName: String {
        switch kind {
        case .classes, .voice, .language: "span"
        default: kind.tagName
        }
    }
}
