import Foundation
import Playhead
import PlayheadCore
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadCommand

/// The page of a report in a real browser.
@Suite("The page of a report in Chromium", .timeLimit(.minutes(5)), .enabled(if: HeadlessPage.isThere))
struct ReportPageTests {
    private static func context(_ time: Double) -> MetricContext {
        var context = MetricContext()
        (context.time, context.date) = (time, Date(timeIntervalSince1970: 1_764_000_000 + time))
        return context
    }

    /// A report with requests on three connections, a stall and text that tries to be HTML.
    private static func report(requests: Int) -> PlaybackReport {
        var report = PlaybackReport()
        let hostile = "http://h.example/<img src=x onerror=document.title='broken'>/main.m3u8"
        report.add(PlaylistItemEvent(item: ItemDescription(url: hostile), index: 0))
        for number in 0..<requests {
            let start = Double(number) / 10
            var timings = MediaRequestMetric.Timings(start: start, end: start + 0.08)
            (timings.sent, timings.firstByte, timings.lastByte) = (start + 0.001, start + 0.03, start + 0.08)
            var metric = MediaRequestMetric(
                object: number % 10 == 9 ? .mediaPlaylist(.video) : .segment(.video), url: "http://h.example/<b>seg-\(number).ts",
                outcome: number % 100 == 7 ? .failed : .complete, timings: timings)
            (metric.bytes, metric.status) = (100_000, number % 100 == 7 ? 503 : 200)
            metric.connection = MediaRequestMetric.Connection(number: number % 3 + 1, isReused: true)
            metric.context = context(start + 0.08)
            report.add(metric)
        }
        var stall = StallMetric(duration: 0.5, hasRecovered: true, level: nil)
        stall.context = context(2)
        report.add(stall)
        return report
    }

    @Test("Requests and events are listed, text from outside stays text, and nothing is loaded")
    func content() async throws {
        let found = try await HeadlessPage.evaluate(
            Self.report(requests: 30),
            """
            return {
              title: document.getElementById("title").textContent, images: document.images.length, bold: document.querySelectorAll("#list b").length,
              requests: report.model.requests.length, failed: [...document.querySelectorAll("#tiles .bad dt")].map((n) => n.textContent),
              rows: report.rows().length, connections: new Set(report.rows().map((r) => r.key)).size, loaded: performance.getEntriesByType("resource").length,
              listed: document.querySelectorAll("#list .row").length, documentTitle: document.title,
            };
            """)
        #expect((found["title"] as? String)?.contains("<img src=x") == true && found["images"] as? Int == 0 && found["bold"] as? Int == 0)
        #expect((found["documentTitle"] as? String)?.hasPrefix("Playback report") == true)
        #expect(found["requests"] as? Int == 30 && found["connections"] as? Int == 3 && found["loaded"] as? Int == 0)
        #expect(found["failed"] as? [String] == ["Stalls", "Failed requests"] && (found["listed"] as? Int ?? 0) > 5)
    }

    @Test("Of several items, the first startup and the sums of the summaries are shown")
    func severalItems() async throws {
        var report = PlaybackReport()
        for line in [
            #"{"metric":"summary","t":9,"startupTime":300,"playTime":8,"meanBitrate":1000000,"droppedFrames":1}"#,
            #"{"metric":"summary","t":14,"startupTime":20,"playTime":4,"meanBitrate":4000000,"droppedFrames":2}"#,
        ] {
            let isRead = report.add(line: line)
            #expect(isRead)
        }
        let found = try await HeadlessPage.evaluate(
            report,
            """
            const tiles = [...document.querySelectorAll("#tiles div")];
            return Object.fromEntries(tiles.map((tile) => [tile.querySelector("dt").textContent, tile.querySelector("dd").textContent]));
            """)
        #expect(found["Startup"] as? String == "300 ms" && found["Played"] as? String == "12.00 s", "\(found)")
        #expect(found["Mean bit rate"] as? String == "2.0 Mbit/s" && found["Dropped frames"] as? String == "3", "\(found)")
    }

    @Test("A search filters requests, and the keyboard selects, zooms and moves")
    func keyboard() async throws {
        let found = try await HeadlessPage.evaluate(
            Self.report(requests: 300),
            """
            const search = document.getElementById("search"), list = document.getElementById("list"), canvas = document.getElementById("canvas");
            const press = (target, key) => target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
            const result = { all: report.view.shown.length };
            press(document.body, "/");
            result.focused = document.activeElement.id;
            search.value = "503 -mediaplaylist";
            search.dispatchEvent(new Event("input"));
            result.failed = report.view.shown.length;
            press(search, "Enter");
            result.first = report.view.selected.status;
            press(list, "ArrowDown");
            result.second = report.view.selected.line.url;
            result.details = document.getElementById("details").textContent.includes("seg-107");
            result.selected = list.querySelector('[aria-selected="true"]').textContent;
            press(list, "Enter");
            result.span = report.view.end - report.view.start;
            const before = report.view.start;
            press(canvas, "ArrowRight");
            result.moved = report.view.start > before;
            press(canvas, "0");
            result.whole = report.view.end - report.view.start;
            press(search, "Escape");
            result.reset = report.view.shown.length;
            return result;
            """)
        #expect(found["all"] as? Int == 302 && found["focused"] as? String == "search" && found["failed"] as? Int == 3)
        #expect(found["first"] as? Int == 503 && (found["second"] as? String)?.hasSuffix("seg-107.ts") == true)
        #expect(found["details"] as? Bool == true && (found["selected"] as? String)?.contains("seg-107") == true)
        #expect((found["span"] as? Double ?? 99) < 1 && found["moved"] as? Bool == true && (found["whole"] as? Double ?? 0) > 30)
        #expect(found["reset"] as? Int == 302)
    }

    @Test("Ten thousand requests are drawn quickly, with few elements, in light and dark")
    func large() async throws {
        let found = try await HeadlessPage.evaluate(
            Self.report(requests: 10_000),
            """
            const time = (n) => { const start = performance.now(); for (let i = 0; i < n; i += 1) report.paint(); return (performance.now() - start) / n; };
            const result = { paint: time(10), elements: document.querySelectorAll("*").length };
            const color = () => getComputedStyle(document.body).backgroundColor;
            const light = color();
            document.getElementById("theme").click();
            result.differs = color() !== light;
            report.show(100, 110);
            result.zoomed = time(10);
            const pixels = document.getElementById("canvas").getContext("2d").getImageData(0, 0, 1400, 300).data;
            result.colors = new Set(Array.from({ length: pixels.length / 4 }, (_, i) => (pixels[i * 4] << 16) | (pixels[i * 4 + 1] << 8) | pixels[i * 4 + 2])).size;
            return result;
            """)
        // A frame on a busy machine without a GPU; drawing all of them one by one takes much longer.
        #expect((found["paint"] as? Double ?? 1e9) < 250 && (found["zoomed"] as? Double ?? 1e9) < 100, "\(found)")
        #expect((found["elements"] as? Int ?? 99_999) < 600 && found["differs"] as? Bool == true && (found["colors"] as? Int ?? 0) > 5)
    }
}

/// A headless Chromium that shows one page.
private enum HeadlessPage {
    private static let path = "/usr/bin/chromium"
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Shows a report and returns the object that a script returns in its page.
    static func evaluate(_ report: PlaybackReport, _ script: String) async throws -> [String: Any] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let probe = """
            <script nonce="probe">
            const result = (() => { \(script) })();
            document.documentElement.dataset.result = JSON.stringify(result);
            </script></body>
            """
        let page = report.html(nonce: "probe").replacingOccurrences(of: "</body>", with: probe)
        let file = folder.appending(path: "page.html")
        try Data(page.utf8).write(to: file)
        let family = ProcessFamily()
        defer { family.end() }
        // Without an address it starts a bus of its own, which nobody ends.
        let variables = ["DBUS_SESSION_BUS_ADDRESS": "disabled:"].merging(family.environment) { $1 }
        let process = try ChildProcess(
            URL(filePath: path),
            arguments: (geteuid() == 0 ? ["--no-sandbox"] : []) + [
                "--headless=new", "--disable-gpu", "--no-first-run", "--window-size=1400,900",
                "--user-data-dir=\(folder.appending(path: "profile").path)", "--dump-dom", file.absoluteString,
            ], environment: ProcessInfo.processInfo.environment.merging(variables) { $1 }, readsOutput: true)
        let output = try #require(process.output)
        let dump = await Task.detached { (try? output.readToEnd()).flatMap { String(decoding: $0, as: UTF8.self) } ?? "" }.value
        let start = try #require(dump.range(of: "data-result=\""), "The script failed: \(dump.prefix(300))")
        let end = try #require(dump.range(of: "\"", range: start.upperBound..<dump.endIndex))
        let json = dump[start.upperBound..<end.lowerBound].replacingOccurrences(of: "&quot;", with: "\"")
            .replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">").replacingOccurrences(
                of: "&amp;", with: "&")
        return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }
}
