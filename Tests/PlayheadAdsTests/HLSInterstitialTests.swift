import PlayheadAds
import PlayheadCore
import Testing

@Suite struct HLSInterstitialTests {
    private func interstitial(_ attributes: [String: String]) throws -> HLSInterstitial {
        try HLSInterstitial(id: "i", startDate: 1_700_000_000, duration: 15, attributes: attributes, base: "https://h.example/a/main.m3u8")
    }

    @Test func allAttributesAreParsed() throws {
        let read = try interstitial([
            "X-ASSET-URI": "ad.m3u8", "X-RESUME-OFFSET": "-1.5", "X-PLAYOUT-LIMIT": "12", "X-SNAP": "OUT,IN", "X-RESTRICT": "SKIP, JUMP",
            "CUE": "ONCE,PRE",
            "X-CONTENT-MAY-VARY": "NO", "X-TIMELINE-OCCUPIES": "RANGE", "X-TIMELINE-STYLE": "PRIMARY", "X-SKIP-CONTROL-OFFSET": "5",
            "X-SKIP-CONTROL-DURATION": "3",
            "X-SKIP-CONTROL-LABEL-ID": "skip",
        ])
        #expect(read.source == .asset("https://h.example/a/ad.m3u8") && read.resumeOffset == -1.5 && read.playoutLimit == 12)
        #expect(read.snapsOut && read.snapsIn && read.restrictions.forbidsSkipping && read.restrictions.forbidsJumping)
        #expect(read.cues == [.once, .pre] && !read.contentMayVary && read.occupancy == .range && read.style == .primary)
        #expect(read.skipControl == HLSInterstitial.SkipControl(offset: 5, duration: 3, labelID: "skip"))
        let adBreak = read.adBreak
        #expect(adBreak.offset == .preRoll && adBreak.isOnce && adBreak.resumption == .after(-1.5) && adBreak.playoutLimit == 12)
        #expect(adBreak.source == .assets([InterstitialAsset(url: "https://h.example/a/ad.m3u8", duration: 15)]))
    }

    @Test func absentAttributesHaveTheStandardsDefaults() throws {
        let read = try interstitial(["X-ASSET-LIST": "https://l.example/list.json"])
        #expect(
            !read.snapsOut && !read.snapsIn && read.contentMayVary && read.occupancy == .point && read.style == .highlight
                && read.skipControl == nil)
        let adBreak = read.adBreak
        #expect(adBreak.offset == .date(1_700_000_000) && adBreak.resumption == .elapsed && !adBreak.isOnce)
        #expect(adBreak.source == .assetList("https://l.example/list.json"))
        #expect(try interstitial(["X-ASSET-URI": "a", "X-RESUME-OFFSET": "0"]).adBreak.resumption == .whereLeft)
    }

    @Test(arguments: [[:], ["X-ASSET-URI": "javascript:x"], ["X-ASSET-URI": "a", "X-ASSET-LIST": "b"]])
    func anInterstitialWithoutASourceIsAnError(attributes: [String: String]) {
        #expect(throws: AdError.self) { try self.interstitial(attributes) }
    }

    private func list(_ text: String) throws -> InterstitialAssetList {
        try InterstitialAssetList(parsing: Array(text.utf8), base: "https://l.example/x/list.json")
    }

    @Test func anAssetListIsParsed() throws {
        let list = try list(
            #"{"ASSETS":[{"URI":"a.m3u8","DURATION":15},{"URI":7},{"DURATION":1},{"URI":"https://b.example/b.m3u8","DURATION":-2}],"SKIP-CONTROL":{"OFFSET":5,"DURATION":2,"LABEL-ID":"s"}}"#
        )
        #expect(
            list.assets == [
                InterstitialAsset(url: "https://l.example/x/a.m3u8", duration: 15), InterstitialAsset(url: "https://b.example/b.m3u8"),
            ])
        #expect(list.skipControl == HLSInterstitial.SkipControl(offset: 5, duration: 2, labelID: "s"))
    }

    // RFC 8216bis D.3: the list overrides only the attributes that it has.
    @Test(arguments: [("{}", 2.0), (#"{"LABEL-ID":"x"}"#, 2.0), (#"{"OFFSET":5}"#, 5.0), (#"{"OFFSET":-1}"#, 0.0)])
    func anAssetListOverridesOnlyTheSkipControlsThatItHas(control: String, skipTime: Double) throws {
        let adBreak = try interstitial(["X-ASSET-LIST": "https://l.example/list", "X-SKIP-CONTROL-OFFSET": "2", "CUE": "PRE"]).adBreak
        var controller = AdController(configuration: AdConfiguration(), macros: AdMacros(seed: 1))
        _ = controller.handle(.itemBegan(number: 1), now: 0)
        _ = controller.handle(.interstitials([adBreak]), now: 0)
        let outputs = controller.handle(.contentWillStart(at: 0, isBeginning: true), now: 0)
        guard case .load(let request)? = outputs.first(where: { if case .load = $0 { true } else { false } }) else {
            Issue.record("\(outputs)")
            return
        }
        let list = #"{"ASSETS":[{"URI":"https://b.example/b.m3u8"}],"SKIP-CONTROL":\#(control)}"#
        let played = controller.handle(.response(id: request.id, bytes: Array(list.utf8), url: request.url), now: 1)
        guard case .playAd(let number, _, _)? = played.first(where: { if case .playAd = $0 { true } else { false } }) else {
            Issue.record("\(played)")
            return
        }
        _ = controller.handle(.playback(ad: number, .shown), now: 1)
        #expect(controller.skipTime == skipTime)
    }

    @Test func theNumberOfAssetsIsLimited() throws {
        let limit = 200
        let first = String(repeating: #"{"URI":"a.m3u8"},"#, count: limit)
        let list = try list(#"{"ASSETS":[\#(first){"URI":"b.m3u8"}]}"#)
        #expect(list.assets == Array(repeating: InterstitialAsset(url: "https://l.example/x/a.m3u8"), count: limit))
    }

    @Test(arguments: [
        ("", AdErrorCode.breakDocumentParsing), ("[]", .breakDocument), ("{}", .breakDocument), (#"{"ASSETS":[]}"#, .noAd),
        (#"{"ASSETS":[{}]}"#, .noAd),
    ])
    func anInvalidAssetListHasAnErrorCode(text: String, code: AdErrorCode) {
        do {
            _ = try list(text)
            Issue.record("it was read")
        } catch {
            #expect((error as? AdError)?.code == code)
        }
    }
}
