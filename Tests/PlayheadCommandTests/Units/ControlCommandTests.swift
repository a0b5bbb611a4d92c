import Testing

@testable import PlayheadCommand

@Suite("Control lines")
struct ControlCommandTests {
    @Test(
        "Every command is read",
        arguments: [
            ("play", ControlCommand.play), ("pause", .pause), ("stop", .stop), ("seek 12.5", .seek(12.5)), ("seek -30", .seek(-30)),
            ("seek-timeline 3", .seekIntegrated(3)), ("timeline", .timeline),
            ("rate 1.5", .rate(1.5)), ("volume 0.3", .volume(0.3)), ("mute on", .mute(true)), ("mute off", .mute(false)),
            ("quality auto", .quality(0)), ("quality 2", .quality(2)), ("audio 1", .audio(1)), ("captions off", .captions(0)),
            ("captions 2", .captions(2)), ("live", .live), ("next", .next), ("previous", .previous), ("item 2", .item(2)),
            ("load http://localhost/a b.mp4", .load("http://localhost/a b.mp4")), ("release", .release), ("quit", .quit),
            (" load  /two  spaces.mp4 \r", .load("/two  spaces.mp4")),
            ("skip-ad", .skipAd), ("skip-break", .skipBreak), ("click-ad", .clickAd),
            ("  seek \t 3\r", .seek(3)),
        ])
    func commandsAreParsed(line: String, command: ControlCommand) throws {
        #expect(try ControlCommand.parse(line) == command)
    }

    @Test("Empty lines and comments are ignored", arguments: ["", "   ", "# play", "#quit"])
    func leavesOut(line: String) throws {
        #expect(try ControlCommand.parse(line) == nil)
    }

    @Test(
        "An invalid command has an error message",
        arguments: [
            ("jump", "'jump' is not a command."), ("PLAY", "'PLAY' is not a command."), ("seek", "'seek' takes a number."),
            ("seek soon", "'seek' takes a number."), ("seek 0x10", "'seek' takes a number."), ("mute", "'mute' takes 'on' or 'off'."),
            ("mute maybe", "'mute' takes 'on' or 'off'."),
            ("quality -1", "'quality' takes 'auto' or an index."), ("quality 99999999999999999999", "'quality' takes 'auto' or an index."),
            ("captions on", "'captions' takes 'off' or an index."), ("load", "'load' takes a URL."), ("\u{0}", "'\u{0}' is not a command."),
        ])
    func refuses(line: String, message: String) {
        #expect(throws: ControlCommand.Malformed(message: message)) { try ControlCommand.parse(line) }
    }
}
