import PlayheadCore
import Testing

@testable import PlayheadTerminal

@Suite struct ScreenPainterTests {
    private let size = TerminalSize(columns: 10, rows: 3)

    private func painter(_ term: String = "xterm-256color", _ more: [String: String] = [:]) -> ScreenPainter {
        ScreenPainter(capabilities: TerminalCapabilities(environment: ["TERM": term].merging(more) { $1 }))
    }

    private func screen(_ lines: String..., graphics: LiveScreen.Graphics? = nil) -> LiveScreen {
        LiveScreen(lines: lines.map { StyledLine($0) }, graphics: graphics)
    }

    @Test func onlyChangedLinesAreSent() {
        var painter = painter()
        #expect(
            painter.paint(screen("one", "", "0123456789"), size: size)
                == "\u{1B}[?2026h\u{1B}[0m\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[3;1H0123456789\u{1B}[?2026l")
        #expect(painter.paint(screen("one", "", "0123456789"), size: size) == "")
        #expect(painter.paint(screen("one", "two", "0123456789"), size: size) == "\u{1B}[?2026h\u{1B}[2;1Htwo\u{1B}[K\u{1B}[?2026l")
        #expect(painter.paint(screen("", "two", "0123456789"), size: size) == "\u{1B}[?2026h\u{1B}[1;1H\u{1B}[K\u{1B}[?2026l")
    }

    @Test func everythingIsRedrawnAfterAResizeAndOnRequest() {
        var painter = painter()
        _ = painter.paint(screen("a", "b"), size: size)
        let other = TerminalSize(columns: 12, rows: 3)
        #expect(painter.paint(screen("a", "b"), size: other).contains("\u{1B}[2J"))
        #expect(painter.paint(screen("a", "b"), size: other) == "")
        painter.invalidate()
        #expect(painter.paint(screen("a", "b"), size: other).contains("\u{1B}[1;1Ha"))
    }

    @Test func synchronizedOutputIsUsedOnlyIfSupported() {
        var painter = painter("linux")
        #expect(!painter.paint(screen("a"), size: size).contains("2026"))
    }

    @Test func graphicsAreSentOnChangeAndDeletedOnRemoval() {
        var painter = painter("xterm-kitty")
        let first = LiveScreen.Graphics(row: 1, column: 2, sequence: "<one>")
        let second = LiveScreen.Graphics(row: 1, column: 2, sequence: "<two>")
        let delete = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"
        #expect(painter.paint(screen("a", "", graphics: first), size: size).hasSuffix("\u{1B}[2;3H<one>\u{1B}[?2026l"))
        #expect(painter.paint(screen("b", "", graphics: first), size: size).contains("<one>") == false)
        #expect(painter.paint(screen("b", "", graphics: second), size: size) == "\u{1B}[?2026h\(delete)\u{1B}[2;3H<two>\u{1B}[?2026l")
        let last = painter.paint(screen("b", ""), size: size)
        #expect(last.contains(delete))
        #expect(!last.contains("<two>"))
    }
}
