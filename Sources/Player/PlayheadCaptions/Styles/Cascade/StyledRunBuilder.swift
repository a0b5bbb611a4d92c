/// Converts the tree of a cue to runs, with the white space of its style (CSS Text Level 3, §4.1).
struct StyledRunBuilder {
    private var resolver: CueStyleResolver
    private let elements: Int
    private var next = 1
    private var line = WhiteSpaceLine()
    private var readings: [[StyledCue.Run]] = []

    init(resolver: CueStyleResolver, elements: Int) {
        self.resolver = resolver
        self.elements = elements
    }

    mutating func finish() -> (runs: [StyledCue.Run], readings: [[StyledCue.Run]]) {
        line.finish()
        return (line.runs, readings)
    }

    /// Adds nodes. Elements are counted in the same way as in ``CueElementTree``.
    mutating func add(_ nodes: [CueNode], _ style: CueStyle, reading: Int? = nil) {
        for node in nodes {
            switch node {
            case .text(let text): line.add(text, style, reading: reading)
            case .timestamp: break
            case .span(let span):
                let own = styled(style)
                if span.kind == .ruby {
                    addRuby(span.children, own)
                } else {
                    add(span.children, own, reading: reading)
                }
            }
        }
    }

    private mutating func styled(_ style: CueStyle) -> CueStyle {
        guard next < elements else { return style }
        defer { next += 1 }
        return resolver.element(next, in: style)
    }

    /// Adds ruby text: the text before each reading is its base.
    private mutating func addRuby(_ nodes: [CueNode], _ style: CueStyle) {
        let last = nodes.lastIndex { $0.isReading } ?? -1
        for (index, node) in nodes.enumerated() {
            guard node.isReading, case .span(let span) = node else {
                // Text without a following reading is plain text.
                add([node], style, reading: index < last ? readings.count : nil)
                continue
            }
            let own = styled(style)
            var inner = StyledRunBuilder(resolver: resolver, elements: elements)
            inner.next = next
            inner.add(span.children, own)
            (next, resolver) = (inner.next, inner.resolver)
            readings.append(inner.finish().runs)
        }
    }
}

extension CueNode {
    fileprivate var isReading: Bool { if case .span(let span) = self { span.kind == .rubyText } else { false } }
}

/// Joins runs and removes collapsed white space.
struct WhiteSpaceLine {
    private(set) var runs: [StyledCue.Run] = []
    /// Whether the last space is removed if its line ends there.
    private var hasLooseSpace = false
    private var isAtStart = true

    mutating func add(_ text: String, _ style: CueStyle, reading: Int?) {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where style.whiteSpace.keepsLines:
                dropLooseSpace(&kept)
                kept.append(scalar)
                isAtStart = true
            case " ", "\t", "\n":
                if style.whiteSpace.keepsSpaces {
                    kept.append(scalar)
                    (hasLooseSpace, isAtStart) = (false, false)
                } else if !isAtStart, !hasLooseSpace {
                    kept.append(" ")
                    hasLooseSpace = true
                }
            default:
                kept.append(scalar)
                (hasLooseSpace, isAtStart) = (false, false)
            }
        }
        guard !kept.isEmpty else { return }
        if let last = runs.indices.last, runs[last].style == style, runs[last].reading == reading {
            runs[last].text += String(kept)
        } else {
            runs.append(StyledCue.Run(text: String(kept), style: style, reading: reading))
        }
    }

    mutating func finish() {
        var none = String.UnicodeScalarView()
        dropLooseSpace(&none)
    }

    private mutating func dropLooseSpace(_ kept: inout String.UnicodeScalarView) {
        guard hasLooseSpace else { return }
        hasLooseSpace = false
        if kept.last == " " {
            kept.removeLast()
        } else if let last = runs.indices.last, runs[last].text.unicodeScalars.last == " " {
            runs[last].text.unicodeScalars.removeLast()
            if runs[last].text.isEmpty { runs.removeLast() }
        }
    }
}
