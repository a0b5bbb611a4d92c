/// A key that was pressed.
public struct Key: Sendable, Hashable {
    /// Which key.
    public enum Code: Sendable, Hashable {
        /// A character, as typed.
        case character(Character)
        /// A cursor key.
        case up, down, left, right
        /// A key of the block above the cursor keys.
        case home, end, pageUp, pageDown, insert, delete
        /// A key with a name of its own.
        case enter, tab, backspace, escape
        /// F1 and so on, from 1.
        case function(Int)
    }

    /// Keys held down with it.
    public struct Modifiers: OptionSet, Sendable, Hashable {
        /// xterm's encoding: one more than the sum of these.
        public let rawValue: Int

        /// Makes a set from xterm's bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Shift; told only where the terminal sends a sequence for it (a capital letter comes as such).
        public static let shift = Modifiers(rawValue: 1)
        /// Alt, or Escape before it.
        public static let alt = Modifiers(rawValue: 2)
        /// Control.
        public static let control = Modifiers(rawValue: 4)
    }

    /// Which key.
    public var code: Code
    /// What was held with it.
    public var modifiers: Modifiers

    /// Makes a key.
    public init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }
}
