/// A key press.
package struct Key: Sendable, Hashable {
    /// The key.
    package enum Code: Sendable, Hashable {
        /// A character.
        case character(Character)
        /// A cursor key.
        case up, down, left, right
        /// A key above the cursor keys.
        case home, end, pageUp, pageDown, insert, delete
        /// A named key.
        case enter, tab, backspace, escape
        /// A function key; 1 is F1.
        case function(Int)
    }

    /// The modifiers of a key press.
    package struct Modifiers: OptionSet, Sendable, Hashable {
        /// The bits of xterm's encoding, which is one more than their sum.
        package let rawValue: Int

        /// Creates a set from xterm's bits.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Shift; reported only for keys with an escape sequence, because a capital letter is a character of its own.
        package static let shift = Modifiers(rawValue: 1)
        /// Alt, or a preceding Escape.
        package static let alt = Modifiers(rawValue: 2)
        /// Control.
        package static let control = Modifiers(rawValue: 4)
    }

    /// The key.
    package var code: Code
    /// The modifiers.
    package var modifiers: Modifiers

    /// Creates a key press.
    package init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }
}
