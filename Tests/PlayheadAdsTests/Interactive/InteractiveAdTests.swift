import PlayheadAds
import PlayheadCore
import Testing

/// Tests the controller's handling of an ad with an interactive part; the session is simulated.
@Suite struct InteractiveAdTests {
    private static let tag = "https://ads.example/tag"

    private static func document(_ file: String, media: String = Documents.mediaFile("https://m.example/one.mp4")) -> String {
        let tracking = "<TrackingEvents><Tracking event=\"interactiveStart\">https://t.example/i</Tracking></TrackingEvents>"
        return Documents.vast(Documents.inline("one", media: media + file, linear: tracking))
    }

    private static func file(_ url: String = "https://m.example/creative.html", more: String = "") -> String {
        "<InteractiveCreativeFile type=\"text/html\" apiFramework=\"SIMID\"\(more)>\(url)</InteractiveCreativeFile>"
    }

    /// Creates a controller whose pre-roll is a document.
    private static func controller(_ document: String, runs: Bool = true) -> (controller: AdController, outputs: [AdOutput]) {
        var configuration = AdConfiguration()
        configuration.tags = [tag]
        configuration.skipOffset = .seconds(2)
        var capabilities = AdMediaCapabilities()
        capabilities.interactiveFrameworks = runs ? ["SIMID"] : []
        var controller = AdController(configuration: configuration, capabilities: capabilities, macros: AdMacros(seed: 1))
        _ = controller.handle(.itemBegan(number: 1), now: 0)
        let asked = controller.handle(.contentWillStart(at: 0, isBeginning: true), now: 0)
        guard case .load(let request)? = asked.first(where: { if case .load = $0 { true } else { false } }) else { return (controller, []) }
        let outputs = controller.handle(.response(id: request.id, bytes: Array(document.utf8), url: tag), now: 0.5)
        return (controller, outputs)
    }

    private static func creative(_ outputs: [AdOutput]) -> InteractiveCreative? {
        outputs.lazy.compactMap { if case .runInteractive(_, let creative) = $0 { creative } else { nil } }.first
    }

    private static func playedAd(_ outputs: [AdOutput]) -> Int? {
        outputs.lazy.compactMap { if case .playAd(let number, _, _) = $0 { number } else { nil } }.first
    }

    private static func names(_ outputs: [AdOutput]) -> [EventName] {
        outputs.compactMap { if case .event(let report) = $0 { report.event?.name } else { nil } }
    }

    private static func calls(_ outputs: [AdOutput]) -> [String] {
        outputs.compactMap { if case .call(let call) = $0 { call.event } else { nil } }
    }

    private func shown() throws -> (controller: AdController, ad: Int) {
        var (controller, outputs) = Self.controller(Self.document(Self.file()))
        let ad = try #require(Self.playedAd(outputs))
        _ = controller.handle(.playback(ad: ad, .shown), now: 1)
        return (controller, ad)
    }

    @Test func theCreativeRunsBesideTheMediaIfItsFrameworkIsSupported() throws {
        let creative = try #require(Self.creative(Self.controller(Self.document(Self.file("creative.html"))).outputs))
        #expect(creative.url == "https://ads.example/creative.html" && creative.skipOffset == 2)
        let without = Self.controller(Self.document(Self.file()), runs: false).outputs
        #expect(Self.playedAd(without) != nil && Self.creative(without) == nil)
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x"])
    func onlyHTTPPagesAreRun(url: String) {
        let outputs = Self.controller(Self.document(Self.file(url))).outputs
        #expect(Self.playedAd(outputs) != nil && Self.creative(outputs) == nil)
    }

    /// Both are reported as an interactive part that was not executed (VAST 4.1 §2.3.6.3).
    @Test func anAdWithUnsupportedRequirementsIsNotShown() {
        for (document, runs) in [
            (Self.document(Self.file(), media: ""), true), (Self.document(Self.file(), media: ""), false),
            (Self.document(Self.file(more: " variableDuration=\"true\"")), true),
        ] {
            let outputs = Self.controller(document, runs: runs).outputs
            let codes = outputs.compactMap { if case .event(.failure(let error, _)) = $0 { error.code } else { nil } }
            #expect(codes == [10_409] && Self.playedAd(outputs) == nil && outputs.last == .startContent(at: 0))
        }
        // A player without interactive ads plays the media.
        #expect(Self.playedAd(Self.controller(Self.document(Self.file(more: " variableDuration=\"true\"")), runs: false).outputs) != nil)
    }

    @Test func reportsOfTheCreativeAreEmittedAndTracked() throws {
        var (controller, ad) = try shown()
        func report(_ report: InteractiveReport) -> [AdOutput] { controller.handle(.playback(ad: ad, .interactive(report)), now: 1) }
        let started = report(.started)
        #expect(Self.names(started) == [.onAdStarted] && Self.calls(started) == ["interactiveStart"])
        let click = report(.clicked(url: "https://shop.example/", x: 1, y: 2))
        #expect(Self.names(click) == [.onAdClick, .onAdPause] && Self.calls(click) == ["clickTracking", "pause"])
        #expect(Self.names(report(.clicked(url: nil, x: nil, y: nil))).isEmpty)
        #expect(Self.names(report(.opens("javascript:alert(1)"))) == [.onAdWarning])
        #expect(report(.tracks(["https://t.example/x?[CACHEBUSTING]"])).count == 1)
        let stopped = report(.stops)
        #expect(stopped.first == .endInteractive(ad, .stopped) && Self.names(stopped) == [.onAdComplete, .onAdBreakEnd])
        // After the end only tracking is accepted.
        #expect(Self.calls(report(.tracks(["https://t.example/y"]))) == ["reportTracking"])
        #expect(report(.started).isEmpty && report(.opens("https://shop.example/")).isEmpty && report(.stops).isEmpty)
    }

    @Test func aFailureEndsTheAdOnlyIfTheCreativeRequestsIt() throws {
        var (alone, ad) = try shown()
        let error = AdError(.interactive, "gone")
        let outputs = alone.handle(.playback(ad: ad, .interactive(.failed(error, endsAd: false))), now: 1)
        #expect(Self.names(outputs) == [.onAdWarning] && Self.calls(outputs) == ["error"])
        #expect(alone.handle(.playback(ad: ad, .interactive(.failed(error, endsAd: false))), now: 1).count == 1)
        let ended = alone.handle(.playback(ad: ad, .ended), now: 2)
        #expect(Self.names(ended) == [.onAdTime, .onAdComplete, .onAdBreakEnd] && ended.first == .endInteractive(ad, .completed))
        var (both, other) = try shown()
        let over = both.handle(.playback(ad: other, .interactive(.failed(error, endsAd: true))), now: 1)
        #expect(Self.names(over) == [.onAdError, .onAdBreakEnd] && over.contains(.stopAd(other)) && over.last == .startContent(at: 0))
    }

    @Test func skippingNotifiesTheCreative() throws {
        var (controller, ad) = try shown()
        _ = controller.handle(.playback(ad: ad, .position(2)), now: 3)
        #expect(controller.handle(.skip, now: 3).first == .endInteractive(ad, .skipped))
    }
}
