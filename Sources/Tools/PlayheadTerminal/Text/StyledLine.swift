import PlayheadCore

/// A line of the screen: styled pieces of text, and rows of a picture.
package struct StyledLine: Sendable, Hashable {
    private enum Piece: Sendable, Hashable {
        case text(String, TextStyle)
        /// A row of a picture, with its own sequences and its plain text.
        case picture(RenderedPicture.Row)
    }

    private var pieces: [Piece] = []
    /// The width in columns.
    package private(set) var width = 0

    init() {}

    init(_ text: String, _ style: TextStyle = .plain) {
        append(text, style)
    }

    /// Appends text that is safe for terminals: constants, or a result of ``SafeText/clean(_:limit:)``.
    mutating func append(_ text: String, _ style: TextStyle = .plain) {
        guard !text.isEmpty else { return }
        pieces.append(.text(text, style))
        width += TextWidth.of(text)
    }

    mutating func append(_ row: RenderedPicture.Row, columns: Int) {
        pieces.append(.picture(row))
        width += columns
    }

    mutating func append(_ line: StyledLine) {
        pieces += line.pieces
        width += line.width
    }

    /// Pads the line with spaces to `columns`.
    mutating func pad(to columns: Int) {
        append(String(repeating: " ", count: max(0, columns - width)))
    }

    /// Returns the line in at most `columns` columns; text is truncated with an ellipsis, and a picture that does not fit is removed.
    func truncated(to columns: Int) -> StyledLine {
        guard width > columns else { return self }
        var result = StyledLine()
        for piece in pieces {
            guard case .text(let text, let style) = piece else { continue }
            let room = columns - result.width
            let isCut = TextWidth.of(text) > room
            result.append(isCut ? SafeText.truncate(text, to: room) : text, style)
            if isCut { break }
        }
        return result
    }

    /// The text without styles.
    package var plainText: String {
        pieces.map { piece in
            switch piece {
            case .text(let text, _): text
            case .picture(let row): row.plainText
            }
        }.joined()
    }

    /// Returns the line encoded for a terminal; the encoding ends in the plain style.
    package func encoded(depth: ColorDepth) -> String {
        var result = ""
        for piece in pieces {
            switch piece {
            case .text(let text, let style):
                let sequence = style.sequence(depth: depth)
                result += sequence.isEmpty ? text : sequence + text + "\u{1B}[0m"
            case .picture(let row):
                result += row.encoded + "\u{1B}[0m"
            }
        }
        return result
    }
}
