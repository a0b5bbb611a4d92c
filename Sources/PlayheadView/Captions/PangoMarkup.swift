import PlayheadCaptions

/// The text of a cue as Pango reads it.
public enum PangoMarkup {
    /// The markup of a cue's text in WebVTT's markup.
    public static func markup(of webVTT: String) -> String {
        var text = ""
        append(CueText(parsing: webVTT).nodes, to: &text)
        return text
    }

    private static func append(_ nodes: [CueNode], to text: inout String) {
        for node in nodes {
            switch node {
            case .text(let plain): text += escaped(plain)
            case .timestamp: break
            case .span(let span):
                let tags = tags(of: span)
                text += tags.open
                append(span.children, to: &text)
                text += tags.close
            }
        }
    }

    private static func tags(of span: CueSpan) -> (open: String, close: String) {
        var open = ""
        var close = ""
        func wrap(_ tag: String, _ attributes: String = "") {
            open += "<\(tag)\(attributes)>"
            close = "</\(tag)>" + close
        }
        switch span.kind {
        case .italic: wrap("i")
        case .bold: wrap("b")
        case .underline: wrap("u")
        // Readings stand behind what they are of.
        case .rubyText: wrap("small")
        case .classes, .ruby, .voice, .language: break
        }
        if let color = CaptionColor.text(classes: span.classes) { wrap("span", " foreground=\"\(hex(color.rgb))\"") }
        if let color = CaptionColor.background(classes: span.classes) { wrap("span", " background=\"\(hex(color.rgb))\"") }
        return (open, close)
    }

    private static func hex(_ rgb: UInt32) -> String {
        let digits = String(rgb, radix: 16)
        return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// Plain text with what markup has a meaning for replaced; characters that XML does not have are left out.
    public static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
