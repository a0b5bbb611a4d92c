import PlayheadAds
import PlayheadCore

extension AdScenario {
    /// The scenarios with interstitials of a playlist.
    static let interstitials: [AdScenario] = [
        listed("interstitial-that-is-inserted", ["X-ASSET-URI": asset, "X-RESUME-OFFSET": "0"]),
        listed("interstitial-that-replaces", ["X-ASSET-URI": asset, "X-RESUME-OFFSET": "8"]),
        listed("interstitial-as-long-as-it-lasts", ["X-ASSET-URI": asset]),
        listed("interstitial-at-segments", ["X-ASSET-URI": asset, "X-RESUME-OFFSET": "3", "X-SNAP": "OUT,IN"], at: 7),
        listed(
            "interstitial-that-must-be-seen", ["X-ASSET-URI": asset, "X-RESUME-OFFSET": "0", "X-RESTRICT": "SKIP,JUMP"],
            [Step(2, .seek(15)), Step(4, .skip)]),
        listed("interstitial-with-a-limit", ["X-ASSET-URI": asset, "X-RESUME-OFFSET": "0", "X-PLAYOUT-LIMIT": "2"]),
        listed("interstitial-before-the-content", ["X-ASSET-URI": asset, "CUE": "PRE,ONCE"]) { $0.startsAt = 5 },
        listed("interstitial-after-the-content", ["X-ASSET-URI": asset, "CUE": "POST"]),
        listed("interstitial-again", ["X-ASSET-URI": asset, "X-RESUME-OFFSET": "0"], [Step(12, .seek(3))]),
        listed("interstitial-once", ["X-ASSET-URI": asset, "X-RESUME-OFFSET": "0", "CUE": "ONCE"], [Step(12, .seek(3))]),
        listed(
            "interstitial-skipped-as-a-whole", ["X-ASSET-LIST": list, "X-RESUME-OFFSET": "0", "X-SKIP-CONTROL-OFFSET": "2"],
            [Step(5.5, .skip), Step(7.5, .skip)]
        ) {
            $0.answers[list] = .document(#"{"ASSETS":[{"URI":"a.m3u8","DURATION":4},{"URI":"b.m3u8"}]}"#)
        },
        listed(
            "interstitial-skipped-as-its-list-says", ["X-ASSET-LIST": list, "X-RESUME-OFFSET": "0", "X-SKIP-CONTROL-OFFSET": "2"],
            [Step(7.5, .skip), Step(10, .skip)]
        ) {
            $0.answers[list] = .document(
                #"{"ASSETS":[{"URI":"a.m3u8","DURATION":4},{"URI":"b.m3u8"}],"SKIP-CONTROL":{"OFFSET":5}}"#)
        },
        listed(
            "interstitial-left-by-the-app", ["X-ASSET-URI": asset, "X-RESUME-OFFSET": "8", "X-RESTRICT": "SKIP,JUMP"],
            [Step(6, .skip), Step(6.5, .skipBreak)]),
        listed(
            "interstitial-cancelled-by-the-app", ["X-ASSET-URI": asset, "X-RESUME-OFFSET": "8", "X-SNAP": "IN"],
            [Step(6, .cancelBreaks)]),
        listed("interstitial-left-before-its-list", ["X-ASSET-LIST": list, "X-RESUME-OFFSET": "0"], [Step(5, .skipBreak)]) {
            $0.answers[list] = .silence
        },
        listed("interstitial-without-a-list", ["X-ASSET-LIST": list, "X-RESUME-OFFSET": "0"]),
        listed("interstitial-without-media", ["X-RESUME-OFFSET": "0"]),
    ]

    private static let asset = "https://m.example/asset.m3u8"
    private static let list = "https://ads.example/list"

    /// Creates a scenario with content of 20 s in segments of 6 s, and a date range.
    private static func listed(
        _ name: String, _ attributes: [String: String], at place: Double = 4, _ steps: [Step] = [],
        change: (inout AdScenario) -> Void = { _ in }
    ) -> AdScenario {
        var scenario = AdScenario(name: name)
        scenario.contentDuration = 20
        scenario.steps = steps
        let date = 1_700_000_000 + place
        do {
            let read = try HLSInterstitial(id: "i", startDate: date, attributes: attributes)
            scenario.interstitials = [read.adBreak(at: place) { ($0 / 6).rounded() * 6 }]
        } catch {
            scenario.interstitials = [HLSInterstitial.unusable("i", startDate: date, at: place, error)]
        }
        change(&scenario)
        return scenario
    }
}
