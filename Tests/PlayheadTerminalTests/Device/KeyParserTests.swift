import PlayheadTerminal
import TestSupport
import Testing

@Suite struct KeyParserTests {
    static let sequences: [(String, Key)] = [
        ("q", Key(.character("q"))), (" ", Key(.character(" "))), ("Q", Key(.character("Q"))),
        ("\r", Key(.enter)), ("\n", Key(.enter)), ("\t", Key(.tab)), ("\u{7F}", Key(.backspace)), ("\u{8}", Key(.backspace)),
        ("\u{3}", Key(.character("c"), .control)), ("\u{1A}", Key(.character("z"), .control)), ("\0", Key(.character(" "), .control)),
        ("é", Key(.character("é"))), ("日", Key(.character("日"))), ("🎬", Key(.character("🎬"))),
        ("\u{1B}[A", Key(.up)), ("\u{1B}[B", Key(.down)), ("\u{1B}[C", Key(.right)), ("\u{1B}[D", Key(.left)),
        ("\u{1B}OA", Key(.up)), ("\u{1B}OD", Key(.left)), ("\u{1B}[H", Key(.home)), ("\u{1B}OF", Key(.end)), ("\u{1B}[1~", Key(.home)),
        ("\u{1B}[1;2C", Key(.right, .shift)), ("\u{1B}[1;5D", Key(.left, .control)), ("\u{1B}[1;8A", Key(.up, [.shift, .alt, .control])),
        ("\u{1B}[3~", Key(.delete)), ("\u{1B}[5~", Key(.pageUp)), ("\u{1B}[6;5~", Key(.pageDown, .control)),
        ("\u{1B}OP", Key(.function(1))), ("\u{1B}[15~", Key(.function(5))), ("\u{1B}[24~", Key(.function(12))),
        ("\u{1B}[[B", Key(.function(2))),
        ("\u{1B}[Z", Key(.tab, .shift)), ("\u{1B}x", Key(.character("x"), .alt)), ("\u{1B}é", Key(.character("é"), .alt)),
    ]

    @Test(arguments: sequences) func aSequenceIsParsedHoweverItIsSplit(sequence: String, key: Key) {
        let bytes = Array(sequence.utf8)
        for split in 0...bytes.count {
            var parser = KeyParser()
            let keys = parser.feed(bytes[..<split]) + parser.feed(bytes[split...])
            #expect(keys == [key])
            #expect(!parser.isPending)
        }
    }

    @Test func keysOfOneReadAreInOrder() {
        var parser = KeyParser()
        #expect(parser.feed(Self.sequences.flatMap { Array($0.0.utf8) }) == Self.sequences.map(\.1))
    }

    @Test func aLoneEscapeIsAKeyAfterAPause() {
        var parser = KeyParser()
        #expect(parser.feed([0x1B]).isEmpty)
        #expect(parser.isPending)
        #expect(parser.flush() == [Key(.escape)])
        #expect(!parser.isPending)
        #expect(parser.feed([0x1B, 0x1B]) == [Key(.escape)])
        #expect(parser.feed(Array("[A".utf8)) == [Key(.up)])
    }

    @Test(arguments: [
        "\u{1B}[99~", "\u{1B}[?1;2c", "\u{1B}[I", "\u{1B}[<0;1;1m", "\u{1B}O!", "\u{1B}[1;999999999999999999999X", "\u{1B}[~",
    ])
    func unknownSequencesAreDroppedAsAWhole(sequence: String) {
        var parser = KeyParser()
        #expect(parser.feed(Array(sequence.utf8) + Array("q".utf8)) == [Key(.character("q"))])
    }

    @Test(arguments: [[0xFF], [0xC0, 0x80], [0xE2, 0x28, 0xA1], [0xF5, 0x80, 0x80, 0x80], [0x1B, 0xFF]] as [[UInt8]])
    func malformedBytesDoNotAffectLaterKeys(bytes: [UInt8]) {
        var parser = KeyParser()
        #expect(parser.feed(bytes + Array("\u{1B}[A".utf8)).last == Key(.up))
    }

    @Test func anEndlessSequenceIsDropped() {
        var parser = KeyParser()
        #expect(parser.feed(Array("\u{1B}[".utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 33)).isEmpty == false)
        #expect(!parser.isPending)
    }

    @Test func anyBytesAreAccepted() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            var parser = KeyParser()
            let bytes = (0..<12).map { _ in
                Bool.random(using: &generator)
                    ? UInt8.random(in: 0...255, using: &generator) : Array("\u{1B}[O1;~A".utf8).randomElement(using: &generator) ?? 0
            }
            let keys = parser.feed(bytes) + parser.flush()
            #expect(keys.count <= bytes.count)
            #expect(!parser.isPending)
        }
    }
}
