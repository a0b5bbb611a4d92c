/// Text of TTML with the same properties, possibly of several lines.
struct TTMLPiece {
    var text: String
    var properties: Set<CueMarkupWriter.Property> = []

    private var hasText: Bool { text.contains { !$0.isWhitespace } }

    /// Returns the lines of pieces as markup of WebVTT, without space around them and without those that have no text.
    static func lines(of pieces: [TTMLPiece]) -> [String] {
        var lines: [[TTMLPiece]] = [[]]
        for piece in pieces {
            for (index, text) in piece.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { lines.append([]) }
                lines[lines.count - 1].append(TTMLPiece(text: String(text), properties: piece.properties))
            }
        }
        return lines.compactMap { line -> String? in
            guard let first = line.firstIndex(where: { $0.hasText }), let last = line.lastIndex(where: { $0.hasText }) else { return nil }
            return markup(of: Array(line[first...last]))
        }
    }

    /// Returns a line as markup; its first and its last piece have text.
    private static func markup(of line: [TTMLPiece]) -> String {
        var (pieces, writer) = (line, CueMarkupWriter())
        let end = pieces.count - 1
        pieces[0].text = String(pieces[0].text.drop(while: \.isWhitespace))
        while pieces[end].text.last?.isWhitespace == true { pieces[end].text.removeLast() }
        for piece in pieces {
            for property in CueMarkupWriter.Property.allCases { writer.set(property, piece.properties.contains(property) ? [] : nil) }
            writer.text(piece.text)
        }
        return writer.finish()
    }
}
