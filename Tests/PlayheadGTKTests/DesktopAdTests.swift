import Foundation
import PlayheadOrigin
import PlayheadSamples
import TestSupport
import Testing

/// Tests ads in the window with the pointer.
extension DesktopTests {
    /// An origin with content, ads and a collector, and a browser that records URLs.
    private struct AdStage {
        let origin: LoopbackOrigin
        let browser: TestBrowser

        /// The URLs that the browser opened.
        var opened: [String] { browser.opened }

        var folder: URL { browser.folder }

        var environment: [String: String] { browser.environment }

        /// The tracking calls.
        var calls: [String] { origin.requests.map(\.path).filter { $0.hasPrefix("t/") }.map { String($0.dropFirst(2)) } }

        func url(_ path: String) -> String { origin.url(path).absoluteString }

        func end() async {
            await origin.stop()
            browser.end()
        }
    }

    /// An image of 300 × 250 pixels of the colour 26a269.
    private static let companion =
        "iVBORw0KGgoAAAANSUhEUgAAASwAAAD6AQMAAAAho+iwAAAABlBMVEUmomn///845Q2JAAAAIElEQVR42u3BAQ0AAADCoPdPbQ8HFAAAAAAAAAAAAD8GJhYAAaqKu7kAAAAASUVORK5CYII="
    /// An image of 468 × 60 pixels of the colour 9141ac.
    private static let overlay =
        "iVBORw0KGgoAAAANSUhEUgAAAdQAAAA8AQMAAADlidl0AAAABlBMVEWRQaz///8RzY1/AAAAGUlEQVR42u3BAQEAAACCIP+vbkhAAQAA8GgOEAABh+oOFAAAAABJRU5ErkJggg=="

    private func stage(_ vast: [String: String], breaks: [(offset: String, tag: String)]) async throws -> AdStage {
        let browser = try TestBrowser()
        let origin = try await LoopbackOrigin.start()
        let stage = AdStage(origin: origin, browser: browser)
        for (name, duration) in [("content", 6.0), ("creative", 6.0), ("long", 30.0)] {
            let recipe = SampleRecipe(.file(.mp4), duration: duration, width: 160, height: 90, bFrames: 2)
            origin.add("\(name).mp4", Array(try Data(contentsOf: URL(fileURLWithPath: try await sample(recipe)))), type: "video/mp4")
        }
        for (name, picture) in [("companion", Self.companion), ("overlay", Self.overlay)] {
            origin.add("\(name).png", Array(try #require(Data(base64Encoded: picture))), type: "image/png")
        }
        origin.add("t/**") { _ in OriginResponse(status: 204) }
        for (name, text) in vast {
            origin.add(name, text: "<VAST version=\"4.2\">\(text.replacing("ORIGIN/", with: stage.url("")))</VAST>", type: "text/xml")
        }
        let schedule = breaks.map { ["offset": $0.offset, "tag": stage.url($0.tag)] }
        try JSONSerialization.data(withJSONObject: schedule).write(to: browser.folder.appendingPathComponent("schedule.json"))
        return stage
    }

    private func linear(_ name: String, sequence: Int, skip: String = "", click: String, seconds: Int = 6, extra: String = "") -> String {
        """
        <Ad id="\(name)" sequence="\(sequence)"><InLine><AdSystem>s</AdSystem><AdTitle>\(name)</AdTitle>\
        <Impression>ORIGIN/t/\(name)/impression</Impression><Creatives><Creative><Linear\(skip)><Duration>00:00:\(seconds < 10 ? "0" : "")\(seconds)</Duration>\
        <TrackingEvents><Tracking event="skip">ORIGIN/t/\(name)/skip</Tracking></TrackingEvents><VideoClicks>\
        <ClickThrough>\(click)</ClickThrough><ClickTracking>ORIGIN/t/\(name)/click</ClickTracking></VideoClicks><MediaFiles>\
        <MediaFile delivery="progressive" type="video/mp4" width="160" height="90">ORIGIN/\(seconds < 10 ? "creative" : "long").mp4</MediaFile></MediaFiles></Linear>\
        </Creative>\(extra)</Creatives></InLine></Ad>
        """
    }

    private static let companions = """
        <Creative><CompanionAds><Companion width="300" height="250"><StaticResource creativeType="image/png">ORIGIN/companion.png\
        </StaticResource><TrackingEvents><Tracking event="creativeView">ORIGIN/t/companion/view</Tracking></TrackingEvents>\
        <CompanionClickThrough>https://shop.example/companion</CompanionClickThrough><CompanionClickTracking>ORIGIN/t/companion/click\
        </CompanionClickTracking></Companion></CompanionAds></Creative>
        """

    @Test(
        "An ad shows its index and time; clicks open the browser, skipping waits for the offset, seeking and speed are disabled; its companion is shown"
    )
    func ads() async throws {
        // The first one lasts until it is skipped, however slow the machine is.
        let first = linear("first", sequence: 1, skip: " skipoffset=\"00:00:02\"", click: "https://shop.example/first", seconds: 30)
        let second = linear("second", sequence: 2, click: "https://shop.example/second", extra: Self.companions)
        let stage = try await stage(["pre": first + second], breaks: [("pre", "pre"), ("4", "pre")])
        let schedule = stage.folder.appendingPathComponent("schedule.json").path
        let rig = try await DesktopRig(["--ad-schedule", schedule, stage.url("content.mp4")], environment: stage.environment)
        try await rig.event("onAdImpression")
        try await rig.places("the ad's text and its skip button") { $0["ad"] != nil && $0["skip"] != nil && $0["companion"] == nil }
        let before = rig.eventCount
        try await rig.xdotool("key", "--delay", "20", "Right", "5", "greater", "n")
        try await rig.press("m", expect: "onMute")
        let emitted = Set(rig.events.dropFirst(before).compactMap { $0["event"] as? String })
        #expect(emitted.isDisjoint(with: ["onSeek", "onPlaybackRateChanged", "onAdSkipped", "onPlaylistItem"]))
        try await rig.click("picture", expect: "onAdClick") { $0["clickThroughUrl"] as? String == "https://shop.example/first" }
        try await rig.event("onAdPause")
        try await eventually("the browser opens what the ad leads to") { stage.opened == ["https://shop.example/first"] }
        try await rig.press("space", expect: "onAdPlay") { $0["oldState"] as? String == "paused" }
        try await rig.event("onAdTime") { $0["position"] as? Double ?? 0 > 2.2 }
        try await rig.click("skip", expect: "onAdSkipped")
        try await rig.event("onAdCompanions")
        // The ad is paused for the check, which may take longer than the ad on a busy machine.
        try await rig.press("space", expect: "onAdPause")
        try await rig.places("the companion") { $0["companion"]?.width == 259 && $0["companion"]?.height == 216 && $0["skip"] == nil }
        try await rig.point(at: "bar")
        try await rig.point(at: "companion", click: true)
        try await eventually("the browser opens what the companion leads to") { stage.opened.last == "https://shop.example/companion" }
        try await rig.press("space", expect: "onAdPlay")
        try await rig.event("onPlay")
        try await rig.places("nothing of ads") { $0["ad"] == nil && $0["companion"] == nil && $0["speed"] != nil }
        try await rig.press("space", expect: "onPause")
        let expected = ["first/impression", "first/click", "first/skip", "second/impression", "companion/view", "companion/click"]
        try await eventually("the trackers are called") { stage.calls.count >= expected.count }
        #expect(stage.calls == expected)
        await stage.end()
    }

    @Test(
        "An overlay ad is shown over the content, reported when its image is visible, and removed when closed; scripts are never opened"
    )
    func overlayAds() async throws {
        let overlay = """
            <Ad id="over"><InLine><AdSystem>s</AdSystem><AdTitle>over</AdTitle><Impression>ORIGIN/t/over/impression</Impression><Creatives>\
            <Creative><NonLinearAds><TrackingEvents><Tracking event="close">ORIGIN/t/over/close</Tracking></TrackingEvents>\
            <NonLinear width="468" height="60"><StaticResource creativeType="image/png">ORIGIN/overlay.png</StaticResource>\
            <NonLinearClickThrough>https://shop.example/over</NonLinearClickThrough><NonLinearClickTracking>ORIGIN/t/over/click\
            </NonLinearClickTracking></NonLinear></NonLinearAds></Creative></Creatives></InLine></Ad>
            """
        let script = linear("script", sequence: 1, click: "javascript:alert(1)")
        let stage = try await stage(["over": overlay, "script": script], breaks: [("pre", "over"), ("post", "script")])
        let schedule = stage.folder.appendingPathComponent("schedule.json").path
        let rig = try await DesktopRig(["--ad-schedule", schedule, stage.url("content.mp4")], environment: stage.environment)
        try await rig.event("onAdImpression") { $0["linear"] as? String == "nonlinear" }
        try await rig.press("space", expect: "onPause")
        try await rig.places("the ad") { $0["overlayAd"]?.width == 384 && $0["closeAd"] != nil && $0["ad"] == nil }
        try await rig.click("overlayAd", expect: "onAdClick") { $0["clickThroughUrl"] as? String == "https://shop.example/over" }
        try await eventually("the browser") { stage.opened == ["https://shop.example/over"] }
        try await rig.point(at: "closeAd", click: true)
        try await rig.places("nothing of it") { $0["overlayAd"] == nil && $0["closeAd"] == nil }
        try await eventually("the trackers are called") { stage.calls == ["over/impression", "over/click", "over/close"] }
        try await rig.press("space", expect: "onPlay")
        try await rig.event("onAdImpression") { $0["adId"] as? String == "script" }
        try await rig.click("picture", expect: "onAdWarning")
        try await rig.event("onPlaylistComplete")
        #expect(stage.opened == ["https://shop.example/over"])
        await stage.end()
    }
}
