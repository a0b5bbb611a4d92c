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

    @Test("Spans of their own times are cues; a region has a line")
    func spans() throws {
        let head = "<layout><region xml:id=\"r\" tts:origin=\"10% 20%\" tts:extent=\"80% 10%\"/></layout>"
        let found = try cues(
            "<div region=\"r\"><p begin=\"1s\"><span begin=\"0s\" end=\"1s\">a</span><span begin=\"1s\" end=\"2s\">b</span></p></div>",
            head: head)
        #expect(found.map(\.text) == ["a", "b"] && found.map(\.startTime) == [1, 2])
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
    }
}
