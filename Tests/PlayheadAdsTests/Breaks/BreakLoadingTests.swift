import PlayheadAds
import PlayheadCore
import Testing

/// Tests the loading of a break's documents and media, and its failures.
@Suite struct BreakLoadingTests {
    private static let tag = "https://ads.example/tag"

    private static func controller(_ configuration: AdConfiguration) -> AdController {
        var controller = AdController(configuration: configuration, macros: AdMacros(seed: 1))
        _ = controller.handle(.itemBegan(number: 1), now: 0)
        return controller
    }

    /// Starts content whose pre-roll is a document.
    private static func play(_ document: String) throws -> (controller: AdController, outputs: [AdOutput]) {
        var configuration = AdConfiguration()
        configuration.tags = [tag]
        var controller = Self.controller(configuration)
        let loads = requests(controller.handle(.contentWillStart(at: 0, isBeginning: true), now: 0))
        let id = try #require(loads.first).id
        let outputs = controller.handle(.response(id: id, bytes: Array(document.utf8), url: tag), now: 1)
        return (controller, outputs)
    }

    private static func requests(_ outputs: [AdOutput]) -> [AdResolver.Request] {
        outputs.compactMap { if case .load(let request) = $0 { request } else { nil } }
    }

    /// Returns the number and the URL of the ad that is played.
    private static func playedAd(_ outputs: [AdOutput]) throws -> (number: Int, url: String) {
        let ads = outputs.compactMap { output -> (number: Int, url: String)? in
            if case .playAd(let number, let url, _) = output { (number: number, url: url) } else { nil }
        }
        return try #require(ads.last)
    }

    private static func codes(_ outputs: [AdOutput]) -> [Int] {
        outputs.compactMap { if case .event(.failure(let error, _)) = $0 { error.code } else { nil } }
    }

    @Test("An error has the tag that failed, also that of an ad whose media fails")
    func tagsOfErrors() {
        let media = "https://ads.example/media"
        var configuration = AdConfiguration()
        configuration.tags = ["https://ads.example/empty", "javascript:alert(1)", "https://ads.example/status", media]
        var controller = Self.controller(configuration)
        let documents = ["https://ads.example/empty": "", media: Documents.vast(Documents.inline("a"))]
        var failed: [String] = []
        var next: AdInput? = .contentWillStart(at: 0, isBeginning: true)
        while let input = next {
            next = nil
            for output in controller.handle(input, now: 0) {
                switch output {
                case .load(let request):
                    next =
                        documents[request.url].map { AdInput.response(id: request.id, bytes: Array($0.utf8), url: request.url) }
                        ?? AdInput.failure(id: request.id, reason: "status 404")
                case .playAd(let number, _, _): next = .playback(ad: number, .failed(AdError(.mediaFileNotFound, "status 404")))
                case .event(.failure(_, let tag)): failed.append(tag ?? "no tag")
                default: break
                }
            }
        }
        #expect(failed == configuration.tags)
    }

    @Test("A relative URL in a document inside of a schedule is relative to the schedule, after its redirects")
    func redirectedSchedule() throws {
        let vmap = """
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0"><vmap:AdBreak timeOffset="start" breakType="linear">\
            <vmap:AdSource><vmap:VASTAdData>\(Documents.vast(Documents.wrapper("w", to: "inner")))</vmap:VASTAdData></vmap:AdSource>\
            </vmap:AdBreak></vmap:VMAP>
            """
        var configuration = AdConfiguration()
        configuration.vmapURL = "https://ads.example/vmap"
        var controller = AdController(configuration: configuration, macros: AdMacros(seed: 1))
        let id = try #require(Self.requests(controller.handle(.itemBegan(number: 1), now: 0)).first).id
        _ = controller.handle(.contentWillStart(at: 0, isBeginning: true), now: 0)
        let outputs = controller.handle(.response(id: id, bytes: Array(vmap.utf8), url: "https://cdn.example/d/vmap"), now: 1)
        #expect(Self.requests(outputs).map(\.url) == ["https://cdn.example/d/inner"])
    }

    @Test("A media file that can't be opened is replaced by the next one of the ad, and the ad fails with the last one")
    func nextMediaFile() throws {
        let urls = ["https://m.example/a.mp4", "https://m.example/b.mp4"]
        let files = urls.map { Documents.mediaFile($0) }.joined()
        var (controller, outputs) = try Self.play(Documents.vast(Documents.inline("a", media: files)))
        let first = try Self.playedAd(outputs)
        let error = AdError(.mediaFileNotFound, "status 404")
        outputs = controller.handle(.playback(ad: first.number, .failed(error)), now: 2)
        let second = try Self.playedAd(outputs)
        #expect(Set([first.url, second.url]) == Set(urls))
        #expect(Self.codes(outputs) == [] && outputs.contains(.event(.warning(error.playbackError))))
        #expect(outputs.contains(.stopAd(first.number)) && !outputs.contains { if case .call = $0 { true } else { false } })
        outputs = controller.handle(.playback(ad: second.number, .failed(error)), now: 3)
        #expect(Self.codes(outputs) == [10401] && outputs.last == .startContent(at: 0))
    }

    @Test("An ad whose media fails after it was opened has failed")
    func openedMediaFile() throws {
        let files = ["a", "b"].map { Documents.mediaFile("https://m.example/\($0).mp4") }.joined()
        var (controller, outputs) = try Self.play(Documents.vast(Documents.inline("a", media: files)))
        let number = try Self.playedAd(outputs).number
        _ = controller.handle(.playback(ad: number, .loaded), now: 2)
        outputs = controller.handle(.playback(ad: number, .failed(AdError(.mediaFileDisplay, "it can't be decoded"))), now: 3)
        #expect(Self.codes(outputs) == [10405] && outputs.last == .startContent(at: 0))
    }

    @Test("A live stream as an ad ends at the declared duration")
    func liveMedia() throws {
        var (controller, outputs) = try Self.play(Documents.vast(Documents.inline("a", duration: "00:00:04")))
        let number = try Self.playedAd(outputs).number
        for report: AdPlaybackReport in [.live, .loaded, .shown, .position(3.9)] {
            _ = controller.handle(.playback(ad: number, report), now: 2)
        }
        #expect(controller.place == .inBreak)
        outputs = controller.handle(.playback(ad: number, .position(4)), now: 6)
        #expect(outputs.contains(.event(.complete)) && outputs.contains(.stopAd(number)) && outputs.last == .startContent(at: 0))
    }

    @Test("A live stream as an ad without a declared duration is not played")
    func liveMediaWithoutDuration() throws {
        var (controller, outputs) = try Self.play(Documents.vast(Documents.inline("a", duration: "")))
        outputs = controller.handle(.playback(ad: try Self.playedAd(outputs).number, .live), now: 2)
        #expect(Self.codes(outputs) == [10405] && outputs.last == .startContent(at: 0))
    }

    @Test("A live stream as an interstitial ends at the playout limit")
    func liveInterstitial() throws {
        var adBreak = AdBreak(id: "i", offset: .preRoll, source: .assets([InterstitialAsset(url: "https://m.example/a.m3u8")]))
        adBreak.playoutLimit = 3
        var configuration = AdConfiguration()
        configuration.schedule = [adBreak]
        var controller = Self.controller(configuration)
        let number = try Self.playedAd(controller.handle(.contentWillStart(at: 0, isBeginning: true), now: 0)).number
        for report: AdPlaybackReport in [.live, .loaded, .shown, .position(2.5)] {
            _ = controller.handle(.playback(ad: number, report), now: 2)
        }
        #expect(controller.place == .inBreak)
        let outputs = controller.handle(.playback(ad: number, .position(3)), now: 6)
        #expect(outputs.contains(.event(.complete)) && outputs.last == .startContent(at: 0))
    }
}
