import Foundation
import PlayheadAds
import PlayheadCore
import Testing

@Suite struct AdControllerTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Golden")

    /// The events and calls of each scenario match its golden. `PLAYHEAD_UPDATE_GOLDEN=1` updates the goldens.
    @Test(arguments: AdScenario.all)
    func scenariosMatchTheirGoldens(scenario: AdScenario) throws {
        let trace = AdRig.run(scenario).trace
        let file = Self.folder.appendingPathComponent("\(scenario.name).txt")
        if ProcessInfo.processInfo.environment["PLAYHEAD_UPDATE_GOLDEN"] == "1" { try Data(trace.utf8).write(to: file) }
        #expect(trace == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test func thereAreThirtyScenariosWithUniqueNames() {
        #expect(AdScenario.all.count >= 30 && Set(AdScenario.all.map(\.name)).count == AdScenario.all.count)
    }

    /// Checks the order onAdBreakStart → onAdRequest → onAdImpression → onAdPlay → onAdTime… → onAdComplete or onAdSkipped → … →
    /// onAdBreakEnd.
    @Test(arguments: AdScenario.all)
    func eventsAreInOrder(scenario: AdScenario) {
        var isInBreak = false
        var isShown = false
        // Overlay ads are offered before anything is shown, and clicked while the content plays.
        let isOverlay = scenario.name.contains("overlay")
        for event in AdRig.run(scenario).events {
            switch event {
            case .onAdCompanions where isOverlay: #expect(isInBreak && !isShown)
            case .onAdClick where isOverlay: #expect(!isInBreak)
            case .onAdBreakStart:
                #expect(!isInBreak)
                isInBreak = true
            case .onAdBreakEnd:
                #expect(isInBreak && !isShown)
                isInBreak = false
            case .onAdImpression:
                #expect(!isShown)
                // The app decides when to show an overlay.
                isShown = isInBreak
            case .onAdPlay, .onAdTime, .onAdPause, .onAdCompanions, .onAdClick: #expect(isInBreak && isShown)
            case .onAdComplete, .onAdSkipped:
                #expect(isShown)
                isShown = false
            case .onAdError: isShown = false
            case .onAdRequest: #expect(isInBreak && !isShown)
            default: break
            }
        }
    }

    @Test("Thousands of empty breaks at one position end in sequence, and the content continues")
    func breaksWithoutAds() {
        let count = 20_000
        var configuration = AdConfiguration()
        configuration.schedule = (0..<count).map {
            AdBreak(id: "\($0)", offset: .midRoll(.seconds(5)), source: .unusable(AdError(.breakDocument, "there is none")))
        }
        var controller = AdController(configuration: configuration, macros: AdMacros(seed: 1))
        _ = controller.handle(.itemBegan(number: 1), now: 0)
        let outputs = controller.handle(.contentPosition(6), now: 1)
        #expect(outputs.count { $0 == .event(.breakEnd(.mid)) } == count)
        #expect(outputs.last == .startContent(at: nil) && controller.place == .free)
    }

    /// Returns a controller whose content has been held at its start, and the request for the schedule.
    private static func waitingController(startingAt place: Double = 0) throws -> (AdController, AdResolver.Request) {
        var configuration = AdConfiguration()
        configuration.vmapURL = "https://ads.example/vmap"
        var controller = AdController(configuration: configuration, macros: AdMacros(seed: 1))
        let loads = controller.handle(.itemBegan(number: 1), now: 0)
        let requests = loads.compactMap { if case .load(let request) = $0 { request } else { nil } }
        _ = controller.handle(.contentDuration(60), now: 0)
        #expect(controller.handle(.contentWillStart(at: place, isBeginning: place == 0), now: 1) == [.holdContent])
        return (controller, try #require(requests.first))
    }

    /// A schedule with one break.
    private static func schedule(_ offset: String) -> [UInt8] {
        Array(
            """
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
            <vmap:AdBreak timeOffset="\(offset)" breakType="linear"><vmap:AdSource id="1">
            <vmap:AdTagURI templateType="vast3">https://ads.example/1</vmap:AdTagURI></vmap:AdSource></vmap:AdBreak></vmap:VMAP>
            """.utf8)
    }

    @Test("A seek during the loading of the schedule replaces the pending start")
    func seekBeforeSchedule() throws {
        var (controller, request) = try Self.waitingController()
        #expect(controller.handle(.contentSeek(from: 0, to: 20), now: 2).isEmpty)
        let outputs = controller.handle(.response(id: request.id, bytes: Self.schedule("start"), url: request.url), now: 3)
        #expect(controller.place == .inBreak)
        #expect(outputs.count { if case .load = $0 { true } else { false } } == 1)
        #expect(outputs.count { if case .startContent = $0 { true } else { false } } == 0)
    }

    @Test("A seek during the loading of the schedule plays the last break that it passes, as any other one")
    func seekOverABreakBeforeSchedule() throws {
        var (controller, request) = try Self.waitingController()
        _ = controller.handle(.contentSeek(from: 0, to: 20), now: 2)
        let outputs = controller.handle(.response(id: request.id, bytes: Self.schedule("00:00:10"), url: request.url), now: 3)
        #expect(controller.place == .inBreak && outputs.contains(.event(.breakStart(.mid))))
    }

    @Test(
        "A seek during the loading of the schedule leaves a break at the start position behind, or passes it",
        arguments: [(5.0, false), (40.0, true)])
    func seekFromABreakBeforeSchedule(target: Double, isPlayed: Bool) throws {
        var (controller, request) = try Self.waitingController(startingAt: 30)
        _ = controller.handle(.contentSeek(from: 30, to: target), now: 2)
        let outputs = controller.handle(.response(id: request.id, bytes: Self.schedule("00:00:30"), url: request.url), now: 3)
        #expect(outputs.contains(.event(.breakStart(.mid))) == isPlayed)
        #expect(outputs.contains(.startContent(at: target)) != isPlayed)
    }

    @Test("A break at the start of the content is before it, in every form of its time", arguments: ["start", "00:00:00", "0%"])
    func breakAtTheStart(offset: String) throws {
        var (controller, request) = try Self.waitingController()
        let outputs = controller.handle(.response(id: request.id, bytes: Self.schedule(offset), url: request.url), now: 2)
        #expect(outputs.contains(.event(.breakStart(.pre))))
        #expect(outputs.contains { if case .event(.request(_, _, .pre, _)) = $0 { true } else { false } })
    }

    @Test("The end of the content waits for the schedule, and then for its post-roll", arguments: ["start", "end", nil])
    func endBeforeSchedule(offset: String?) throws {
        var (controller, request) = try Self.waitingController()
        #expect(controller.handle(.contentEnded, now: 2).isEmpty && controller.place == .waitingForSchedule)
        let answer: AdInput =
            offset.map { .response(id: request.id, bytes: Self.schedule($0), url: request.url) } ?? .timeout(id: request.id)
        let outputs = controller.handle(answer, now: 3)
        #expect(controller.place == (offset == "end" ? .inBreak : .free))
        #expect(outputs.contains(.event(.breakStart(.post))) == (offset == "end"))
        #expect(outputs.contains(.completeContent) == (offset != "end"))
    }

    @Test("A seek back from an end that waits for the schedule is where the content starts")
    func seekFromEndBeforeSchedule() throws {
        var (controller, request) = try Self.waitingController()
        _ = controller.handle(.contentEnded, now: 2)
        _ = controller.handle(.contentSeek(from: 60, to: 20), now: 3)
        #expect(controller.place == .waitingForSchedule)
        #expect(controller.handle(.failure(id: request.id, reason: "status 404"), now: 4).last == .startContent(at: 20))
    }

    /// Plays an hour with twelve breaks, every second of which fails in a different way.
    @Test func theContentIsPlayedToItsEndWhateverAdsFail() {
        var scenario = AdScenario(name: "hour")
        scenario.contentDuration = 3600
        scenario.end = 4000
        let broken: [AdScenario.Answer] = [
            .silence, .refusal("status 500"), .document(""), .document("<VAST version=\"9\"/>"), .document("{}"),
        ]
        for index in 0..<12 {
            let url = "https://ads.example/\(index)"
            let answer = AdScenario.Answer.document(Documents.vast(Documents.inline("ad\(index)")))
            scenario.answers[url] = index.isMultiple(of: 2) ? broken[index / 2 % broken.count] : answer
            let offset = AdBreakOffset.midRoll(.seconds(Double(index) * 290 + 60))
            scenario.configuration.schedule.append(AdBreak(id: "\(index)", offset: offset, source: .tags([url])))
        }
        scenario.media = ["ad1.": .stalls, "ad3.": .missing, "ad5.": .breaks(1)]
        let rig = AdRig.run(scenario)
        #expect(rig.isCompleted)
        for (name, count) in [(EventName.onAdBreakStart, 12), (.onAdBreakEnd, 12), (.onAdError, 9), (.onAdComplete, 3)] {
            #expect(rig.events.filter { $0 == name }.count == count, "\(name)")
        }
    }

    @Test func aSeekStopsAtABreakThatMustBeSeen() {
        let asset = InterstitialAsset(url: "https://m.example/a.m3u8")
        var adBreak = AdBreak(id: "must", offset: .midRoll(.seconds(20)), source: .assets([asset]))
        adBreak.restrictions.forbidsJumping = true
        adBreak.restrictions.forbidsSkipping = true
        var configuration = AdConfiguration()
        configuration.schedule = [adBreak]
        var controller = AdController(configuration: configuration, macros: AdMacros(seed: 1))
        _ = controller.handle(.itemBegan(number: 1), now: 0)
        _ = controller.handle(.contentDuration(100), now: 0)
        #expect(controller.marks == [20])
        #expect(controller.handle(.contentWillStart(at: 0, isBeginning: true), now: 0) == [.startContent(at: 0)])
        let outputs = controller.handle(.contentSeek(from: 5, to: 80), now: 1)
        #expect(outputs.contains(.holdContent) && outputs.contains(.playAd(1, url: asset.url, timeout: 15)))
        _ = controller.handle(.playback(ad: 1, .shown), now: 2)
        #expect(controller.place == .inBreak && controller.skipTime == nil)
        #expect(controller.handle(.playback(ad: 1, .ended), now: 3).last == .startContent(at: 20))
        #expect(controller.marks == [] && controller.place == .free)
    }

    @Test func macrosDescribeTheContentTheBreakAndThePlaceInThePod() throws {
        func inline(_ id: String, sequence: Int) -> String {
            let query = "?n=[ADCOUNT]&amp;s=[PODSEQUENCE]&amp;p=[MEDIAPLAYHEAD]"
            return Documents.inline(id, sequence: sequence).replacing("/impression", with: "/impression\(query)")
        }
        let document = try Documents.parse(Documents.vast(inline("a", sequence: 1), inline("b", sequence: 2), inline("c", sequence: 4)))
        var adBreak = AdBreak(id: "mid", offset: .midRoll(.seconds(5)), source: .document(document))
        adBreak.trackingEvents = ["breakStart", "breakEnd"].map {
            VASTTracking(event: $0, url: "https://t.example/\($0)?b=[BREAKPOSITION]&p=[CONTENTPLAYHEAD]", offset: nil)
        }
        var configuration = AdConfiguration()
        configuration.schedule = [adBreak]
        var controller = AdController(configuration: configuration, macros: AdMacros(seed: 1))
        var calls: [String] = []
        /// Returns the number of the ad that is played.
        func handle(_ input: AdInput, _ now: Double) -> Int {
            var ad = 0
            for output in controller.handle(input, now: now) {
                switch output {
                case .playAd(let number, _, _): ad = number
                case .call(let call): if ["breakStart", "impression", "breakEnd"].contains(call.event) { calls.append(call.url) }
                default: break
                }
            }
            return ad
        }
        _ = handle(.itemBegan(number: 1), 0)
        _ = handle(.contentDuration(60), 0)
        let failed = handle(.contentPosition(6), 1)
        let second = handle(.playback(ad: failed, .failed(AdError(.mediaFileNotFound, "status 404"))), 2)
        _ = handle(.playback(ad: second, .shown), 3)
        let third = handle(.playback(ad: second, .ended), 4)
        _ = handle(.playback(ad: third, .shown), 5)
        _ = handle(.playback(ad: third, .ended), 6)
        let position = "p=00%3A00%3A06.000"
        #expect(
            calls == [
                "https://t.example/breakStart?b=2&\(position)", "https://t.example/b/impression?n=1&s=2&\(position)",
                "https://t.example/c/impression?n=2&s=4&\(position)", "https://t.example/breakEnd?b=2&\(position)",
            ])
    }

    /// Returns a controller for content of a minute, with breaks of one asset.
    private func controller(_ breaks: [AdBreak]) -> AdController {
        var configuration = AdConfiguration()
        configuration.schedule = breaks
        var controller = AdController(configuration: configuration, macros: AdMacros(seed: 1))
        _ = controller.handle(.itemBegan(number: 1), now: 0)
        _ = controller.handle(.contentDuration(60), now: 0)
        _ = controller.handle(.contentWillStart(at: 0.5, isBeginning: false), now: 0)
        return controller
    }

    private func adBreak(_ id: String, at time: Double, _ resumption: AdBreak.Resumption) -> AdBreak {
        let asset = InterstitialAsset(url: "https://m.example/\(id).m3u8")
        var adBreak = AdBreak(id: id, offset: .midRoll(.seconds(time)), source: .assets([asset]))
        (adBreak.resumption, adBreak.playsAgain) = (resumption, true)
        return adBreak
    }

    /// Plays the ads in `outputs` and those that follow, for two seconds each, and returns the URLs and the last output.
    private func playAds(_ controller: inout AdController, _ outputs: [AdOutput]) -> (urls: [String], last: AdOutput?) {
        var urls: [String] = []
        var outputs = outputs
        while case .playAd(let number, let url, _)? = outputs.last(where: { if case .playAd = $0 { true } else { false } }) {
            urls.append(url)
            _ = controller.handle(.playback(ad: number, .shown), now: 1)
            _ = controller.handle(.playback(ad: number, .position(2)), now: 3)
            outputs = controller.handle(.playback(ad: number, .ended), now: 3)
        }
        return (urls, outputs.last)
    }

    // RFC 8216bis D.2
    @Test(arguments: [
        (AdBreak.Resumption.after(2), AdBreak.Resumption.after(2), 7.0), (.after(2), .whereLeft, 5.0), (.whereLeft, .after(2), 5.0),
        (.elapsed, .after(2), 7.0), (.after(2), .elapsed, 7.0),
    ])
    func offsetsOfBreaksAtOnePositionAddUp(first: AdBreak.Resumption, second: AdBreak.Resumption, end: Double) {
        var controller = controller([adBreak("a", at: 3, first), adBreak("b", at: 3, second)])
        let outputs = controller.handle(.contentPosition(3), now: 1)
        let played = playAds(&controller, outputs)
        #expect(played.urls == ["https://m.example/a.m3u8", "https://m.example/b.m3u8"] && played.last == .startContent(at: end))
    }

    @Test func aBreakWithoutResumeOffsetThatSnapsInResumesAtASegment() {
        var adBreak = adBreak("a", at: 3, .whereLeft)
        adBreak.snapsIn = true
        var controller = controller([adBreak])
        let outputs = controller.handle(.contentPosition(3.2), now: 1)
        #expect(playAds(&controller, outputs).last == .startContentAtSegment(near: 3.2, from: 3))
    }

    // RFC 8216bis D.4
    @Test(arguments: [
        ("https://m.example/a.m3u8", "https://m.example/a.m3u8?_HLS_primary_id=p"),
        ("https://m.example/a.m3u8?b=c#d", "https://m.example/a.m3u8?b=c&_HLS_primary_id=p#d"),
        ("file:///a.m3u8", "file:///a.m3u8"),
    ])
    func assetsOfInterstitialsAreRequestedWithTheSessionID(url: String, requested: String) {
        var adBreak = adBreak("a", at: 3, .whereLeft)
        adBreak.source = .assets([InterstitialAsset(url: url)])
        var controller = controller([adBreak])
        controller.playbackName = "p"
        let prepared = controller.handle(.contentPosition(1), now: 1)
        #expect(prepared.contains { if case .prepareAd(_, requested) = $0 { true } else { false } }, "\(prepared)")
        let played = controller.handle(.contentPosition(3), now: 2)
        #expect(played.contains { if case .playAd(_, requested, _) = $0 { true } else { false } }, "\(played)")
    }

    @Test func aClickOpensItsTargetWithThePositionOfTheClick() throws {
        let text = Documents.vast(Documents.inline("a").replacing("https://shop.example/a", with: "https://shop.example/?c=[CLICKPOS]"))
        var configuration = AdConfiguration()
        configuration.openBrowserOnAdClick = true
        configuration.schedule = [AdBreak(id: "pre", offset: .preRoll, source: .document(try Documents.parse(text)))]
        var controller = AdController(configuration: configuration, macros: AdMacros(seed: 1))
        _ = controller.handle(.itemBegan(number: 1), now: 0)
        let outputs = controller.handle(.contentWillStart(at: 0, isBeginning: true), now: 0)
        guard case .playAd(let number, _, _)? = outputs.last else { return #expect(Bool(false), "\(outputs)") }
        _ = controller.handle(.playback(ad: number, .shown), now: 1)
        #expect(controller.handle(.click(x: 3, y: 4), now: 1).contains(.open("https://shop.example/?c=3,4")))
        #expect(controller.handle(.click(x: nil, y: nil), now: 1).contains(.open("https://shop.example/?c=-1")))
        let click = InteractiveReport.clicked(url: "https://shop.example/?i=[CLICKPOS]", x: 5, y: 6)
        #expect(controller.handle(.playback(ad: number, .interactive(click)), now: 1).contains(.open("https://shop.example/?i=5,6")))
    }

    // RFC 8216bis D.5
    @Test(arguments: [
        (9.2, 4.5, "ab", 7.0), (0.5, 4.5, "ab", 7.0), (9.2, 6.9, "ab", 7.0), (9.2, 7.0, "", 7.0), (9.2, 2.9, "", 2.9),
        (9.2, 3.0, "ab", 7.0), (0.5, 20.0, "ab", 20.0),
    ])
    func aSeekIntoReplacedContentBeginsWithItsBreaks(from: Double, to: Double, ids: String, end: Double) {
        var controller = controller([adBreak("a", at: 3, .after(2)), adBreak("b", at: 3, .after(2))])
        let outputs = controller.handle(.contentSeek(from: from, to: to), now: 1)
        let played = playAds(&controller, outputs)
        #expect(played.urls == ids.map { "https://m.example/\($0).m3u8" } && played.last == .startContent(at: end))
    }

    @Test(arguments: [(5.0, 7.0), (8.0, 8.0), (2.0, 2.0)])
    func aSeekDuringABreakIntoTheContentThatItReplacesEndsBehindIt(target: Double, end: Double) {
        var controller = controller([adBreak("a", at: 3, .after(4))])
        let outputs = controller.handle(.contentPosition(3), now: 1)
        #expect(controller.handle(.contentSeek(from: 3, to: target), now: 1).isEmpty)
        let played = playAds(&controller, outputs)
        #expect(played.urls == ["https://m.example/a.m3u8"] && played.last == .startContent(at: end))
    }

    @Test func aPauseWhileAPostRollLoadsLastsIfItFails() {
        var configuration = AdConfiguration()
        configuration.schedule = [AdBreak(id: "post", offset: .postRoll, source: .tags(["https://ads.example/tag"]))]
        var controller = AdController(configuration: configuration, macros: AdMacros(seed: 1))
        _ = controller.handle(.itemBegan(number: 1), now: 0)
        _ = controller.handle(.contentDuration(20), now: 0)
        _ = controller.handle(.contentEnded, now: 1)
        #expect(controller.handle(.pause(.interaction), now: 2).isEmpty)
        let outputs = controller.handle(.failure(id: 1, reason: "status 404"), now: 3)
        #expect(Array(outputs.suffix(2)) == [.pauseContent(.interaction), .completeContent])
    }

    @Test func aPositionAfterTheEndPassesNoBreak() {
        let asset = InterstitialAsset(url: "https://m.example/a.m3u8")
        var configuration = AdConfiguration()
        configuration.schedule = [AdBreak(id: "mid", offset: .midRoll(.seconds(10)), source: .assets([asset]))]
        var controller = AdController(configuration: configuration, macros: AdMacros(seed: 1))
        _ = controller.handle(.itemBegan(number: 1), now: 0)
        _ = controller.handle(.contentDuration(20), now: 0)
        _ = controller.handle(.contentPosition(2), now: 2)
        #expect(controller.handle(.contentEnded, now: 3).last == .completeContent)
        _ = controller.handle(.contentPosition(15), now: 4)
        #expect(controller.place == .free)
    }

    @Test func lateInputsHaveNoEffect() {
        var configuration = AdConfiguration()
        configuration.tags = ["https://ads.example/tag"]
        var controller = AdController(configuration: configuration, macros: AdMacros(seed: 1))
        _ = controller.handle(.itemBegan(number: 1), now: 0)
        _ = controller.handle(.contentWillStart(at: 0, isBeginning: true), now: 0)
        #expect(controller.handle(.timeout(id: 1), now: 5).last == .startContent(at: 0))
        #expect(controller.handle(.response(id: 1, bytes: [], url: "https://ads.example/tag"), now: 6).isEmpty)
        #expect(controller.handle(.playback(ad: 7, .shown), now: 6).isEmpty)
        #expect(controller.handle(.skip, now: 6).isEmpty && controller.handle(.click(x: 0, y: 0), now: 6).isEmpty)
    }
}
