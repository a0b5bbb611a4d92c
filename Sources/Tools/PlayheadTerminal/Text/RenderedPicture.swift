/// A picture encoded for a terminal.
package struct RenderedPicture: Sendable, Hashable {
    /// A row of cells.
    struct Row: Sendable, Hashable {
        /// The text with colour sequences.
        var encoded: String
        /// The text without sequences.
        var plainText: String {
            var result = ""
            var isInSequence = false
            for scalar in encoded.unicodeScalars {
                if isInSequence {
                    isInSequence = !(0x40...0x7E).contains(scalar.value) || scalar == "["
                } else if scalar.value == 0x1B {
                    isInSequence = true
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
            return result
        }
    }

    enum Content: Sendable, Hashable {
        /// Rows of characters.
        case cells([Row])
        /// A sequence of sixels or of kitty's graphics, drawn from the picture's upper left cell.
        case graphics(String)
    }

    /// The number of columns.
    package let columns: Int
    /// The number of rows.
    package let rows: Int
    let content: Content
}
