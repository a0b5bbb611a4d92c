import PlayheadEngine
import PlayheadTestKit

@testable import Playhead

extension AdScene {
    /// The scenes, each with its trace in `Golden/ads`.
    static let all: [AdScene] = preRolls + viewers + failures + schedules + seeks + lists + interstitials + live

    private static let preRolls: [AdScene] = [
        pre("pre-roll", AdTexts.ad("one")),
        pre("pre-roll-of-a-waterfall", AdTexts.ad("one")) {
            $0.advertising.tags = ["https://ads.example/broken", tag, "https://ads.example/never"]
            $0.answers["https://ads.example/broken"] = .document("no XML")
        },
        pre("pre-roll-in-a-wrapper", AdTexts.wrapper("outer", to: "https://ads.example/inner")) {
            $0.answers["https://ads.example/inner"] = .document(AdTexts.vast(AdTexts.ad("one")))
        },
        pre("pre-roll-with-a-companion", AdTexts.ad("one", extra: AdTexts.companion), [.run(2), .showCompanion]),
        pre("pod", AdTexts.ad("first", sequence: 1), AdTexts.ad("second", sequence: 2)),
        pre("start-in-the-middle", AdTexts.ad("one")) { $0.startTime = 3 },
        pre("start-in-the-middle-with-a-pre-roll", AdTexts.ad("one")) {
            $0.startTime = 3
            $0.advertising.rules.startOnSeek = .pre
        },
    ]

    private static let viewers: [AdScene] = [
        pre("skipped", AdTexts.ad("one", skip: "00:00:02"), [.run(1), .skip, .run(2), .skip]),
        pre("skipped-as-configured", AdTexts.ad("one"), [.run(3), .skip]) { $0.advertising.skipOffset = .fraction(0.5) },
        pre("not-skippable", AdTexts.ad("one"), [.run(3), .skip]),
        pre("paused", AdTexts.ad("one"), [.run(2), .pause, .run(3), .play]),
        pre("paused-before-it-is-shown", AdTexts.ad("one"), [.run(0.15), .pause, .run(2), .play]),
        pre("muted", AdTexts.ad("one"), [.run(1), .mute(true), .run(1), .mute(false), .run(0.5), .volume(0), .run(0.5), .volume(0.5)]),
        pre("muted-before", AdTexts.ad("one"), [.mute(true), .run(2), .mute(false)]),
        pre("fullscreen", AdTexts.ad("one"), [.run(1), .fullscreen(true), .run(1), .fullscreen(false)]),
        pre("clicked", AdTexts.ad("one"), [.run(2), .click, .run(1), .play]),
        pre("clicked-to-the-browser", AdTexts.ad("one"), [.run(2), .click, .run(1), .play]) { $0.advertising.openBrowserOnAdClick = true },
        pre("click-that-must-not-be-opened", AdTexts.ad("one", click: "javascript:alert(1)"), [.run(2), .click, .run(1), .play]) {
            $0.advertising.openBrowserOnAdClick = true
        },
        pre("rate-in-an-ad", AdTexts.ad("one"), [.run(2), .rate(2)]),
        pre("stopped-in-an-ad", AdTexts.ad("one"), [.run(2), .stop]) { $0.rest = 5 },
        pre("released-in-an-ad", AdTexts.ad("one"), [.run(2), .release]) { $0.rest = 5 },
        pre("content-that-fails-in-an-ad", AdTexts.ad("one"), [.run(2), .breakContent]),
    ]

    private static let failures: [AdScene] = [
        pre("no-answer") { $0.answers[tag] = .silence },
        pre("tag-that-is-not-found") { $0.answers[tag] = .status(404) },
        pre("no-ad") { _ in },
        pre("media-that-is-not-found", AdTexts.ad("one")) {
            var script = EngineScript()
            script.openingFailure = PlaybackError(.httpStatus(404), url: "https://m.example/one.mp4")
            $0.media["one"] = script
        },
        pre("media-that-never-opens", AdTexts.ad("one")) {
            var script = EngineScript()
            script.hangs = [.opening]
            $0.media["one"] = script
        },
        pre("media-that-stalls", AdTexts.ad("one")) {
            var script = EngineScript(media: .scripted(duration: 4))
            script.stalls = [.init(at: 2, for: .infinity)]
            $0.media["one"] = script
        },
        pre("media-that-breaks", AdTexts.ad("one")) {
            var script = EngineScript(media: .scripted(duration: 4))
            script.failures = [(2, PlaybackError(.decoding))]
            $0.media["one"] = script
        },
        pre("media-shorter-than-said", AdTexts.ad("one")) { $0.media["one"] = EngineScript(media: .scripted(duration: 1.5)) },
        pre("pod-with-a-broken-ad", AdTexts.ad("first", sequence: 1), AdTexts.ad("second", sequence: 2)) {
            var script = EngineScript()
            script.openingFailure = PlaybackError(.unsupportedFormat)
            $0.media["first"] = script
        },
        pre(
            "vpaid",
            AdTexts.ad("one", media: "<MediaFile type=\"application/javascript\" apiFramework=\"VPAID\">https://m.example/a.js</MediaFile>")
        ),
        pre("trackers-that-hang", AdTexts.ad("one")) { $0.trackers = .silence },
    ]

    private static let schedules: [AdScene] = [
        scheduled("mid-roll", ["3"]),
        scheduled("mid-roll-and-post-roll", ["50%", "post"]),
        scheduled("post-roll", ["post"]),
        scheduled("mid-roll-repeated", ["2"], duration: 8) { $0.advertising.schedule[0].repeatAfter = 3 },
        scheduled("time-between-ads", ["pre", "2", "5"], duration: 7) { $0.advertising.rules.timeBetweenAds = 4 },
        scheduled("mid-roll-paused-in-the-content", ["3"], [.run(2), .pause, .run(20), .play]),
        pre("vmap") {
            $0.advertising.vmapURL = "https://ads.example/vmap"
            $0.answers["https://ads.example/vmap"] = .document(AdTexts.vmap([("start", tag), ("00:00:03", tag), ("end", tag)]))
            $0.answers[tag] = .document(AdTexts.vast(AdTexts.ad("one")))
        },
        pre("vmap-that-is-not-there") { $0.advertising.vmapURL = "https://ads.example/vmap" },
        pre("vmap-that-hangs") {
            $0.advertising.vmapURL = "https://ads.example/vmap"
            $0.answers["https://ads.example/vmap"] = .silence
        },
    ]

    private static let seeks: [AdScene] = [
        scheduled("seek-over-three-mid-rolls", ["2", "4", "6"], [.run(1), .seek(8)], duration: 10),
        scheduled("seek-in-an-ad", ["2", "20"], [.run(4), .seek(8)], duration: 10),
        scheduled("seek-back-over-a-played-mid-roll", ["2"], [.run(8), .seek(1)], duration: 6),
        scheduled("seek-back-over-a-mid-roll-that-is-played-again", ["2"], [.run(8), .seek(1)], duration: 6) {
            $0.advertising.rules.playsAgain = true
        },
        scheduled("seek-while-paused", ["2", "4"], [.run(1), .pause, .run(0.2), .seek(5), .run(1), .play], duration: 7),
        scheduled("seek-from-a-post-roll", ["post"], [.run(8), .seek(2)]),
    ]

    private static let lists: [AdScene] = [
        pre("next-in-an-ad", AdTexts.ad("one"), [.run(2), .next]) {
            $0.items = ["a.mp4", "b.mp4"]
            $0.duration = 2
        },
        pre("every-second-item", AdTexts.ad("one")) {
            $0.items = ["a.mp4", "b.mp4", "c.mp4"]
            $0.duration = 1
            $0.advertising.rules.frequency = 2
        },
        pre("an-item-without-ads", AdTexts.ad("one")) {
            $0.items = ["a.mp4", "b.mp4"]
            $0.duration = 1
            $0.advertisingOfSecond = AdConfiguration()
        },
    ]

    private static let interstitials: [AdScene] = [
        listed("interstitial", ["X-ASSET-URI": "one.mp4", "X-RESUME-OFFSET": "0"]),
        listed("interstitial-that-replaces", ["X-ASSET-URI": "one.mp4", "X-RESUME-OFFSET": "2.5", "X-SNAP": "OUT,IN"], at: 2.7),
        listed("interstitial-before-the-content", ["X-ASSET-URI": "one.mp4", "CUE": "PRE"]) { $0.startTime = 4 },
        listed("interstitial-after-the-content", ["X-ASSET-URI": "one.mp4", "CUE": "POST"]),
        listed("interstitial-of-a-list", ["X-ASSET-LIST": "https://ads.example/list", "X-RESUME-OFFSET": "0", "X-PLAYOUT-LIMIT": "6"]) {
            $0.answers["https://ads.example/list"] = .document(
                #"{"ASSETS":[{"URI":"https://m.example/one.mp4","DURATION":4},{"URI":"https://m.example/two.mp4"}]}"#)
        },
        listed(
            "interstitial-that-must-be-seen", ["X-ASSET-URI": "one.mp4", "X-RESUME-OFFSET": "0", "X-RESTRICT": "SKIP,JUMP"],
            [.run(1), .seek(5), .run(2), .skip]),
        listed("interstitial-and-a-pre-roll", ["X-ASSET-URI": "one.mp4", "X-RESUME-OFFSET": "0"]) {
            $0.advertising.tags = [tag]
            $0.answers[tag] = .document(AdTexts.vast(AdTexts.ad("pre")))
        },
        listed("interstitial-without-media", ["X-RESUME-OFFSET": "0"]),
    ]

    private static let live: [AdScene] = [
        listed("interstitial-in-live", ["X-ASSET-URI": "one.mp4"], at: 23) { onAir(&$0, 30) },
        listed("interstitial-in-dvr", ["X-ASSET-URI": "one.mp4"], at: 193) { onAir(&$0, 200) },
        listed("interstitial-in-dvr-that-is-inserted", ["X-ASSET-URI": "one.mp4", "X-RESUME-OFFSET": "0"], at: 193) { onAir(&$0, 200) },
        listed("seek-over-a-break-of-dvr", ["X-ASSET-URI": "one.mp4"], [.run(1), .seek(-100), .run(1), .seek(-20)], at: 150) {
            onAir(&$0, 200)
        },
        listed("seek-in-an-ad-of-dvr", ["X-ASSET-URI": "one.mp4"], [.run(4), .seek(-100)], at: 193) { onAir(&$0, 200) },
        // Live playback starts ten seconds behind the live edge.
        listed("live-joined-in-an-interstitial", ["X-ASSET-URI": "one.mp4"], at: 18.5) {
            onAir(&$0, 30)
            $0.ranges[0].duration = 4
        },
        listed("live-joined-in-a-list-of-assets", ["X-ASSET-LIST": "https://ads.example/list", "X-PLAYOUT-LIMIT": "9"], at: 15) {
            onAir(&$0, 30)
            $0.ranges[0].duration = 12
            $0.answers["https://ads.example/list&_HLS_start_offset=5.0"] = .document(
                #"{"ASSETS":[{"URI":"https://m.example/one.mp4","DURATION":4},{"URI":"https://m.example/two.mp4","DURATION":4},"#
                    + #"{"URI":"https://m.example/three.mp4","DURATION":4}]}"#)
        },
        listed("live-joined-behind-an-interstitial", ["X-ASSET-URI": "one.mp4"], at: 16) {
            onAir(&$0, 30)
            $0.ranges[0].duration = 4
        },
        listed("dvr-joined-in-an-interstitial-that-is-inserted", ["X-ASSET-URI": "one.mp4", "X-RESUME-OFFSET": "0"], at: 188) {
            onAir(&$0, 200)
            $0.ranges[0].duration = 4
        },
        listed("back-to-live-in-an-ad", ["X-ASSET-URI": "one.mp4", "X-RESUME-OFFSET": "0"], [.run(4), .live], at: 193) { onAir(&$0, 200) },
    ]

    // MARK: Creation

    private static func onAir(_ scene: inout AdScene, _ window: Double) {
        scene.window = window
        scene.rest = 10
    }

    /// Returns a scene of content with a date range that is an interstitial.
    private static func listed(
        _ name: String, _ attributes: [String: String], _ actions: [Action] = [], at start: Double = 3,
        change: (inout AdScene) -> Void = { _ in }
    ) -> AdScene {
        var scene = AdScene(name)
        scene.actions = actions
        scene.ranges = [
            PlaylistDateRanges.Range(
                id: "i", rangeClass: "com.apple.hls.interstitial", start: start, startDate: 1_700_000_000 + start, attributes: attributes)
        ]
        change(&scene)
        return scene
    }

    private static func pre(_ name: String, _ ads: String..., change: (inout AdScene) -> Void = { _ in }) -> AdScene {
        pre(name, ads.joined(), [], change: change)
    }

    private static func pre(_ name: String, _ ad: String, _ actions: [Action], change: (inout AdScene) -> Void = { _ in }) -> AdScene {
        var scene = AdScene(name)
        scene.advertising.tags = [tag]
        scene.answers[tag] = .document(AdTexts.vast(ad))
        scene.actions = actions
        change(&scene)
        return scene
    }

    private static func scheduled(
        _ name: String, _ breaks: [String], _ actions: [Action] = [], duration: Double = 6, change: (inout AdScene) -> Void = { _ in }
    ) -> AdScene {
        var scene = AdScene(name)
        scene.duration = duration
        scene.actions = actions
        for text in breaks {
            let url = "https://ads.example/\(text.replacing("%", with: "-percent"))"
            scene.answers[url] = .document(AdTexts.vast(AdTexts.ad("ad-\(text.replacing("%", with: "-percent"))")))
            guard let offset = AdBreakOffset(text) else { continue }
            scene.advertising.schedule.append(AdBreak(id: text, offset: offset, source: .tags([url])))
        }
        change(&scene)
        return scene
    }
}
