import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadCaptions

/// Random damage to captions: every parser returns, and its result can be used.
@Suite struct CaptionFuzzTests {
    static let seeds: [[UInt8]] = [
        """
        WEBVTT - title
        X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000

        STYLE
        ::cue { color: red; background: rgba(0, 0, 0, .5) !important; font: bold 120%/1.5 "A", serif }
        ::cue(v[voice="Mary"] > i:not(.x, :past)), ::cue-region(#r) { text-shadow: 1px 2px 3px hsl(120, 50%, 50%); outline: 2px solid }

        REGION
        id:r width:40% lines:3 regionanchor:0%,100% viewportanchor:10%,90% scroll:up

        NOTE comment

        id
        00:00:01.000 --> 00:00:04.000 region:r align:start position:10%,line-left line:-1 size:90%
        <v.loud Mary &amp; Ann>Hi <i>there</i> &lt;<00:00:02.500><lang en>you</lang>
        <ruby>base<rt>text</rt></ruby> &#x20AC;&notit;

        00:05.000 --> 00:06.000 vertical:rl line:50%,center
        <c.yellow.bg_blue>colour</c>
        """,
        """
        1
        00:00:01,000 --> 00:00:02,500
        <i>one</i> {\\an8}<font color="#FFFF00">two</font> &eacute;

        2
        00:00:03,000 --> 00:00:04,000 X1:1 X2:2 Y1:3 Y2:4
        text < more > & 3
        """,
        "Dialogue: 0,0:00:01.00,0:00:04.00,Default,,0,0,0,,{\\an7}{\\pos(76,228)}{\\c&H00FFFF&}row\\N{\\an7}{\\pos(76,243)}{\\i1}\\h\\hrow{\\i0}\\{",
    ].map { Array($0.utf8) }

    static let words: [[UInt8]] = [
        "-->", "\n\n", "\r\n", "\r", "\0", "<", ">", "</", "<c.", "<v ", "<rt>", "</ruby>", "&", "&#", "&#x110000;",
        "&#55555555555555555555;", "%", ",",
        ":", ".", "99999999999999999999", "0.00000000000000000000001%", "-0", "STYLE\n", "REGION\nid:r\n", "NOTE ", "WEBVTT", "\u{FEFF}",
        "é", "😀", "{",
        "}", "\\", "\\pos(1e400,nan)", "\\an9", "\\pos(,)", "00:00:00.000", "00:00:00,000 --> 00:00:01,000\n", "region:r", "line:1",
        "LOCAL:", "MPEGTS:",
        "::cue(", ":not(", ":future", "/*", "*/", "\\31 ", "1e999em", "!important", "rgb(", "url(", "@media {", "color:",
        "font-size: 1e300vh;", "opacity: -1;",
        "18446744073709551616", "\u{202E}", "\u{0C}", "\u{0B}",
    ].map { Array($0.utf8) }

    @Test("damaged captions of every format are read", arguments: 0..<10)
    func damage(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var cueCount = 0
        for round in 0..<TestScale.rounds(1000) {
            var bytes = Self.seeds[round % Self.seeds.count]
            for _ in 0...generator.below(6) { Self.damage(&bytes, &generator) }
            let cues = readEverything(bytes, seed: seed, round: round)
            cueCount += cues.count
            check(cues, &generator, "seed \(seed), round \(round)")
        }
        // Damage that is always refused would test nothing.
        #expect(cueCount > TestScale.rounds(1000), "seed \(seed)")
    }

    @Test("noise of any kind is read", arguments: 0..<5)
    func noise(seed: UInt64) {
        var generator = SeededGenerator(seed: seed &+ 1000)
        for round in 0..<TestScale.rounds(500) {
            let bytes = (0..<generator.below(300)).map { _ in UInt8(generator.below(256)) }
            let few = (0..<generator.below(300)).map { _ in Array("WEBVT<>/&#;:.,-% \n\r0159cbiruylang{}\\N".utf8)[generator.below(36)] }
            for noise in [bytes, few] {
                let cues =
                    readEverything(noise, seed: seed, round: round)
                    + readEverything(Array("WEBVTT\n\n".utf8) + noise, seed: seed, round: round)
                check(cues, &generator, "seed \(seed), round \(round)")
            }
        }
    }

    /// Passes bytes to every parser.
    private func readEverything(_ bytes: [UInt8], seed: UInt64, round: Int) -> [CaptionCue] {
        let text = String(decoding: bytes, as: UTF8.self)
        var cues = SubRipParser.parse(bytes).cues + ClosedCaptionEvent(dialogue: text).cues(start: 1, end: 2)
        if let file = try? WebVTTParser.parse(bytes) {
            cues += file.cues
            #expect(WebVTTParser.hasSignature(bytes), "seed \(seed), round \(round)")
            #expect(file.regions.allSatisfy { $0.lines.isFinite && (0...100).contains($0.width) }, "seed \(seed), round \(round)")
            _ = WebVTTParser.model(file)
            checkStyles(file, "seed \(seed), round \(round)")
            var placer = SegmentCuePlacer()
            cues += placer.cues(of: file, at: SegmentPlace(start: 1e9, duration: 6, timestampOffset: round.isMultiple(of: 2) ? nil : -1e9))
        }
        _ = TimestampMap(text)
        if let tag = LanguageTag(text) { _ = tag.suitability(of: tag) }
        return cues
    }

    /// Checks that style sheets change the style of a cue, but not its text.
    private func checkStyles(_ file: WebVTTFile, _ comment: Comment) {
        let sheets = file.styles.map { CaptionStyleSheet(parsing: $0) }
        for cue in file.cues {
            let context = CueStyleContext(pictureWidth: 640, pictureHeight: 360, time: cue.startTime)
            let region = cue.layout.region.map { StyledCue.region($0, sheets: sheets, context: context) }
            let styled = StyledCue(cue, sheets: sheets, context: context, region: region)
            #expect(styled.text.filter { !$0.isWhitespace } == cue.text.filter { !$0.isWhitespace }, comment)
            #expect(styled.since <= cue.startTime && cue.startTime < styled.until, comment)
            let areUsable = styled.runs.allSatisfy {
                $0.style.fontSize.isFinite && $0.style.fontSize > 0 && (0...1).contains($0.style.color.opacity)
            }
            #expect(areUsable, comment)
        }
    }

    /// Checks the invariants of every cue.
    private func check(_ cues: [CaptionCue], _ generator: inout SeededGenerator, _ comment: Comment) {
        let areUsable = cues.allSatisfy { cue in
            cue.startTime.isFinite && cue.endTime.isFinite && (0...100).contains(cue.layout.size)
                && (0...100).contains(cue.layout.position ?? 0) && (cue.layout.line ?? 0).isFinite
                && CueText(parsing: cue.markup).plainText == cue.text
        }
        #expect(areUsable, comment)
        var timeline = CueTimeline()
        let count = timeline.insert(contentsOf: cues)
        #expect(count == timeline.cues.count, comment)
        let time = Double(generator.below(1000)) / 100
        let change = timeline.change(at: time)
        #expect(change.start <= time && time < change.end, comment)
        #expect(change.cues.allSatisfy { $0.startTime <= time && time < $0.endTime }, comment)
    }

    private static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let place = generator.below(bytes.count)
        let end = min(bytes.count, place + 1 + generator.below(40))
        let word = words[generator.below(words.count)]
        switch generator.below(6) {
        case 0: bytes[place] = UInt8(generator.below(256))
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: generator.below(bytes.count + 1))
        case 3 where generator.below(4) == 0: bytes.removeLast(bytes.count - place)
        case 4: bytes.replaceSubrange(place..<(place + 1), with: word)
        default: bytes.insert(contentsOf: word, at: place)
        }
    }
}
