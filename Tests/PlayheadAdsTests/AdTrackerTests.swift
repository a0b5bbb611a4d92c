import PlayheadAds
import Testing

@Suite struct AdTrackerTests {
    private func tracker(_ ad: String = Documents.inline("1"), wrapped: Bool = false) throws -> AdTracker {
        var run = ResolverRun([
            "https://a.example/": wrapped ? Documents.vast(Documents.wrapper("w", to: "https://a.example/2")) : Documents.vast(ad),
            "https://a.example/2": Documents.vast(ad),
        ])
        run.run(["https://a.example/"])
        return AdTracker(try #require(run.ads?.first), macros: AdMacros(seed: 1))
    }

    private func events(_ tracker: inout AdTracker, _ facts: AdFact...) -> [String] { facts.flatMap { tracker.handle($0).map(\.event) } }

    @Test func anAdPlayedToItsEndCallsEachTrackerOnceInOrder() throws {
        var tracker = try tracker()
        var called = events(&tracker, .loaded, .duration(20), .shown, .shown)
        for tenth in 0...200 { called += events(&tracker, .position(Double(tenth) / 10)) }
        called += events(&tracker, .completed, .completed, .position(20), .paused)
        #expect(called == ["loaded", "impression", "creativeView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete"])
    }

    @Test func quartilesAreTrackedAtTheirPositions() throws {
        var tracker = try tracker()
        _ = events(&tracker, .duration(20), .shown)
        #expect(events(&tracker, .position(4.99)) == [] && events(&tracker, .position(5)) == ["firstQuartile"])
        #expect(events(&tracker, .position(9.9)) == [] && events(&tracker, .position(15)) == ["midpoint", "thirdQuartile"])
        #expect(events(&tracker, .position(3)) == [])
    }

    @Test func wrappersAreTrackedToo() throws {
        var tracker = try tracker(wrapped: true)
        _ = tracker.handle(.duration(20))
        #expect(
            tracker.handle(.shown).filter { $0.event == "impression" }.map(\.url) == [
                "https://t.example/w/impression", "https://t.example/1/impression",
            ])
        #expect(tracker.handle(.clicked(x: 3, y: 4)).map(\.url) == ["https://t.example/w/click", "https://t.example/1/click"])
    }

    @Test func onlyErrorsAreTrackedForAnAdThatIsNotShown() throws {
        var tracker = try tracker(wrapped: true)
        #expect(events(&tracker, .position(10), .paused, .skipped, .completed, .clicked(x: nil, y: nil)) == [])
        let calls = tracker.handle(.failed(AdError(.mediaFileNotFound, "status 404")))
        #expect(calls.map(\.url) == ["https://t.example/w/error?401", "https://t.example/1/error?401"])
        #expect(events(&tracker, .shown, .failed(AdError(.linear, "again"))) == [])
    }

    @Test func soundPauseAndSizeAreTrackedAtEachChange() throws {
        var tracker = try tracker()
        _ = events(&tracker, .shown)
        #expect(
            events(&tracker, .muted, .muted, .unmuted, .paused, .paused, .resumed, .resumed, .paused, .expanded, .collapsed) == [
                "mute", "unmute", "pause", "resume", "pause", "playerExpand", "playerCollapse",
            ])
    }

    @Test func aSkipEndsTheAd() throws {
        var tracker = try tracker()
        #expect(Array(events(&tracker, .shown, .position(6), .skipped, .completed, .position(20)).suffix(2)) == ["firstQuartile", "skip"])
    }

    @Test func anAdShorterThanDeclaredIsComplete() throws {
        var tracker = try tracker()
        _ = events(&tracker, .shown, .position(8))
        #expect(events(&tracker, .completed) == ["midpoint", "thirdQuartile", "complete"])
    }

    @Test func progressIsTrackedAtItsOffsetsInOrder() throws {
        let progress = """
            <TrackingEvents><Tracking event="progress" offset="50%">https://t.example/half</Tracking><Tracking event="progress" offset="00:00:02">https://t.example/2</Tracking>\
            <Tracking event="progress" offset="00:00:02">https://t.example/2b</Tracking><Tracking event="progress">https://t.example/never</Tracking></TrackingEvents>
            """
        var tracker = try tracker(Documents.inline("1", linear: progress))
        _ = events(&tracker, .duration(20), .shown)
        #expect(
            tracker.handle(.position(12)).map(\.url) == [
                "https://t.example/2", "https://t.example/2b", "https://t.example/1/firstQuartile", "https://t.example/1/midpoint",
                "https://t.example/half",
            ])
    }

    @Test func progressAtAShareIsTrackedOnceIfTheDurationChanges() throws {
        let progress = ["50%", "75%", "00:00:16"].map { "<Tracking event=\"progress\" offset=\"\($0)\">https://t.example/\($0)</Tracking>" }
        var tracker = try tracker(Documents.inline("1", linear: "<TrackingEvents>\(progress.joined())</TrackingEvents>"))
        _ = events(&tracker, .duration(20), .shown)
        #expect(events(&tracker, .position(16)) == ["firstQuartile", "midpoint", "progress", "thirdQuartile", "progress", "progress"])
        #expect(events(&tracker, .duration(21), .position(16.5)) == [])
        #expect(events(&tracker, .completed) == ["complete"])
    }

    @Test(.timeLimit(.minutes(1))) func manyProgressTrackersCostLittleAtEachPosition() throws {
        let many = (0..<40_000).map { "<Tracking event=\"progress\" offset=\"01:00:00.001\">https://t.example/\($0)</Tracking>" }.joined()
        var tracker = try tracker(Documents.inline("1", linear: "<TrackingEvents>\(many)</TrackingEvents>"))
        _ = events(&tracker, .duration(7200), .shown)
        for tick in 1...10_000 { #expect(tracker.handle(.position(Double(tick) / 10)).isEmpty) }
    }

    @Test func viewabilityIsUndeterminedAndVerificationIsReportedAsNotExecuted() throws {
        let extra = """
            <ViewableImpression><Viewable>https://v.example/yes</Viewable><ViewUndetermined>https://v.example/unknown</ViewUndetermined></ViewableImpression>\
            <AdVerifications><Verification vendor="a"><TrackingEvents><Tracking event="verificationNotExecuted">https://o.example/?r=[REASON]</Tracking></TrackingEvents></Verification></AdVerifications>
            """
        var tracker = try tracker(Documents.inline("1", extra: extra))
        let urls = tracker.handle(.shown).map(\.url)
        #expect(
            urls.contains("https://v.example/unknown") && urls.contains("https://o.example/?r=2") && !urls.contains("https://v.example/yes")
        )
    }

    @Test func aReasonAndAnErrorCodeAreValuesOfTheirOwnTrackersOnly() throws {
        let query = "r=[REASON]&amp;e=[ERRORCODE]"
        let trackers = ["start", "mute"].map { "<Tracking event=\"\($0)\">https://t.example/\($0)?\(query)</Tracking>" }.joined()
        let verification = "<Tracking event=\"verificationNotExecuted\">https://o.example/?\(query)</Tracking>"
        let extra = """
            <AdVerifications><Verification vendor="a"><TrackingEvents>\(verification)</TrackingEvents></Verification></AdVerifications>
            """
        var tracker = try tracker(Documents.inline("1", extra: extra, linear: "<TrackingEvents>\(trackers)</TrackingEvents>"))
        let shown = tracker.handle(.shown).map(\.url)
        #expect(shown.contains("https://o.example/?r=2&e=-1") && shown.contains("https://t.example/start?r=-1&e=-1"))
        #expect(tracker.handle(.interactiveFailed(AdError(.interactive, "no page"))).map(\.url) == ["https://t.example/1/error?902"])
        #expect(tracker.handle(.muted).map(\.url).contains("https://t.example/mute?r=-1&e=-1"))
    }

    @Test func anImpressionIsViewableAfterTwoConsecutiveSecondsInAVisibleView() throws {
        let extra = """
            <ViewableImpression><Viewable>https://v.example/yes</Viewable><NotViewable>https://v.example/no</NotViewable>\
            <ViewUndetermined>https://v.example/unknown</ViewUndetermined></ViewableImpression>
            """
        func viewability(_ facts: [AdFact]) throws -> [String] {
            var tracker = try tracker(Documents.inline("1", extra: extra))
            tracker.start(isMuted: false, isExpanded: false, isVisible: true)
            return facts.flatMap { tracker.handle($0).map(\.event) }.filter { $0.lowercased().contains("view") && $0 != "creativeView" }
        }
        let parts: [AdFact] = [.shown, .position(1.5), .hidden, .position(2.5), .visible, .position(4)]
        #expect(try viewability(parts).isEmpty)
        #expect(try viewability(parts + [.position(4.5), .completed]) == ["viewable"])
        #expect(try viewability(parts.prefix(3) + [.completed]) == ["notViewable"])
    }

    @Test func macrosDescribeThePositionOfTheAd() throws {
        let progress =
            "<TrackingEvents><Tracking event=\"progress\" offset=\"00:00:02\">https://t.example/?p=[ADPLAYHEAD]&amp;a=[ASSETURI]&amp;s=[PLAYERSTATE]</Tracking></TrackingEvents>"
        var tracker = try tracker(Documents.inline("1", linear: progress))
        _ = events(&tracker, .shown, .muted)
        #expect(
            tracker.handle(.position(2.5)).map(\.url) == [
                "https://t.example/?p=00%3A00%3A02.500&a=https%3A%2F%2Fmedia.example%2F1.mp4&s=muted"
            ])
    }

    @Test func macrosDescribeTheStateAfterTheFact() throws {
        func tracking(_ event: String) -> String {
            "<Tracking event=\"\(event)\">https://t.example/?p=[ADPLAYHEAD]&amp;s=[PLAYERSTATE]&amp;m=[MEDIAPLAYHEAD]</Tracking>"
        }
        let events = ["mute", "unmute", "complete"].map { tracking($0) }.joined()
        let inline = Documents.inline("1", linear: "<TrackingEvents>\(events)</TrackingEvents>")
            .replacing("https://t.example/1/click", with: "https://t.example/?c=[CLICKPOS]")
        var tracker = try tracker(inline)
        tracker.macros[value: .mediaPlayhead] = "00:01:00.000"
        _ = tracker.handle(.duration(20))
        _ = tracker.handle(.shown)
        _ = tracker.handle(.position(2))
        let query = "&m=00%3A01%3A00.000"
        #expect(tracker.handle(.muted).first?.url == "https://t.example/?p=00%3A00%3A02.000&s=muted" + query)
        #expect(tracker.handle(.unmuted).first?.url == "https://t.example/?p=00%3A00%3A02.000&s=-1" + query)
        #expect(tracker.handle(.clicked(x: 315, y: 204)).map(\.url) == ["https://t.example/?c=315,204"])
        #expect(tracker.handle(.clicked(x: 3, y: nil)).map(\.url) == ["https://t.example/?c=-1"])
        let completed = tracker.handle(.completed).first { $0.event == "complete" }
        #expect(completed?.url == "https://t.example/?p=00%3A00%3A20.000&s=-1" + query)
    }

    // VAST 4.3 §3.14.1
    @Test func theStartOfTheInteractivePartIsTrackedOnceWhileTheAdIsShown() throws {
        let tracking = "<TrackingEvents><Tracking event=\"interactiveStart\">https://t.example/i</Tracking></TrackingEvents>"
        var tracker = try tracker(Documents.inline("1", linear: tracking))
        #expect(events(&tracker, .interactiveStarted) == [])
        _ = events(&tracker, .shown)
        #expect(events(&tracker, .interactiveStarted, .interactiveStarted) == ["interactiveStart"])
        _ = events(&tracker, .completed)
        #expect(events(&tracker, .interactiveStarted) == [])
    }

    @Test func theSkipTimeIsKnownOnceTheDurationIs() throws {
        #expect(try tracker(Documents.inline("1", skipOffset: "25%")).skipTime == 5)
        var unknown = try tracker(Documents.inline("1", duration: "", skipOffset: "50%"))
        #expect(unknown.skipTime == nil)
        _ = unknown.handle(.duration(8))
        #expect(unknown.skipTime == 4)
    }

    @Test func companionsAreTrackedWhenShownAlsoAfterTheAd() throws {
        let companion = """
            <Creatives><Creative><CompanionAds><Companion><StaticResource creativeType="image/png">https://m.example/a.png</StaticResource>\
            <CompanionClickTracking>https://t.example/cc</CompanionClickTracking><TrackingEvents><Tracking event="creativeView">https://t.example/cv</Tracking></TrackingEvents></Companion></CompanionAds></Creative>
            """
        var tracker = try tracker(Documents.inline("1").replacing("<Creatives>", with: companion))
        #expect(tracker.handle(.companionShown(0)).isEmpty)
        _ = events(&tracker, .shown, .completed)
        #expect(tracker.handle(.companionShown(0)).map(\.url) == ["https://t.example/cv"])
        #expect(tracker.handle(.companionShown(0)).isEmpty && tracker.handle(.companionShown(3)).isEmpty)
        #expect(tracker.handle(.companionClicked(0)).map(\.url) == ["https://t.example/cc"])
    }

    @Test func clicksOnCompanionsAreTrackedByWrappersToo() throws {
        func creative(_ content: String) -> String {
            "<Creatives><Creative><CompanionAds><Companion>\(content)</Companion></CompanionAds></Creative>"
        }
        let wrapper = Documents.wrapper("w", to: "https://a.example/2").replacing(
            "<Creatives>", with: creative("<CompanionClickTracking>https://t.example/w</CompanionClickTracking>"))
        let resource = "<StaticResource creativeType=\"image/png\">https://m.example/a.png</StaticResource>"
        let inline = Documents.inline("1").replacing(
            "<Creatives>", with: creative(resource + "<CompanionClickTracking>https://t.example/1</CompanionClickTracking>"))
        var run = ResolverRun(["https://a.example/": Documents.vast(wrapper), "https://a.example/2": Documents.vast(inline)])
        run.run(["https://a.example/"])
        var tracker = AdTracker(try #require(run.ads?.first), macros: AdMacros(seed: 1))
        _ = tracker.handle(.shown)
        #expect(tracker.handle(.companionClicked(0)).map(\.url) == ["https://t.example/w", "https://t.example/1"])
        #expect(tracker.handle(.companionClicked(1)).isEmpty)
    }

    @Test func URLsThatCannotBeLoadedAreNotCalled() throws {
        var tracker = try tracker(Documents.inline("1").replacing("https://t.example/1/impression", with: "javascript:alert(1)"))
        #expect(events(&tracker, .shown) == ["loaded", "creativeView", "start"])
    }
}
