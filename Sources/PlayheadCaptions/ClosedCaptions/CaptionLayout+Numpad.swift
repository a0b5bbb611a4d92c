import PlayheadCore

extension CaptionLayout {
    /// Positions the text by a digit of a number pad, like `\an` of Advanced SubStation Alpha: 1 to 3 at the bottom, 7 to 9 at the top.
    mutating func place(numpad digit: Int) {
        switch (digit - 1) / 3 {
        case 1:
            snapToLines = false
            line = 50
            lineAlign = .center
        case 2: line = 0
        default: break
        }
        switch (digit - 1) % 3 {
        case 0: align = .left
        case 2: align = .right
        default: break
        }
    }
}
