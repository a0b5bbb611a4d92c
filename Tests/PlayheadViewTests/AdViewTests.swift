import PlayheadCore
import PlayheadView
import Testing

@Suite("Ad view")
struct AdViewTests {
    private func ad(
        at position: Double, of duration: Double? = 15, _ sequence: Int = 1, _ count: Int = 2, skip: Double? = nil, isPaused: Bool = false
    ) -> AdFacts {
        var ad = AdFacts()
        (ad.position, ad.duration, ad.sequence, ad.podCount) = (position, duration, sequence, count)
        (ad.skipOffset, ad.isPaused) = (skip, isPaused)
        return ad
    }

    @Test("The banner shows the ad's index and the remaining seconds, rounded up")
    func text() {
        let texts: [(AdFacts, String)] = [
            (ad(at: 3), "1 of 2 · 0:12"), (ad(at: 3.2), "1 of 2 · 0:12"), (ad(at: 2.9, of: 15, 2), "2 of 2 · 0:13"),
            (ad(at: 0, of: 75, 1, 1), "1:15"), (ad(at: 20, of: 15), "1 of 2 · 0:00"), (ad(at: 5, of: nil), "1 of 2"),
            (ad(at: 0, of: .infinity), "1 of 2 · 1440:00"),
        ]
        for (ad, text) in texts { #expect(AdBanner(ad).text == "Advertisement · " + text) }
    }

    @Test("The skip button counts down to its offset; an ad that is skippable only after its end has none")
    func skip() {
        #expect(AdBanner(ad(at: 0)).skip == .none)
        #expect(AdBanner(ad(at: 0.1, skip: 5)).skip == .countdown(5) && AdBanner.Skip.countdown(5).text == "Skip in 5")
        #expect(AdBanner(ad(at: 4.9, skip: 5)).skip == .countdown(1))
        #expect(AdBanner(ad(at: 5, skip: 5)).skip == .ready && AdBanner.Skip.ready.text == "Skip ad")
        #expect(AdBanner(ad(at: 5, of: 15, skip: 15)).skip == .none && AdBanner(ad(at: 5, of: nil, skip: 15)).skip == .countdown(10))
    }

    private func facts(_ ad: AdFacts?) -> ControlBarFacts {
        var facts = ControlBarFacts()
        facts.state = .play
        facts.intendsToPlay = true
        facts.position = 25
        facts.duration = 100
        facts.count = 2
        facts.index = 1
        var media = MediaDescription(duration: 100, width: 640, height: 360)
        media.levels = [.automatic, QualityLevel(index: 1, label: "360p"), QualityLevel(index: 2, label: "720p")]
        facts.media = media
        facts.isInAdBreak = true
        facts.ad = ad
        return facts
    }

    @Test("During an ad the times and the button are the ad's, and timeline, menus, other items and the live button are disabled")
    func bar() throws {
        let model = ControlBarModel(facts(ad(at: 3)))
        let track = try #require(model.track)
        #expect(
            track.isAd && track.end == 15 && track.position == 3 && track.marks.isEmpty && track.text == "Advertisement, 0:03 of 0:15")
        #expect(model.elapsed == "0:03" && model.total == "0:15" && model.ad?.text == "Advertisement · 1 of 2 · 0:12")
        #expect(model.next == .disabled && model.previous == .disabled && !model.speed.isShown && !model.quality.isShown)
        #expect(model.playButton == .pause && model.isPlayEnabled && model.liveButton == .hidden && model.screen == .none)
        #expect(ControlBarModel(facts(ad(at: 3, isPaused: true))).playButton == .play)
    }

    @Test("An ad with an unknown duration has no timeline; buffering is shown until an ad starts")
    func withoutLength() {
        #expect(ControlBarModel(facts(ad(at: 3, of: nil))).track == nil)
        let model = ControlBarModel(facts(nil))
        #expect(model.ad == nil && model.track == nil && model.screen == .buffering(title: ""))
    }

    @Test("Keys that seek, change the speed or the item are disabled during an ad")
    func keys() {
        for name in ["Left", "Right", "j", "l", "0", "Home", "End", "less", "greater", "n", "p"] {
            #expect(ControlKey(name: name)?.isOffInAds == true, "\(name)")
        }
        for name in ["space", "m", "f", "Escape", "c", "Up", "Down"] { #expect(ControlKey(name: name)?.isOffInAds == false, "\(name)") }
    }

    @Test("An ad's image covers at most two fifths of the view, with its aspect ratio")
    func size() {
        #expect(AdPlace.size(width: 300, height: 250, viewWidth: 1920, viewHeight: 1080) == (300, 250))
        #expect(AdPlace.size(width: 728, height: 90, viewWidth: 960, viewHeight: 540) == (384, 47))
        #expect(AdPlace.size(width: 300, height: 600, viewWidth: 960, viewHeight: 540) == (108, 216))
        #expect(AdPlace.size(width: 0, height: 600, viewWidth: 960, viewHeight: 540) == (0, 0))
    }

    @Test("The largest image that fits is selected; pages are skipped; an unknown size comes last")
    func choice() {
        let sizes: [(Double, Double)?] = [nil, (0, 0), (300, 100), (300, 200), (900, 200)]
        #expect(AdPlace.best(of: sizes, viewWidth: 960, viewHeight: 540) == 3)
        #expect(AdPlace.best(of: [(900, 200), (2000, 200)], viewWidth: 960, viewHeight: 540) == 0)
        #expect(AdPlace.best(of: [nil, (0, 0)], viewWidth: 960, viewHeight: 540) == 1)
        #expect(AdPlace.best(of: [nil], viewWidth: 960, viewHeight: 540) == nil)
    }

    @Test("An image's size is read from its header; huge, truncated and other files are refused")
    func header() {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 44, 0, 0, 0, 250]
        #expect(ImageHeader(png) == ImageHeader(png + [8, 6, 0]) && ImageHeader(png)?.width == 300 && ImageHeader(png)?.height == 250)
        let gif = Array("GIF89a".utf8) + [44, 1, 250, 0]
        #expect(ImageHeader(gif)?.format == .gif && ImageHeader(gif)?.width == 300 && ImageHeader(gif)?.height == 250)
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xFF, 0xC0, 0, 17, 8, 0, 250, 1, 44]
        #expect(ImageHeader(jpeg)?.format == .jpeg && ImageHeader(jpeg)?.width == 300 && ImageHeader(jpeg)?.height == 250)
        for bytes in [png, gif, jpeg] {
            for length in 0..<bytes.count { #expect(ImageHeader(Array(bytes.prefix(length))) == nil, "\(length)") }
        }
        var huge = png
        huge[18] = 0xFF
        #expect(ImageHeader(huge)?.isSensible == false && ImageHeader(png)?.isSensible == true && ImageHeader(Array("<svg/>".utf8)) == nil)
    }
}
