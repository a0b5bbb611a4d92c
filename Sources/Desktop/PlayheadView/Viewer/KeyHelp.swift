/// The table of keys, for the help of a view and of programs.
package enum KeyHelp {
    /// A group of keys with a title.
    package struct Group: Sendable, Hashable {
        package var title: String
        /// The keys and their effects, in order.
        package var lines: [Line]
    }

    /// A line of the table.
    package struct Line: Sendable, Hashable {
        package var keys: String
        package var effect: String

        package init(_ keys: String, _ effect: String) { (self.keys, self.effect) = (keys, effect) }
    }

    /// All groups.
    package static let groups = [
        Group(
            title: "Playback",
            lines: [
                Line("Space, k", "Play or pause"), Line("← →", "Skip 5 seconds"), Line("j  l", "Skip 10 seconds"),
                Line("0 … 9", "Go to tenths"), Line("Home  End", "Start; end or live edge"), Line(",  .", "One picture back, forward"),
                Line("Page Up, Page Down", "Previous, next chapter"), Line("a", "Set loop start, then end, then off"),
                Line("<  >", "Slower, faster"), Line("n  p", "Next, previous item"),
            ]),
        Group(
            title: "Picture and sound",
            lines: [
                Line("f, F11", "Full screen"), Line("Esc", "Leave full screen"), Line("↑ ↓, wheel", "Volume"), Line("m", "Mute"),
                Line("c", "Next captions"), Line("s", "Save the picture"), Line("i", "Statistics"), Line("w", "Mini window"),
            ]),
        Group(
            title: "Files",
            lines: [
                Line("Ctrl+O", "Open files"), Line("Ctrl+L", "Open an address"), Line("Ctrl+V", "Open a copied address"),
                Line("t", "Playlist"), Line("Ctrl+,", "Preferences"), Line("?", "This table"), Line("q", "Quit"),
            ]),
    ]
}
