import PlayheadCore

/// One line of the screen: pieces of text with their looks, and rows of a picture.
public struct StyledLine: Sendable, Hashable {
    private enum Piece: Sendable, Hashable {
        case text(String, TextStyle)
        /// A row of a picture, with its own sequences, and its text without them.
        case picture(RenderedPicture.Row)
    }

    private var pieces: [Piece] = []
    /// The columns that it takes.
    public private(set) var width = 0

    init() {}

    init(_ text: String, _ style: TextStyle = .plain) {
        append(text, style)
    }

    /// Appends text that is clean already: our own, or by ``SafeText/clean(_:limit:)``.
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

    /// Fills up with spaces to `columns`.
    mutating func pad(to columns: Int) {
        append(String(repeating: " ", count: max(0, columns - width)))
    }

    /// The same in at most `columns` columns; text that doesn't fit ends in an ellipsis, a picture that doesn't fit goes.
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

    /// The line without colours and looks.
    public var plainText: String {
        pieces.map { piece in
            switch piece {
            case .text(let text, _): text
            case .picture(let row): row.plainText
            }
        }.joined()
    }

    /// The line as it is sent to a terminal, ending in plain looks.
    public func encoded(depth: ColorDepth) -> String {
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
