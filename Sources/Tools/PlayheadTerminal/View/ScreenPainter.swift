/// Computes the output that updates a terminal to a screen: only the lines that changed.
package struct ScreenPainter: Sendable {
    private static let beginSynchronized = "\u{1B}[?2026h"
    private static let endSynchronized = "\u{1B}[?2026l"
    private static let clear = "\u{1B}[0m\u{1B}[2J"
    private static let clearToLineEnd = "\u{1B}[K"
    /// kitty's graphics protocol: deletes all placements and frees their pixels.
    private static let deleteKittyImages = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"

    private let capabilities: TerminalCapabilities
    private var shown: LiveScreen?
    private var size = TerminalSize(columns: 0, rows: 0)

    /// Creates a painter for a terminal with unknown contents.
    package init(capabilities: TerminalCapabilities) {
        self.capabilities = capabilities
    }

    /// Forgets the contents of the terminal, so that the next screen is drawn completely: after a resize, or after use by another program.
    package mutating func invalidate() {
        shown = nil
    }

    /// Returns the output that shows `screen`; empty if it is already shown. Lines must not wrap (DEC private mode 7 off), as ``Terminal``
    /// sets it.
    package mutating func paint(_ screen: LiveScreen, size: TerminalSize) -> String {
        let old = size == self.size ? shown : nil
        var output = ""
        if old == nil { output += Self.clear }
        let isGraphicsNew = old?.graphics != screen.graphics
        let deletesGraphics = isGraphicsNew && (old == nil || old?.graphics != nil)
        if deletesGraphics, capabilities.pictureMode == .kitty { output += Self.deleteKittyImages }
        // Sixels remain until their cells are written: their lines are redrawn if the picture is removed or moved.
        let redrawsLines =
            deletesGraphics && old?.graphics.map { $0.row != screen.graphics?.row || $0.column != screen.graphics?.column } == true
        for (row, line) in screen.lines.enumerated() {
            let isShown = old.map { row < $0.lines.count && $0.lines[row] == line } ?? (line.width == 0)
            guard !isShown || redrawsLines else { continue }
            output += "\u{1B}[\(row + 1);1H" + line.encoded(depth: capabilities.colorDepth)
            // In the last column the sequence would erase the last character.
            if line.width < size.columns { output += Self.clearToLineEnd }
        }
        if isGraphicsNew, let graphics = screen.graphics {
            output += "\u{1B}[\(graphics.row + 1);\(graphics.column + 1)H" + graphics.sequence
        }
        shown = screen
        self.size = size
        guard !output.isEmpty else { return "" }
        return capabilities.hasSynchronizedOutput ? Self.beginSynchronized + output + Self.endSynchronized : output
    }
}
