import Foundation
import PlayheadOrigin
import TestSupport
import Testing

@Suite("playhead play with ads", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct AdTests {
    private static func document(_ name: String, at origin: LoopbackOrigin, media: String, seconds: Int = 2) -> String {
        let trackers = ["start", "complete", "skip", "pause", "resume"].map {
            "<Tracking event=\"\($0)\">\(origin.url("t/\(name)/\($0)").absoluteString)</Tracking>"
        }
        return """
            <VAST version="4.2"><Ad id="\(name)"><InLine><AdSystem>s</AdSystem><AdTitle>\(name)</AdTitle>\
            <Impression>\(origin.url("t/\(name)/impression").absoluteString)</Impression><Creatives><Creative>\
            <Linear skipoffset="00:00:00"><Duration>00:00:\(seconds < 10 ? "0" : "")\(seconds)</Duration><TrackingEvents>\(trackers.joined())</TrackingEvents>\
            <VideoClicks><ClickThrough>https://shop.example/\(name)</ClickThrough></VideoClicks>\
            <MediaFiles><MediaFile type="video/mp4" width="320" height="180" delivery="progressive">\(media)</MediaFile></MediaFiles>\
            </Linear></Creative></Creatives></InLine></Ad></VAST>
            """
    }

    private func trackers(_ origin: LoopbackOrigin) -> [String] { origin.requests.map(\.path).filter { $0.hasPrefix("t/") } }

    @Test("The breaks of a schedule are played at their positions, and the content is complete")
    func schedule() async throws {
        let (origin, url) = try await Samples.origin(of: Samples.short)
        origin.add("t/**") { _ in OriginResponse(status: 204) }
        for name in ["pre", "post"] { origin.add("\(name).xml", text: Self.document(name, at: origin, media: url), type: "text/xml") }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-schedule-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let tags = ["pre", "post"].map { "{\"offset\":\"\($0)\",\"tag\":[\"\(origin.url("\($0).xml").absoluteString)\"]}" }
        try Data("[\(tags.joined(separator: ","))]".utf8).write(to: file)
        let (status, output, errors) = try await RunningProgram.run(
            ["play", "--json", "--speed", "max", "--ad-schedule", file.path, url])
        #expect(status == 0 && errors.isEmpty, "\(errors)")
        let names = output.compactMap { line in line.firstMatch(of: /"event":"(onAdBreakStart|onAdComplete|onFirstFrame|onComplete)"/) }
            .map { String($0.output.1) }
        #expect(names == ["onAdBreakStart", "onAdComplete", "onFirstFrame", "onAdBreakStart", "onAdComplete", "onComplete"])
        let summary = try EventLine(try #require(output.last))
        #expect(summary.framesShown == 60 && summary.framesDropped == 0 && summary.warnings == 0)
        try await eventually("the trackers are called") { trackers(origin).count >= 6 }
        #expect(trackers(origin) == ["pre", "post"].flatMap { ad in ["impression", "start", "complete"].map { "t/\(ad)/\($0)" } })
        await origin.stop()
    }

    @Test("Commands apply to the ad: a click pauses it and reports the URL, then it is resumed and skipped")
    func commands() async throws {
        let (origin, url) = try await Samples.origin(of: Samples.short)
        origin.add("t/**") { _ in OriginResponse(status: 204) }
        // The ad lasts until it is skipped, however slow the machine is.
        origin.add(
            "ad.mp4", Array(try Data(contentsOf: URL(filePath: try await Samples.path(of: Samples.twentySeconds)))), type: "video/mp4")
        let document = Self.document("pre", at: origin, media: origin.url("ad.mp4").absoluteString, seconds: 20)
        origin.add("pre.xml", text: document, type: "text/xml")
        let program = try RunningProgram(
            ["play", "--json", "--control", "-", "--ad-tag", origin.url("pre.xml").absoluteString, url])
        await program.emits("onAdTime")
        program.send("click-ad")
        await program.emits("onAdPause")
        program.send("play", "skip-ad")
        await program.emits("onPlay")
        // Pending calls are made at once at the end, in no order.
        try await eventually("the trackers are called") { trackers(origin).count >= 5 }
        program.send("quit")
        #expect(await program.status() == 0)
        let names = program.events.map(\.event).filter { $0.hasPrefix("onAd") && $0 != "onAdTime" && $0 != "onAdMeta" }
        // onAdRequest has a text in a field in which other events have a number, and is excluded.
        #expect(
            names == [
                "onAdSchedule", "onAdBreakStart", "onAdImpression", "onAdPlay", "onAdClick", "onAdPause", "onAdPlay", "onAdSkipped",
                "onAdBreakEnd",
            ])
        #expect(program.output.lines.contains { $0.contains("\"clickThroughUrl\":\"https://shop.example/pre\"") })
        #expect(trackers(origin) == ["impression", "start", "pause", "resume", "skip"].map { "t/pre/\($0)" })
        await origin.stop()
    }

    @Test(
        "An invalid schedule is a usage error",
        arguments: ["{}", "[{\"offset\":\"soon\",\"tag\":\"https://a.example/\"}]", "[{\"offset\":\"pre\"}]"])
    func wrong(text: String) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-schedule-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let (status, output, errors) = try await RunningProgram.run(["play", "--ad-schedule", file.path, "a.mp4"])
        #expect(status == 2 && output.isEmpty && errors.contains("--ad-schedule"), "\(errors)")
    }

    @Test("A schedule without an end is a usage error")
    func endless() async throws {
        let (status, output, errors) = try await RunningProgram.run(["play", "--ad-schedule", "/dev/zero", "a.mp4"])
        #expect(status == 2 && output.isEmpty && errors.contains("--ad-schedule"), "\(errors)")
    }
}
