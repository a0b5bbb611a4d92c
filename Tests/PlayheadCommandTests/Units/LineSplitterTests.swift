import PlayheadArguments
import Testing

@Suite("Lines of standard input")
struct LineSplitterTests {
    private func lines(_ pieces: [String], maximum: Int = 10) -> (lines: [LineReader.Line], largest: Int) {
        var splitter = LineSplitter(maximumLength: maximum)
        var lines: [LineReader.Line] = []
        var largest = 0
        for piece in pieces {
            lines += splitter.split(Array(piece.utf8)[...])
            largest = max(largest, splitter.pendingCount)
        }
        if let rest = splitter.finish() { lines.append(rest) }
        return (lines, largest)
    }

    @Test("The lines do not depend on the chunks, and empty lines are skipped")
    func pieces() {
        let text = "play\n\nseek 1\npau"
        let expected: [LineReader.Line] = [.text("play"), .text("seek 1"), .text("pau")]
        #expect(lines([text]).lines == expected)
        #expect(lines(text.map(String.init)).lines == expected)
        #expect(lines([]).lines.isEmpty && lines(["\n"]).lines.isEmpty)
    }

    @Test("A line that is too long is skipped completely, and the next one is complete")
    func overlong() {
        let long = String(repeating: "x", count: 11)
        #expect(lines(["\(long)\nplay\n"]).lines == [.overlong, .text("play")])
        // The rest of an overlong line is not a line.
        #expect(lines([long, "quit", "\nplay"]).lines == [.overlong, .text("play")])
        #expect(lines(["play\n", long]).lines == [.text("play"), .overlong])
        #expect(lines([String(repeating: "x", count: 10) + "\n"]).lines == [.text("xxxxxxxxxx")])
    }

    @Test("At most one line is kept in memory")
    func memory() {
        let pieces = Array(repeating: "0123", count: 10_000)
        #expect(lines(pieces).largest <= 10)
    }
}
