/// A picture as a terminal takes it.
public struct RenderedPicture: Sendable, Hashable {
    /// One row of cells.
    struct Row: Sendable, Hashable {
        /// Text and colour sequences.
        var encoded: String
        /// The text alone.
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
        /// Characters, a row each.
        case cells([Row])
        /// Sixels or kitty's graphics: one sequence, drawn from the picture's upper left cell.
        case graphics(String)
    }

    /// The columns that it covers.
    public let columns: Int
    /// The rows that it covers.
    public let rows: Int
    let content: Content
}
