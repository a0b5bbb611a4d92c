import PlayheadCore
import Testing

@testable import PlayheadCaptions

@Suite("Text and times of TTML")
struct TTMLTextTests {
    private func cues(_ body: String, head: String = "", attributes: String = "") throws -> [CaptionCue] {
        let text = """
            <?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"
            xmlns:ttp="http://www.w3.org/ns/ttml#parameter" \(attributes)><head>\(head)</head><body>\(body)</body></tt>
            """
        return try WebVTTParser.parse(Array(#require(TTMLText.webVTT(of: Array(text.utf8))).utf8)).cues
    }

    @Test(
        "Times are clock times or offsets",
        arguments: [
            ("00:00:01.500", 1.5), ("01:00:00", 3600), ("00:00:01:15", 1.5), ("1.5s", 1.5), ("1500ms", 1.5), ("45f", 1.5), ("150t", 1.5),
            ("2m", 120),
        ] as [(String, Double)])
    func times(text: String, seconds: Double) throws {
        let found = try cues("<div><p begin=\"\(text)\" dur=\"1s\">a</p></div>", attributes: "ttp:frameRate=\"30\" ttp:tickRate=\"100\"")
        #expect(found.map(\.startTime) == [seconds] && found.map(\.endTime) == [seconds + 1])
    }

    @Test("Text keeps its lines, escapes, and simple styles; times are relative to the elements above")
    func text() throws {
        let head = "<styling><style xml:id=\"s\" tts:fontStyle=\"italic\"/></styling>"
        let found = try cues(
            "<div begin=\"10s\" end=\"20s\"><p begin=\"1s\" end=\"2s\">a  &lt;\n<br/><span style=\"s\">b</span></p><p begin=\"9s\" end=\"99s\">c</p></div>",
            head: head)
        #expect(found.map(\.text) == ["a <\nb", "c"] && found.map(\.startTime) == [11, 19] && found.map(\.endTime) == [12, 20])
        #expect(found.first?.markup.contains("<i>b</i>") == true)
    }

    @Test(
        "The elements of TTML are known by their namespace, whichever prefixes it has",
        arguments: [
            ("<tt:tt xmlns:tt=\"N\" xmlns=\"N\"><body><div><p begin=\"1s\" end=\"2s\">a<tt:br/>b</p></div></body></tt:tt>", ["a\nb"]),
            ("<tt xmlns=\"N\" xmlns:x=\"N\"><x:body><div><x:p begin=\"1s\" end=\"2s\">a</x:p></div></x:body></tt>", ["a"]),
            ("<tt:tt><tt:body><tt:div><tt:p begin=\"1s\" end=\"2s\">a</tt:p><p begin=\"1s\">b</p></tt:div></tt:body></tt:tt>", ["a"]),
            (
                "<tt xmlns=\"N\" xmlns:m=\"N#metadata\"><body><div><m:p begin=\"1s\">a</m:p><x:p xmlns:x=\"N\">b</x:p></div></body></tt>",
                ["b"]
            ),
        ])
    func namespaces(document: String, texts: [String]) throws {
        let text = document.replacing("\"N", with: "\"http://www.w3.org/ns/ttml")
        let found = try WebVTTParser.parse(Array(#require(TTMLText.webVTT(of: Array(text.utf8))).utf8)).cues
        #expect(found.map(\.text) == texts)
    }

    @Test(
        "A style applies to everything inside, until another value ends it",
        arguments: [
            ("<p style=\"s\" begin=\"1s\" end=\"2s\"> a<br/>b </p>", "<i>a</i>\n<i>b</i>"),
            ("<p style=\"s\" tts:fontStyle=\"normal\" begin=\"1s\" end=\"2s\">a</p>", "a"),
            ("<p style=\"s\" begin=\"1s\" end=\"2s\">a<span tts:fontWeight=\"bold\">b<span>c</span></span></p>", "<i>a<b>bc</b></i>"),
            (
                "<p style=\"s\" tts:fontWeight=\"bold\" begin=\"1s\" end=\"2s\">a<span tts:fontStyle=\"normal\">b</span>c</p>",
                "<i><b>a</b></i><b>b</b><i><b>c</b></i>"
            ),
            ("<p tts:textDecoration=\"underline overline\" begin=\"1s\" end=\"2s\">a</p>", "<u>a</u>"),
            ("<p style=\"u\" begin=\"1s\" end=\"2s\"><span tts:textDecoration=\"noUnderline\">a</span></p>", "a"),
            ("<p style=\"u\" begin=\"1s\" end=\"2s\"><span tts:textDecoration=\"lineThrough\">a</span></p>", "<u>a</u>"),
        ])
    func inheritedStyles(paragraph: String, markup: String) throws {
        let styles = "<style xml:id=\"s\" tts:fontStyle=\"italic\"/><style xml:id=\"u\" tts:textDecoration=\"underline\"/>"
        let found = try cues("<div>\(paragraph)</div>", head: "<styling>\(styles)</styling>")
        #expect(found.map(\.markup) == [markup])
        #expect(
            try cues("<div style=\"s\"><p begin=\"1s\" end=\"2s\">a</p></div>", head: "<styling>\(styles)</styling>").first?.markup
                == "<i>a</i>")
    }

    @Test("Spans of their own times are cues; a region has a line")
    func spans() throws {
        let head = "<layout><region xml:id=\"r\" tts:origin=\"10% 20%\" tts:extent=\"80% 10%\"/></layout>"
        let found = try cues(
            "<div region=\"r\"><p begin=\"1s\"><span begin=\"0s\" end=\"1s\">a</span><span begin=\"1s\" end=\"2s\">b</span></p></div>",
            head: head)
        #expect(found.map(\.text) == ["a", "b"] && found.map(\.startTime) == [1, 2])
    }

    @Test(
        "A region has a line from its place in percent, pixels or cells, of its own or by a style",
        arguments: [
            ("tts:origin=\"10% 20%\"", 20), ("tts:origin=\"128px 72px\"", 10), ("tts:origin=\"4c 3c\"", 20), ("style=\"s\"", 5),
            ("style=\"s\" tts:origin=\"10% 40%\"", 40), ("tts:origin=\"1px 999px\"", nil), ("tts:origin=\"auto\"", nil),
            ("tts:origin=\"10% 10%\" tts:extent=\"512px 360px\" tts:displayAlign=\"after\"", 60),
        ] as [(String, Double?)])
    func regionPlaces(attributes: String, line: Double?) throws {
        let head = """
            <styling><style xml:id="s" tts:origin="10% 5%" tts:extent="80% 10%"/></styling>
            <layout><region xml:id="r" \(attributes)/></layout>
            """
        let found = try cues(
            "<div region=\"r\"><p begin=\"1s\" end=\"2s\">a</p></div>", head: head, attributes: "tts:extent=\"1280px 720px\"")
        #expect(found.map(\.layout.line) == [line])
    }

    @Test("Cells are those of the document; pixels without its size are unknown")
    func units() throws {
        func line(_ origin: String, _ attributes: String) throws -> Double? {
            let head = "<layout><region xml:id=\"r\" tts:origin=\"\(origin)\"/></layout>"
            let found = try cues("<div region=\"r\"><p begin=\"1s\" end=\"2s\">a</p></div>", head: head, attributes: attributes)
            return found.first?.layout.line
        }
        #expect(try line("1c 5c", "ttp:cellResolution=\"40 20\"") == 25)
        #expect(try line("1c 3c", "ttp:cellResolution=\"0 0\"") == 20)
        #expect(try line("1px 5px", "") == nil && line("1px 5px", "tts:extent=\"1px 0px\"") == nil)
    }

    @Test("Text beside spans of their own times is shown with and without them; spans of a sequence follow each other")
    func timedSpans() throws {
        let beside = try cues("<div><p begin=\"5s\" end=\"6s\">a <span begin=\"0.2s\" end=\"0.5s\">b</span> c</p></div>")
        #expect(beside.map(\.text) == ["a  c", "a b c", "a  c"] && beside.map(\.startTime) == [5, 5.2, 5.5])
        #expect(beside.map(\.endTime) == [5.2, 5.5, 6])
        let sequence = try cues(
            "<div><p timeContainer=\"seq\" begin=\"7s\" end=\"9s\"><span dur=\"0.5s\">a</span><span dur=\"0.5s\"><span>b</span></span></p></div>"
        )
        #expect(sequence.map(\.text) == ["a", "b"] && sequence.map(\.startTime) == [7, 7.5] && sequence.map(\.endTime) == [7.5, 8])
    }

    @Test("In a sequence text without a duration is not shown, and hidden elements take their time")
    func sequences() throws {
        let found = try cues(
            """
            <div><p timeContainer="seq" begin="1s" end="5s">a<span dur="1s" tts:display="none">b</span>c<span dur="1s">d</span><span>e</span>
            <span dur="1s">f</span></p><p timeContainer="seq" begin="5s" end="6s">g</p></div>
            <div timeContainer="seq" begin="6s"><p dur="1s" tts:display="none">h</p><p dur="1s">i</p></div>
            """)
        #expect(found.map(\.text) == ["d", "f", "i"] && found.map(\.startTime) == [2, 3, 7] && found.map(\.endTime) == [3, 4, 8])
    }

    @Test(
        "Text is at the top, in the middle or at the bottom of its region",
        arguments: [("before", 20, .start), ("center", 45, .center), ("after", 70, .end)] as [(String, Double, CaptionLayout.LineAlignment)]
    )
    func displayAlign(value: String, line: Double, edge: CaptionLayout.LineAlignment) throws {
        let region = "<region xml:id=\"r\" tts:origin=\"10% 20%\" tts:extent=\"80% 50%\" tts:displayAlign=\"\(value)\"/>"
        let found = try cues("<div region=\"r\"><p begin=\"1s\" end=\"2s\">a</p></div>", head: "<layout>\(region)</layout>")
        #expect(found.map(\.layout.line) == [line] && found.map(\.layout.lineAlign) == [edge])
    }

    @Test("Text that is hidden, foreign, or a reading is left out; a region limits its time")
    func leftOut() throws {
        let head = """
            <styling><style xml:id="none" tts:display="none"/></styling><layout><region xml:id="r" begin="4s" end="5s"/></layout>
            """
        let found = try cues(
            """
            <div><p begin="1s" end="2s">a<span tts:display="none">b</span><span tts:visibility="hidden">c<span tts:visibility="visible">d</span>
            </span></p><p style="none" begin="2s" end="3s">e</p><p region="r" begin="3s" end="6s">f</p>
            <f:p xmlns:f="urn:f" begin="6s" end="7s">g</f:p><p xmlns="urn:f" begin="6s" end="7s">g</p>
            <p begin="7s" end="8s"><span tts:ruby="base">h</span><span tts:ruby="text">i</span></p></div>
            """, head: head)
        #expect(found.map(\.text) == ["ad", "f", "h"] && found.map(\.startTime) == [1, 4, 7] && found.map(\.endTime) == [2, 5, 8])
    }

    @Test("Many timed spans take no more time than the document justifies")
    func manySpans() throws {
        let spans = (0..<20_000).map { "<span begin=\"\($0)ms\" end=\"\($0 + 1)ms\">a</span>" }.joined()
        #expect(try cues("<div><p>\(spans)</p></div>").count == 1)
    }

    @Test("A document has a maximum number of cues")
    func manyCues() throws {
        let limit = 20_000
        let paragraphs = (0...limit).map { "<p begin=\"\($0)ms\" end=\"\($0 + 1)ms\">a</p>" }.joined()
        #expect(try cues("<div>\(paragraphs)</div>").count == limit)
    }

    @Test("A long text beside many timed spans is one cue")
    func longText() throws {
        let spans = (0..<400).map { "<span begin=\"\($0)ms\" end=\"\($0 + 1)ms\">a</span>" }.joined()
        #expect(try cues("<div><p>\(String(repeating: "text ", count: 40_000))\(spans)</p></div>").count == 1)
    }

    @Test("A long attribute beside many timed spans is one cue")
    func longAttribute() throws {
        let spans = (0..<200).map { "<span begin=\"\($0)ms\" end=\"\($0 + 1)ms\">a</span>" }.joined()
        let styles = String(repeating: "s ", count: 200_000)
        #expect(try cues("<div><p>\(spans)<span style=\"\(styles)\" tts:display=\"none\">b</span></p></div>").count == 1)
    }

    @Test("Other documents are no TTML", arguments: ["<a/>", "", "<tt", "{}"])
    func others(text: String) { #expect(TTMLText.webVTT(of: Array(text.utf8)) == nil) }

    @Test("The samples of WebVTT in MP4 are cues; one that continues in the next sample is one cue")
    func boxes() throws {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let size = content.count + 8
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8) + content
        }
        func numbers(_ values: UInt32...) -> [UInt8] {
            values.flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        }
        let cue = box("vttc", box("iden", Array("1".utf8)) + box("payl", Array("a".utf8)))
        let samples = [cue, cue, box("vtte", [])]
        let sizes = samples.map { UInt32($0.count) }
        func fragment(_ offset: UInt32) -> [UInt8] {
            let run = box("trun", numbers(0x301, 3, offset) + sizes.flatMap { numbers(500, $0) })
            return box("moof", box("traf", box("tfhd", numbers(0x20000, 1)) + box("tfdt", numbers(0, 2000)) + run))
        }
        let size = UInt32(fragment(0).count + 8)
        let segment = fragment(size) + box("mdat", samples.flatMap(\.self))
        let initialization = box("moov", box("trak", box("mdia", box("mdhd", numbers(0, 0, 0, 1000, 0, 0)))))
        let found = try WebVTTParser.parse(Array(WebVTTBoxes.text(of: segment, initialization: initialization).utf8)).cues
        #expect(found.map(\.text) == ["a"] && found.map(\.startTime) == [2] && found.map(\.endTime) == [3] && found.map(\.id) == ["1"])
        for count in 0..<segment.count { _ = WebVTTBoxes.text(of: Array(segment.prefix(count)), initialization: initialization) }
        // Containers without end.
        var nested: [UInt8] = []
        for count in (0..<100_000).reversed() { nested += numbers(UInt32(8 * (count + 1))) + Array("moov".utf8) }
        #expect(WebVTTBoxes.text(of: nested, initialization: []) == "WEBVTT\n")
    }

    @Test("The header of WebVTT in MP4 is that of the sample entry: its regions and style sheets apply to the cues")
    func header() throws {
        func numbers(_ values: UInt32...) -> [UInt8] {
            values.flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        }
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] { numbers(UInt32(content.count + 8)) + Array(type.utf8) + content }
        func initialization(_ configuration: [UInt8]) -> [UInt8] {
            let entry = box("wvtt", numbers(0, 1) + box("vttC", configuration))
            let table = box("minf", box("stbl", box("stsd", numbers(0, 1) + entry)))
            return box("moov", box("trak", box("mdia", box("mdhd", numbers(0, 0, 0, 1000, 0, 0)) + table)))
        }
        let cue = box("vttc", box("sttg", Array("region:top".utf8)) + box("payl", Array("a".utf8)))
        func fragment(_ offset: UInt32) -> [UInt8] {
            let run = box("trun", numbers(0x301, 1, offset, 500, UInt32(cue.count)))
            return box("moof", box("traf", box("tfhd", numbers(0x20000, 1)) + box("tfdt", numbers(0, 2000)) + run))
        }
        let segment = fragment(UInt32(fragment(0).count + 8)) + box("mdat", cue)
        func file(_ configuration: [UInt8]) throws -> WebVTTFile {
            try WebVTTParser.parse(Array(WebVTTBoxes.text(of: segment, initialization: initialization(configuration)).utf8))
        }
        let text = "WEBVTT\r\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\r\n\r\nREGION\r\nid:top\r\n\r\nSTYLE\r\n::cue { color: red }"
        let found = try file(Array(text.utf8))
        #expect(found.regions.map(\.id) == ["top"] && found.styles == ["::cue { color: red }"] && found.timestampMap == nil)
        #expect(found.cues.map(\.text) == ["a"] && found.cues.map(\.startTime) == [2] && found.cues.first?.styleSheets.count == 1)
        for other in [Array("no header".utf8), Array("WEBVTT\n\n00:00.000 --> 00:01.000\nb".utf8), [0x57, 0xFF], []] {
            let plain = try file(other)
            #expect(plain.cues.map(\.text) == ["a"] && plain.styles.isEmpty)
        }
    }

    @Test("Samples that overlap have the bytes of the segment together, at most")
    func overlaps() throws {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] { numbers(UInt32(content.count + 8)) + Array(type.utf8) + content }
        func numbers(_ values: UInt32...) -> [UInt8] {
            values.flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        }
        let sample = (0..<100).flatMap { box("vttc", box("payl", Array("\($0)".utf8))) }
        func fragments(_ offset: UInt32) -> [UInt8] {
            let tracks = (0..<50).flatMap { index in
                let run = box("trun", numbers(0x301, 1, offset, 500, UInt32(sample.count)))
                return box("traf", box("tfhd", numbers(0x20000, 1)) + box("tfdt", numbers(0, UInt32(index) * 1000)) + run)
            }
            return box("moof", tracks)
        }
        let segment = fragments(UInt32(fragments(0).count + 8)) + box("mdat", sample)
        let cues = try WebVTTParser.parse(Array(WebVTTBoxes.text(of: segment, initialization: []).utf8)).cues
        #expect(!cues.isEmpty && cues.count <= 100 * segment.count / sample.count)
    }
}
