import Foundation
import Playhead
import PlayheadCore
import Testing

@testable import PlayheadCommand

@Suite("The page of a report")
struct PlaybackReportTests {
    private static let hostile = "</script><script>alert(1)</script><!-- \u{2028}\u{2029} & {{script}} \"\\"

    @Test("Text from outside can't leave the element with the data")
    func escaping() throws {
        var report = PlaybackReport()
        report.add(PlaylistItemEvent(item: ItemDescription(url: "http://h.example/" + Self.hostile), index: 0))
        report.add(ErrorMetric(error: PlaybackError(.unreachable, underlying: Self.hostile), hasRecovered: true))
        let page = report.html(nonce: "n")
        let start = try #require(page.range(of: #"<script type="application/json" id="data">"#))
        let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
        let data = page[start.upperBound..<end.lowerBound]
        #expect(!data.contains("<") && !data.contains("\u{2028}") && !data.contains("\u{2029}"))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
        let lines = try #require(object["lines"] as? [[String: Any]])
        #expect(lines.count == 2 && (object["title"] as? String)?.contains("alert(1)") == true)
        // Two scripts: the data and that of the page.
        #expect(page.components(separatedBy: "</script>").count == 3)
    }

    @Test("The page refers to nothing outside, and permits only its own script and style")
    func selfContained() {
        let page = PlaybackReport().html(nonce: "abc")
        #expect(page.contains("default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'"))
        #expect(!page.contains("src=") && !page.contains("href=") && !page.contains("url(") && !page.contains("@import"))
        #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("{{"))
        #expect(!page.contains("innerHTML") && !page.contains("insertAdjacentHTML") && !page.contains("document.write"))
        #expect(PlaybackReport().html() != PlaybackReport().html())
    }

    @Test("Lines of JSON are added without credentials, other lines are refused")
    func lines() {
        var report = PlaybackReport()
        let isAdded = report.add(line: #"{"event":"onPlay","t":1,"url":"http://u:p@h.example/?token=geheim"}"#)
        #expect(isAdded)
        for line in ["", "[1]", "3", "{", "<html>", #"{"a":1}{"b":2}"#, #"{"a":1}"#] {
            let isAdded = report.add(line: line)
            #expect(!isAdded, "\(line)")
        }
        #expect(report.lines.count == 1 && !report.lines[0].contains("geheim") && !report.lines[0].contains("u:p"))
    }

    @Test("Of the lines of several viewers those of one are added")
    func viewers() {
        var (one, all) = (PlaybackReport(), PlaybackReport())
        for line in [#"{"viewer":"a","event":"onPlay","t":1}"#, #"{"viewer":"b","event":"onPlay","t":2}"#, #"{"event":"onPlay","t":3}"#] {
            #expect(one.add(line: line, of: "b") && all.add(line: line))
        }
        #expect(one.lines.count == 1 && one.lines[0].contains("\"t\":2") && one.viewers == ["b"])
        #expect(all.lines.count == 3 && all.viewers.count == 2)
    }

    @Test("The buffer is sampled, and the number of lines is limited")
    func limits() {
        let limit = 2000
        var report = PlaybackReport(maximumLines: limit)
        for tenth in 0..<100 {
            var event = TimeEvent(position: Double(tenth) / 100, duration: 10)
            event.context.monotonicTime = Double(tenth) / 100
            event.context.position = Double(tenth) / 100
            report.add(event, loaded: [TimeRange(start: 0, end: 5)])
        }
        #expect((9...11).contains(report.lines.count) && report.lines[0] == #"{"sample":"buffer","t":0.0,"ahead":5.0}"#)
        for _ in 0...limit { report.add(PlayEvent(oldState: .idle, newState: .playing, reason: .external)) }
        #expect(report.lines.count == limit && report.omitted > 0)
        #expect(report.html().contains("lines were left out"))
    }

    @Test("The length of all lines is limited")
    func length() {
        let (limit, length) = (64 << 10, 1 << 10)
        var report = PlaybackReport(maximumLength: limit)
        let text = String(repeating: "x", count: length)
        for _ in 0..<100 { _ = report.add(line: #"{"event":"onPlay","text":"\#(text)"}"#) }
        #expect(report.lines.count <= limit / length && report.isFull && report.omitted > 0)
    }
}
