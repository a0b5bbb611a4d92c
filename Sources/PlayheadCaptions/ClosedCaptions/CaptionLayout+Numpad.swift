import PlayheadCore

extension CaptionLayout {
    /// Puts the text where the number pad of a keyboard has a digit, as `\an` of Advanced SubStation Alpha: 1 to 3 below, 7 to 9 above.
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
