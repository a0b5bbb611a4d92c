/// Writes WebVTT's markup for text whose properties change in any order.
struct CueMarkupWriter {
    /// A property of text.
    enum Property: Int, CaseIterable {
        case italic, bold, underline, color
    }

    private struct Open: Equatable {
        var property: Property
        var classes: [String]
    }

    private var markup = ""
    /// The active properties, and the open tags in the markup, outermost first.
    private var wanted: [Open] = []
    private var open: [Open] = []

    /// Sets a property of the following text, with classes; `nil` ends it.
    mutating func set(_ property: Property, _ classes: [String]?) {
        wanted.removeAll { $0.property == property }
        if let classes { wanted.append(Open(property: property, classes: classes)) }
    }

    /// Writes text.
    mutating func text(_ text: String) {
        guard !text.isEmpty else { return }
        let common = zip(open, wanted).prefix { $0 == $1 }.count
        close(downTo: common)
        for property in wanted[common...] { start(property) }
        markup += CueText.escaped(text)
    }

    /// Closes all tags and returns the markup.
    mutating func finish() -> String {
        close(downTo: 0)
        return markup
    }

    /// Closes all tags and returns the markup of a line; the next line starts with the same properties.
    mutating func endLine() -> String {
        let line = finish()
        markup = ""
        return line
    }

    private mutating func start(_ property: Open) {
        open.append(property)
        if let tag = Self.tagName(property) { markup += "<" + ([tag] + property.classes).joined(separator: ".") + ">" }
    }

    private mutating func close(downTo count: Int) {
        while open.count > count, let last = open.popLast() {
            if let tag = Self.tagName(last) { markup += "</\(tag)>" }
        }
    }

    /// Returns the tag of a property; `nil` for a colour without a class in WebVTT.
    private static func tagName(_ property: Open) -> String? {
        switch property.property {
        case .italic: "i"
        case .bold: "b"
        case .underline: "u"
        case .color: property.classes.isEmpty ? nil : "c"
        }
    }
}
