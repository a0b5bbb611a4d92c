import Foundation
import Testing

@Suite("The live view", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct TerminalViewTests {
    @Test("The view draws title, state, timeline and keys, handles keys, and restores the terminal after q")
    func keys() async throws {
        let terminal = try PseudoTerminal()
        let program = try RunningProgram(["play", try await Samples.path(of: Samples.long)], terminal: terminal)
        for text in ["PLAYING", "sample.mp4", "00:04", "quit", "180p", "onFirstFrame"] {
            #expect(await terminal.shows(text), "\(text)")
        }
        #expect(terminal.isRaw)
        terminal.type(" ")
        #expect(await terminal.shows("PAUSED"))
        terminal.type("\u{1B}[D\u{1B}[D")
        #expect(await terminal.shows("onSeeked"))
        #expect(await terminal.shows("0.00 s"))
        terminal.type("\u{1B}[B")
        #expect(await terminal.shows("95 %"))
        terminal.type("m")
        #expect(await terminal.shows("muted"))
        terminal.type("q")
        #expect(await program.status() == 0)
        #expect(await terminal.isRestored())
        #expect(await terminal.shows("Summary"))
        #expect(program.errors.text.isEmpty)
    }

    @Test("Rapid arrow keys add up")
    func arrows() async throws {
        let terminal = try PseudoTerminal(columns: 200, rows: 60)
        let path = try await Samples.path(of: Samples.twentySeconds)
        let program = try RunningProgram(["play", path], terminal: terminal)
        #expect(await terminal.shows("onFirstFrame"))
        terminal.type(" ")
        #expect(await terminal.shows("PAUSED"))
        terminal.type("\u{1B}[H")
        #expect(await terminal.shows("→ 0.00 s"))
        #expect(await terminal.shows("onSeeked"))
        terminal.type("\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[D")
        #expect(await terminal.shows("→ 10.00 s", times: 2))
        #expect(await terminal.shows("→ 15.00 s"))
        terminal.type("q")
        #expect(await program.status() == 0)
        #expect(await terminal.isRestored())
    }

    @Test("Ctrl-C, SIGTERM and the end of the playlist restore the terminal", arguments: ["Ctrl-C", "TERM", "end"])
    func endings(way: String) async throws {
        let terminal = try PseudoTerminal()
        let program = try RunningProgram(["play", try await Samples.path(of: Samples.short)], terminal: terminal)
        #expect(await terminal.shows("PLAYING"))
        switch way {
        case "TERM": program.signal(SIGTERM)
        case "end": break
        default: terminal.type("\u{3}")
        }
        #expect(await program.status() == 0)
        #expect(await terminal.isRestored())
        #expect(await terminal.shows("Summary"))
    }

    @Test("An error is shown until a key is pressed, then the exit status is 1")
    func error() async throws {
        let terminal = try PseudoTerminal()
        let program = try RunningProgram(["play", "/nothing/here.mp4"], terminal: terminal)
        for text in ["ERROR", "error 121003", "any key"] { #expect(await terminal.shows(text), "\(text)") }
        terminal.type("x")
        #expect(await program.status() == 1)
        #expect(await terminal.isRestored())
        #expect(program.errors.text.hasPrefix("error 121003: "))
    }

    @Test("A character with Ctrl is no key of the view, except Ctrl-C")
    func modifiedKeys() async throws {
        let terminal = try PseudoTerminal()
        let program = try RunningProgram(["play", try await Samples.path(of: Samples.twentySeconds)], terminal: terminal)
        #expect(await terminal.shows("PLAYING"))
        // Ctrl-Q and Ctrl-M, and then a key with an action.
        terminal.type("\u{11}\u{D} ")
        #expect(await terminal.shows("PAUSED"))
        terminal.type("\u{3}")
        #expect(await program.status() == 0)
        #expect(await terminal.isRestored())
    }

    @Test("After a change of the size in a pause the picture is drawn again, as characters of the new size")
    func resize() async throws {
        let terminal = try PseudoTerminal()
        let program = try RunningProgram(["play", try await Samples.path(of: Samples.twentySeconds)], terminal: terminal)
        #expect(await terminal.shows("onFirstFrame"))
        terminal.type(" ")
        #expect(await terminal.shows("PAUSED"))
        let clear = "\u{1B}[2J"
        let clears = terminal.screen.text.components(separatedBy: clear).count
        terminal.resize(columns: 40, rows: 12)
        program.signal(SIGWINCH)
        // Blocks are in the picture only.
        let isDrawn = await terminal.screen.wait { lines in
            let screens = lines.joined(separator: "\n").components(separatedBy: clear)
            return screens.count > clears && screens.last?.unicodeScalars.contains { (0x2580...0x259F).contains($0.value) } == true
        }
        #expect(isDrawn)
        terminal.type("q")
        #expect(await program.status() == 0)
        #expect(await terminal.isRestored())
    }

    @Test("A file that can't be written is reported when the terminal is restored")
    func lostFile() async throws {
        let terminal = try PseudoTerminal()
        let program = try RunningProgram(
            ["play", "--trace", "/dev/full", try await Samples.path(of: Samples.short)], terminal: terminal, errorsOnTerminal: true)
        #expect(await program.status() == 1)
        #expect(await terminal.isRestored())
        #expect(await terminal.shows("No space left on device"))
        let parts = terminal.screen.text.components(separatedBy: "\u{1B}[?1049l")
        #expect(parts.count == 2 && parts.last?.contains("No space left on device") == true)
    }

    @Test("The address of the second screen is shown with its whole token")
    func address() async throws {
        let terminal = try PseudoTerminal()
        let path = try await Samples.path(of: Samples.twentySeconds)
        let program = try RunningProgram(["play", "--overlay", "/", path], terminal: terminal)
        let isShown = await terminal.screen.wait { lines in
            lines.contains { $0.contains(/Overlay: open http:\/\/127\.0\.0\.1:[0-9]+\/#playhead=[A-Za-z0-9_-]{32}/) }
        }
        #expect(isShown)
        terminal.type("q")
        #expect(await program.status() == 0)
        #expect(await terminal.isRestored())
    }
}
