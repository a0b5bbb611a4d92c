import Foundation
import PlayheadOrigin
import PlayheadSamples
import TestSupport
import Testing

/// Tests interactive ads (SIMID) in WebKitGTK over the picture of the window.
@Suite("An interactive ad in the window", .tags(.windows), .enabled(if: OverlayWindow.isPossible), .serialized, .timeLimit(.minutes(5)))
struct InteractiveAdTests {
    /// An origin with content, ads, creatives and a collector.
    private struct Stage {
        let origin: LoopbackOrigin
        let browser: TestBrowser

        /// The tracking calls.
        var calls: [String] { origin.requests.map(\.path).filter { $0.hasPrefix("t/") }.map { String($0.dropFirst(2)) } }

        func url(_ path: String) -> String { origin.url(path).absoluteString }

        func end() async {
            await origin.stop()
            browser.end()
        }
    }

    private func stage(_ ads: [(name: String, creative: String)]) async throws -> Stage {
        let stage = Stage(origin: try await LoopbackOrigin.start(), browser: try TestBrowser())
        for (name, duration) in [("content", 2.0), ("creative", 30.0)] {
            let path = try await OverlayWindowTests.sample(duration: duration)
            stage.origin.add("\(name).mp4", Array(try Data(contentsOf: URL(fileURLWithPath: path))), type: "video/mp4")
        }
        stage.origin.add("t/**") { _ in OriginResponse(status: 204) }
        stage.origin.add("redirected.html") { _ in
            OriginResponse(status: 302, headers: [HeaderField("Location", "http://localhost:\(stage.origin.url("").port ?? 0)/missing")])
        }
        for (name, creative) in ads where !creative.isEmpty { stage.origin.add("\(name).html", text: creative, type: "text/html") }
        let list = ads.enumerated().map { index, ad in
            """
            <Ad id="\(ad.name)" sequence="\(index + 1)"><InLine><AdSystem>s</AdSystem><AdTitle>\(ad.name)</AdTitle>\
            <Error>\(stage.url("t/\(ad.name)/error"))</Error><Impression>\(stage.url("t/\(ad.name)/impression"))</Impression><Creatives>\
            <Creative><Linear skipoffset="00:00:00"><Duration>00:00:30</Duration><AdParameters>{"color":"green"}</AdParameters>\
            <VideoClicks><ClickThrough>https://shop.example/\(ad.name)</ClickThrough><ClickTracking>\(stage.url("t/\(ad.name)/click"))\
            </ClickTracking></VideoClicks><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="160" height="90">\
            \(stage.url("creative.mp4"))</MediaFile><InteractiveCreativeFile type="text/html" apiFramework="SIMID">\(stage.url("\(ad.name).html"))\
            </InteractiveCreativeFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad>
            """
        }
        stage.origin.add("ads", text: "<VAST version=\"4.2\">\(list.joined())</VAST>", type: "text/xml")
        return stage
    }

    private func open(_ stage: Stage) async throws -> DesktopRig {
        try await DesktopRig(["--ad-tag", stage.url("ads"), stage.url("content.mp4")], environment: stage.browser.environment)
    }

    /// A creative with three buttons, which reports the received messages by calling trackers.
    private static let buttons =
        Creative.script
            + """
            <style>html, body { margin: 0; height: 100% } button { position: fixed; top: 40%; height: 20%; width: 20%; border: 0 }</style>
            <button id="pause" style="left: 10%; background: #e66100"></button><button id="click" style="left: 40%; background: #1c71d8"></button>
            <button id="skip" style="left: 70%; background: #26a269"></button>
            <script>
            heard["SIMID:Player:init"] = ({ args: { environmentData: e, creativeData: c } }) =>
              report(`init/${e.creativeDimensions.width}x${e.creativeDimensions.height}/${JSON.parse(c.adParameters).color}/${e.skipoffset}`);
            heard["SIMID:Player:startCreative"] = () => report("start");
            heard["SIMID:Media:pause"] = () => report("paused");
            heard["SIMID:Player:adSkipped"] = () => report("skipped");
            document.getElementById("pause").onclick = () => send("SIMID:Creative:requestPause").then(() => report("pause"));
            document.getElementById("click").onclick = (event) => send("SIMID:Creative:clickThru", { x: event.clientX, y: event.clientY });
            document.getElementById("skip").onclick = () => send("SIMID:Creative:requestSkip");
            send("SIMID:Creative:requestPause").catch(({ errorCode }) => report(`pause/${errorCode}`));
            </script>
            """

    @Test(
        "The creative is shown once it has started; its buttons pause, open and skip the ad; it is removed with the ad, and the next ad has its own"
    )
    func works() async throws {
        let stage = try await stage([("first", Self.buttons), ("second", Self.buttons)])
        let rig = try await open(stage)
        try await rig.event("onAdStarted") { $0["creativeType"] as? String == "simid" }
        try await rig.places("the creative under the skip button") { $0["creative"]?.width == 960 && $0["skip"] != nil }
        try await eventually("its buttons are seen") { try await rig.pixels(of: 0x1C71D8, in: "creative") > 15_000 }
        try await eventually("it reports") { stage.calls.contains("first/start") }
        // Requests without an interaction are rejected.
        #expect(stage.calls.contains("first/pause/1203") && rig.events("onAdPause").isEmpty)
        #expect(stage.calls.contains { $0.hasPrefix("first/init/960x540/green/00:00:00") })
        try await rig.click("creative", share: 0.2, expect: "onAdPause")
        try await eventually("it is notified of the pause") { stage.calls.contains("first/pause") && stage.calls.contains("first/paused") }
        // After a click, the creative receives keys.
        try await rig.click("play", expect: "onAdPlay")
        try await rig.click("creative", share: 0.5, expect: "onAdClick") {
            $0["clickThroughUrl"] as? String == "https://shop.example/first"
        }
        try await eventually("the click is tracked") { stage.calls.contains("first/click") }
        try await eventually("the browser opens the page") { stage.browser.opened == ["https://shop.example/first"] }
        try await rig.click("play", expect: "onAdPlay")
        let count = rig.eventCount
        try await rig.click("creative", share: 0.8, expect: "onAdSkipped")
        try await eventually("it is notified of its end") { stage.calls.contains("first/skipped") }
        try await rig.event("onAdStarted", after: count)
        // The player's skip button is above the creative.
        try await rig.click("skip", expect: "onAdSkipped")
        try await rig.event("onPlaylistComplete")
        #expect(rig.places["creative"] == nil && rig.events("onAdError").isEmpty && rig.events("onAdWarning").isEmpty)
        #expect(rig.events("onAdStarted").count == 2 && stage.calls.count { $0 == "first/impression" } == 1)
        await stage.end()
    }

    @Test("The test kit's interactive ad starts, reports to its collector, and is notified when skipped")
    func sample() async throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let streams = SampleStreams(cache: package.appendingPathComponent(".build/samples"))
        let origin = try await LoopbackOrigin.start()
        let ads = try SampleAds(at: origin, media: await streams.adMedia())
        let rig = try await DesktopRig(["--ad-tag", ads.url(.interactive).absoluteString, origin.url("ads/one.mp4").absoluteString])
        try await rig.event("onAdStarted")
        try await rig.event("onAdTime") { $0["position"] as? Double ?? 0 > 2.2 }
        // The ad does not end while screens are read on a busy machine.
        try await rig.press("space", expect: "onAdPause")
        try await eventually("its button is seen") { try await rig.pixels(of: 0x1C71D8, in: "creative") > 1000 }
        try await rig.click("skip", expect: "onAdSkipped")
        try await eventually("both are reported in \(ads.calls)") {
            Set(ads.calls.map(\.path)).isSuperset(of: ["interactive/started", "interactive/skipped", "interactive/skip"])
        }
        try await rig.event("onPlay")
        await origin.stop()
    }

    @Test(
        "Companions that are pages or HTML are shown; a click is tracked, and opens the link",
        arguments: ["html", "iframe"])
    func companions(kind: String) async throws {
        let stage = try await stage([])
        let page =
            "<body style=\"margin:0\"><a href=\"https://shop.example/page\"\(kind == "html" ? " target=\"_blank\"" : "")>"
            + "<div style=\"background:#26a269;height:100vh\"></div></a><script>document.cookie = \"a=b\"; top.location = \"about:blank\"</script>"
        stage.origin.add("page.html", text: page, type: "text/html")
        let resource =
            kind == "html"
            ? "<HTMLResource><![CDATA[\(page)]]></HTMLResource>" : "<IFrameResource>\(stage.url("page.html"))</IFrameResource>"
        let companion = """
            <Creative><CompanionAds><Companion width="300" height="250">\(resource)<TrackingEvents><Tracking event="creativeView">\
            \(stage.url("t/view"))</Tracking></TrackingEvents><CompanionClickTracking>\(stage.url("t/click"))</CompanionClickTracking>\
            </Companion></CompanionAds></Creative>
            """
        stage.origin.add(
            "ads",
            text: """
                <VAST version="4.2"><Ad id="one"><InLine><AdSystem>s</AdSystem><AdTitle>one</AdTitle><Impression>\(stage.url("t/impression"))\
                </Impression><Creatives><Creative><Linear skipoffset="00:00:00"><Duration>00:00:30</Duration><MediaFiles><MediaFile \
                delivery="progressive" type="video/mp4" width="160" height="90">\(stage.url("creative.mp4"))</MediaFile></MediaFiles></Linear>\
                </Creative>\(companion)</Creatives></InLine></Ad></VAST>
                """, type: "text/xml")
        let rig = try await open(stage)
        try await rig.event("onAdCompanions")
        try await rig.places("the companion") { $0["companion"]?.width == 259 && $0["companion"]?.height == 216 }
        try await eventually("its page is seen") { try await rig.pixels(of: 0x26A269, in: "companion") > 200 * 200 }
        try await rig.point(at: "companion", click: true)
        try await eventually("the browser opens what it leads to, not \(stage.browser.opened)") {
            stage.browser.opened == ["https://shop.example/page"]
        }
        try await eventually("the trackers are called") { stage.calls.count == 3 }
        #expect(stage.calls.sorted() == ["click", "impression", "view"])
        try await rig.click("skip", expect: "onAdSkipped")
        try await rig.places("no companion") { $0["companion"] == nil }
        try await rig.event("onPlaylistComplete")
        await stage.end()
    }

    @Test("During an ad a click opens the ad's link, also with an overlay's page; otherwise clicks go to the page")
    func overlay() async throws {
        let stage = try await stage([])
        stage.origin.add(
            "ads",
            text: """
                <VAST version="4.2"><Ad id="one"><InLine><AdSystem>s</AdSystem><AdTitle>one</AdTitle><Impression>\(stage.url("t/impression"))\
                </Impression><Creatives><Creative><Linear skipoffset="00:00:00"><Duration>00:00:30</Duration><VideoClicks><ClickThrough>\
                https://shop.example/plain</ClickThrough></VideoClicks><MediaFiles><MediaFile delivery="progressive" type="video/mp4" \
                width="160" height="90">\(stage.url("creative.mp4"))</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
                """, type: "text/xml")
        let window = try await OverlayWindow(
            ["--ad-tag", stage.url("ads"), stage.url("creative.mp4")], repeating: [], environment: stage.browser.environment)
        let rig = window.rig
        try await rig.event("onAdImpression")
        try await rig.click("picture", expect: "onAdClick") { $0["clickThroughUrl"] as? String == "https://shop.example/plain" }
        try await rig.click("skip", expect: "onAdSkipped")
        try await rig.event("onAdBreakEnd")
        let count = rig.eventCount
        try await rig.point(at: "picture", click: true)
        try await rig.event("bridgeStage", after: count)
        #expect(rig.events("onDisplayClick").count == 1)
        await stage.end()
    }

    /// The hostile creatives with a part of the expected warning; `nil` if requests are only rejected and the creative reports that it is
    /// alive.
    private static let hostile: [(name: String, warning: String?, creative: String)] = [
        ("missing", "status 404", ""),
        ("endless", "does not respond", "<script>for (;;);</script>"),
        ("storm", "1205", Creative.script + "<script>for (let i = 0; i < 100000; i++) parent.postMessage('x', '*')</script>"),
        ("redirected", "is allowed", ""),
        (
            "reaching", nil,
            Creative.script
                + """
                <script>
                (async () => {
                  const tried = async (name, attempt) => { try { await attempt(); report(`reached/${name}`); } catch { report(`refused/${name}`); } };
                  await tried("parent", () => parent.document.body);
                  await tried("top", () => { top.location = "about:blank"; if (top.closed) throw 0; throw 0; });
                  await tried("storage", () => localStorage.setItem("a", "b"));
                  await tried("cookies", () => { document.cookie = "a=b"; if (!document.cookie) throw 0; });
                  await tried("handler", () => webkit.messageHandlers.playheadCreative.postMessage("+"));
                  await tried("window", () => { if (!open("https://evil.example/")) throw 0; });
                  await tried("file", () => fetch("file:///etc/passwd").then((answer) => answer.text()));
                  parent.postMessage("x".repeat(65537), "*"); parent.postMessage({ type: "createSession" }, "*"); parent.postMessage("[".repeat(60000), "*");
                  alert(1); print();
                  const link = Object.assign(document.createElement("a"), { href: "javascript:report('reached/script')", target: "_top" });
                  document.body.append(link); link.click();
                  location = "file:///etc/passwd";
                  setTimeout(() => { location = "/content.mp4"; }, 300);
                  setTimeout(() => report("there"), 1000);
                })();
                </script>
                """
        ),
    ]

    @Test(
        "Whatever a creative does, its media and the content are played: its requests are refused, or it is removed with a warning and VAST error 902"
    )
    func hostility() async throws {
        let stage = try await stage(Self.hostile.map { ($0.name, $0.creative) })
        let rig = try await open(stage)
        for hostile in Self.hostile {
            try await rig.event("onAdImpression") { $0["adId"] as? String == hostile.name }
            if let warning = hostile.warning {
                try await rig.event("onAdWarning") { "\($0)".contains(warning) && "\($0)".contains("10902") }
                try await eventually("\(hostile.name): its server is notified") { stage.calls.contains("\(hostile.name)/error") }
                try await rig.places("no creative") { $0["creative"] == nil }
            } else {
                try await eventually("\(hostile.name) is still there, in \(stage.calls)") { stage.calls.contains("\(hostile.name)/there") }
                #expect(stage.calls.contains("\(hostile.name)/error") == false)
            }
            // The media continues.
            let count = rig.eventCount
            try await rig.event("onAdTime", after: count)
            try await rig.click("skip", expect: "onAdSkipped")
        }
        let reached = stage.calls.filter { $0.contains("/reached/") }
        #expect(reached.isEmpty, "\(reached)")
        #expect(stage.calls.count { $0.contains("/refused/") } == 7)
        try await rig.event("onPlaylistComplete")
        #expect(rig.events("onAdError").isEmpty && rig.events("onError").isEmpty && rig.events("onAdClick").isEmpty)
        #expect(stage.browser.opened.isEmpty)
        await stage.end()
    }
}

/// The minimal script of a creative.
private enum Creative {
    /// Opens the session, accepts everything, and passes messages to `heard`; `report(path)` calls a tracker of the ad.
    static let script = """
        <!doctype html><meta charset="utf-8"><body><script>
        const session = crypto.randomUUID(), waiting = {}, heard = {};
        let last = -1;
        const send = (type, args = {}) => new Promise((resolve, reject) => {
          waiting[++last] = { resolve, reject };
          parent.postMessage(JSON.stringify({ sessionId: session, messageId: last, timestamp: Date.now(), type, args }), "*");
        });
        const name = location.pathname.slice(1).replace(".html", "");
        const report = (path) => send("SIMID:Creative:reportTracking", { trackingUrls: [`${location.origin}/t/${name}/${path}`] });
        addEventListener("message", ({ data }) => {
          const message = JSON.parse(data);
          if (message.sessionId !== session) return;
          if (message.type === "resolve") return waiting[message.args.messageId]?.resolve(message.args.value);
          if (message.type === "reject") return waiting[message.args.messageId]?.reject(message.args.value);
          heard[message.type]?.(message);
          if (/init$|startCreative|adSkipped|adStopped|fatalError/.test(message.type)) send("resolve", { messageId: message.messageId, value: {} });
        });
        send("createSession");
        </script>
        """
}
