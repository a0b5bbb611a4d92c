/// A part of a cue's text (WebVTT §6.4, "WebVTT Node Object").
public indirect enum CueNode: Sendable, Hashable {
    /// Text; lines are separated by `\n`.
    case text(String)
    /// What follows is said from this time on: seconds, in the times of the file.
    case timestamp(Double)
    /// A tag with what it holds.
    case span(CueSpan)
}

/// A tag of a cue's text with what it holds ("WebVTT Internal Node Object").
public struct CueSpan: Sendable, Hashable {
    /// What a tag says of its content.
    public enum Kind: Sendable, Hashable {
        /// `<c>`: nothing but its classes.
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
        /// `<v>`: somebody says it; the name may be empty.
        case voice(String)
        /// `<lang>`: it is in ``CueSpan/language``.
        case language
    }

    /// What the tag says.
    public var kind: Kind
    /// The names of its classes.
    public var classes: [String]
    /// The language that applies (BCP 47, as written), also where a tag around it says so; `nil` where none does.
    public var language: String?
    /// What it holds.
    public var children: [CueNode]

    /// Makes a span.
    public init(_ kind: Kind, classes: [String] = [], language: String? = nil, children: [CueNode] = []) {
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
