/// A part of a cue's text (WebVTT §6.4, "WebVTT Node Object").
package indirect enum CueNode: Sendable, Hashable {
    /// Text; lines are separated by a line feed.
    case text(String)
    /// A timestamp from which on the following text is spoken, in seconds of the file's times.
    case timestamp(Double)
    /// A tag with its content.
    case span(CueSpan)
}

/// A tag of a cue's text with its content ("WebVTT Internal Node Object").
package struct CueSpan: Sendable, Hashable {
    /// The kind of a tag.
    package enum Kind: Sendable, Hashable {
        /// `<c>`: only classes.
        case classes
        /// `<i>`.
        case italic
        /// `<b>`.
        case bold
        /// `<u>`.
        case underline
        /// `<ruby>`: text with readings.
        case ruby
        /// `<rt>`: the reading of the text before it.
        case rubyText
        /// `<v>`: the speaker; the name may be empty.
        case voice(String)
        /// `<lang>`: the language is in ``CueSpan/language``.
        case language
    }

    /// The kind of the tag.
    package var kind: Kind
    /// The names of the classes.
    package var classes: [String]
    /// The applicable language (BCP 47, as written), also from an enclosing tag; `nil` if there is none.
    package var language: String?
    /// The content.
    package var children: [CueNode]

    /// Makes a span.
    package init(_ kind: Kind, classes: [String] = [], language: String? = nil, children: [CueNode] = []) {
        self.kind = kind
        self.classes = classes
        self.language = language
        self.children = children
    }
}

extension CueSpan.Kind {
    /// The name of the tag.
    var tagName: String {
        switch self {
        case .classes: "c"
        case .italic: "i"
        case .bold: "b"
        case .underline: "u"
        case .ruby: "ruby"
        case .rubyText: "rt"
        case .voice: "v"
        case .language: "lang"
        }
    }
}
