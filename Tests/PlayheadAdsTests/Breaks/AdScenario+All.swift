import PlayheadAds
import PlayheadCore

extension AdScenario {
    /// The scenarios, each with its trace in `Golden`.
    static let all: [AdScenario] = preRolls + failures + pods + schedules + seeks + others + interstitials

    private static let preRolls: [AdScenario] = [
        pre("pre-roll", one()),
        pre("pre-roll-skipped", one("00:00:02"), [Step(1, .skip), Step(4, .skip)]),
        pre("pre-roll-not-skippable", one(), [Step(4, .skip)]),
        pre("pre-roll-skip-of-the-configuration", one(), [Step(4, .skip)]) { $0.configuration.skipOffset = .fraction(0.5) },
        pre("pre-roll-paused", one(), [Step(2, .pause), Step(5, .play)]),
        pre("pre-roll-paused-before-it-is-shown", one(), [Step(0.5, .pause), Step(4, .play)]),
        pre(
            "pre-roll-muted-and-expanded", one(),
            [Step(0.5, .mute), Step(2, .unmute), Step(2.5, .expand), Step(3, .mute), Step(3.5, .collapse)]),
        pre("pre-roll-clicked", one(), [Step(2, .click), Step(5, .play)]),
        pre("pre-roll-clicked-to-the-browser", one(), [Step(2, .click), Step(4, .play)]) { $0.configuration.openBrowserOnAdClick = true },
        pre("pre-roll-of-a-waterfall", one()) {
            $0.configuration.tags = ["https://ads.example/broken", tag, "https://ads.example/never"]
            $0.answers["https://ads.example/broken"] = .document("no XML")
        },
        pre("pre-roll-in-a-wrapper", .document(Documents.vast(Documents.wrapper("outer", to: "https://ads.example/inner")))) {
            $0.answers["https://ads.example/inner"] = one()
        },
        pre("pre-roll-left-in-the-middle", one(), [Step(3, .leave)]),
        pre("pre-roll-with-a-companion", companion),
        pre("pre-roll-that-is-an-overlay", overlay),
        pre("overlay-clicked-and-closed", overlay, [Step(1, .clickOverlay), Step(2, .closeOverlay), Step(2.5, .clickOverlay)]),
        pre("overlay-whose-picture-can-not-be-had", overlay, [Step(1, .failOverlay), Step(2, .clickOverlay)]) { $0.showsOverlays = false },
    ]

    private static let failures: [AdScenario] = [
        pre("no-answer", .silence),
        pre("no-ad", .document(Documents.vast(errors: ["https://t.example/none?[ERRORCODE]"]))),
        pre("media-that-is-not-found", one()) { $0.media["one"] = .missing },
        pre("media-that-stalls", one()) { $0.media["one"] = .stalls },
        pre("media-that-breaks", one()) { $0.media["one"] = .breaks(2) },
        pre("media-shorter-than-said", one()) { $0.media["one"] = .plays(1.5) },
        pre(
            "a-vpaid-unit",
            one(media: Documents.mediaFile("https://m.example/a.js", type: "application/javascript", more: "apiFramework=\"VPAID\""))),
        pre("a-click-that-must-not-be-opened", script, [Step(2, .click)]),
    ]

    private static let pods: [AdScenario] = [
        pre("pod", pod),
        pre("pod-whose-broken-ad-is-replaced", spare) {
            $0.media["first"] = .missing
            $0.media["bad-spare"] = .missing
        },
        pre("waterfall-after-media-that-is-not-found", one()) {
            $0.configuration.tags = [tag, "https://ads.example/second", "https://ads.example/never"]
            $0.answers["https://ads.example/second"] = .document(Documents.vast(Documents.inline("two", duration: "00:00:04")))
            $0.media["one"] = .missing
        },
        pre("waterfall-after-a-pod-that-is-not-found", pod) {
            $0.configuration.tags = [tag, "https://ads.example/second", "https://ads.example/never"]
            $0.answers["https://ads.example/second"] = .document(Documents.vast(Documents.inline("two", duration: "00:00:04")))
            $0.media["first"] = .missing
            $0.media["second"] = .missing
        },
        pre("wrapper-whose-media-is-not-found", .document(wrapperAndSpare)) {
            $0.answers["https://ads.example/inner"] = one()
            $0.media["one"] = .missing
        },
        pre("pod-with-a-broken-ad", pod, [Step(3, .pause), Step(5, .play)]) { $0.media["first"] = .missing },
    ]

    private static let schedules: [AdScenario] = [
        scheduled("mid-roll", ["12"], duration: 15),
        scheduled("mid-roll-and-post-roll", ["50%", "post"], duration: 16),
        scheduled("mid-roll-repeated", ["5"], duration: 20) { $0.configuration.schedule[0].repeatAfter = 8 },
        scheduled("breaks-with-time-between", ["pre", "2", "12"], duration: 15) { $0.configuration.rules.timeBetweenAds = 10 },
        scheduled("no-ads-on-this-item", ["pre", "2"], duration: 4) {
            $0.item = 2
            $0.configuration.rules.frequency = 3
        },
        scheduled("a-start-in-the-middle", ["pre", "2"], duration: 12) { $0.startsAt = 10 },
    ]

    private static let seeks: [AdScenario] = [
        scheduled("seek-over-three-mid-rolls", ["5", "10", "15"], [Step(2, .seek(20)), Step(8, .seek(4.5))], duration: 22),
        scheduled("seek-in-an-ad", ["2", "20"], [Step(4, .seek(26))], duration: 28),
    ]

    private static let others: [AdScenario] = [
        pre("vmap", .silence) {
            $0.configuration.vmapURL = "https://ads.example/vmap"
            $0.answers["https://ads.example/vmap"] = .document(vmap)
            $0.contentDuration = 8
        },
        pre("vmap-that-is-not-there", one()) { $0.configuration.vmapURL = "https://ads.example/vmap" },
        interstitial,
    ]

    // MARK: making them

    private static let tag = "https://ads.example/tag"

    private static func pre(
        _ name: String, _ answer: Answer, _ steps: [Step] = [], change: (inout AdScenario) -> Void = { _ in }
    ) -> AdScenario {
        var scenario = AdScenario(name: name)
        scenario.configuration.tags = [tag]
        scenario.answers[tag] = answer
        scenario.contentDuration = 3
        scenario.steps = steps
        change(&scenario)
        return scenario
    }

    private static func scheduled(
        _ name: String, _ breaks: [String], _ steps: [Step] = [], duration: Double, change: (inout AdScenario) -> Void = { _ in }
    ) -> AdScenario {
        var scenario = AdScenario(name: name)
        scenario.contentDuration = duration
        scenario.steps = steps
        for (index, text) in breaks.enumerated() {
            let url = "https://ads.example/\(index)"
            scenario.answers[url] = .document(Documents.vast(Documents.inline("ad\(index)", duration: "00:00:04")))
            guard let offset = AdBreakOffset(text) else { continue }
            scenario.configuration.schedule.append(AdBreak(id: text, offset: offset, source: .tags([url])))
        }
        change(&scenario)
        return scenario
    }

    private static func one(_ skipOffset: String? = nil, media: String? = nil) -> Answer {
        .document(Documents.vast(Documents.inline("one", duration: "00:00:04", skipOffset: skipOffset, media: media)))
    }

    private static let script = Answer.document(
        Documents.vast(Documents.inline("one", duration: "00:00:04").replacing("https://shop.example/one", with: "javascript:alert(1)")))

    private static let pod = Answer.document(
        Documents.vast(
            Documents.inline("first", sequence: 1, duration: "00:00:04"), Documents.inline("second", sequence: 2, duration: "00:00:04")))

    private static let spare = Answer.document(
        Documents.vast(
            Documents.inline("first", sequence: 1, duration: "00:00:04"), Documents.inline("second", sequence: 2, duration: "00:00:04"),
            Documents.inline("bad-spare", duration: "00:00:04"), Documents.inline("spare", duration: "00:00:04")))

    private static let wrapperAndSpare = Documents.vast(
        Documents.wrapper("outer", to: "https://ads.example/inner"), Documents.inline("spare", duration: "00:00:04"))

    private static let overlay = Answer.document(
        Documents.vast(
            """
            <Ad id="over"><InLine><AdTitle>over</AdTitle><Error>https://t.example/over/error?[ERRORCODE]</Error><Impression>https://t.example/over</Impression><Creatives><Creative><NonLinearAds>\
            <NonLinear width="300" height="50"><StaticResource creativeType="image/png">https://m.example/a.png</StaticResource>\
            <NonLinearClickThrough>https://shop.example/over</NonLinearClickThrough>\
            <NonLinearClickTracking>https://t.example/over/click</NonLinearClickTracking></NonLinear>\
            <TrackingEvents><Tracking event="close">https://t.example/over/close</Tracking></TrackingEvents></NonLinearAds></Creative></Creatives></InLine></Ad>
            """))

    private static let companion = Answer.document(
        Documents.vast(
            Documents.inline("one", duration: "00:00:04").replacing(
                "<Creatives>",
                with: """
                    <Creatives><Creative><CompanionAds><Companion width="300" height="250"><StaticResource creativeType="image/png">\
                    https://m.example/c.png</StaticResource><CompanionClickThrough>https://shop.example/c</CompanionClickThrough></Companion>\
                    </CompanionAds></Creative>
                    """)))

    private static let vmap = """
        <vmap:VMAP version="1.0"><vmap:AdBreak timeOffset="start" breakType="linear" breakId="a"><vmap:AdSource><vmap:VASTAdData>\
        \(Documents.vast(Documents.inline("one", duration: "00:00:04")))</vmap:VASTAdData></vmap:AdSource><vmap:TrackingEvents>\
        <vmap:Tracking event="breakStart">https://t.example/start</vmap:Tracking><vmap:Tracking event="breakEnd">https://t.example/end\
        </vmap:Tracking></vmap:TrackingEvents></vmap:AdBreak><vmap:AdBreak timeOffset="50%" breakType="linear" breakId="b"><vmap:AdSource>\
        <vmap:AdTagURI>https://ads.example/none</vmap:AdTagURI></vmap:AdSource><vmap:TrackingEvents><vmap:Tracking event="error">\
        https://t.example/error?[ERROR_CODE]</vmap:Tracking></vmap:TrackingEvents></vmap:AdBreak></vmap:VMAP>
        """

    private static var interstitial: AdScenario {
        var scenario = AdScenario(name: "interstitial")
        scenario.contentDuration = nil
        scenario.end = 16
        scenario.dates = DateMap([DateMap.Anchor(time: 0, date: 1_700_000_000)])
        var adBreak = AdBreak(id: "i", offset: .date(1_700_000_004), source: .assetList("https://ads.example/list"))
        adBreak.resumption = .elapsed
        adBreak.playoutLimit = 6
        scenario.interstitials = [adBreak]
        let list = #"{"ASSETS":[{"URI":"https://m.example/a.m3u8"},{"URI":"b.m3u8"},{"URI":"c.m3u8"}]}"#
        scenario.answers["https://ads.example/list"] = .document(list)
        return scenario
    }
}
