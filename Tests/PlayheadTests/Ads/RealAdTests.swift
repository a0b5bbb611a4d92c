import Foundation
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import Synchronization
import TestSupport
import Testing

@testable import Playhead

/// Ads over real sockets, with real media: documents, creatives and trackers are served by an origin on loopback.
@MainActor
@Suite("Ads over loopback", .tags(.realTime), .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct RealAdTests {
    private static let content = SampleRecipe(.file(.mp4), duration: 2)
    private static let contentOfHLS = SampleRecipe(.hls(HLSLayout(segments: .transportStream)), duration: 3)
    private static let creative = SampleRecipe(.file(.mp4), duration: 0.6, width: 160, height: 90)

    /// Records the pictures that are shown.
    private final class Pictures: VideoOutput {
        private let shown = Mutex<[(width: Int, time: Double)]>([])

        func present(_ picture: VideoPicture) { shown.withLock { $0.append((picture.width, picture.time)) } }
        func clear() {}

        /// Returns the frame numbers of the pictures of a width, in the order of their display.
        func frames(width: Int) -> [Int] {
            shown.withLock { $0.filter { $0.width == width }.map { Int(saturating: $0.time * 30) } }
        }

        /// The widths of the displayed pictures, each run once.
        var turns: [Int] {
            shown.withLock { shown in shown.indices.filter { $0 == 0 || shown[$0].width != shown[$0 - 1].width }.map { shown[$0].width }
            }
        }
    }

    /// Returns a document whose media and trackers are at the origin.
    private func document(_ text: String, at origin: LoopbackOrigin) -> String {
        text.replacing("https://t.example/", with: origin.url("t/").absoluteString)
            .replacing("https://m.example/", with: origin.url("m/").absoluteString)
            .replacing("https://ads.example/", with: origin.url("ads/").absoluteString)
    }

    func serve(_ ads: [String: String], media: [String], _ rig: RealRig) async throws {
        for (name, text) in ads { rig.origin.add("ads/\(name)", text: document(text, at: rig.origin), type: "text/xml") }
        let bytes = Array(try Data(contentsOf: try await Samples.streams.url(of: Self.creative)))
        for name in media { rig.origin.add("m/\(name).mp4", bytes, type: "video/mp4") }
        rig.origin.add("t/**") { _ in OriginResponse(status: 204) }
    }

    /// Returns the tracker requests, in the order in which the origin read them.
    private func calls(_ origin: LoopbackOrigin) -> [String] {
        origin.requests.filter { $0.path.hasPrefix("t/") }.map { $0.path.dropFirst(2) + ($0.query.map { "?\($0)" } ?? "") }
    }

    /// Plays content with ads to its end.
    private func play(
        _ recipe: SampleRecipe, _ pacing: PlaybackPacing, _ output: Pictures? = nil, ads: [String: String], media: [String],
        breaks: [(offset: String, tag: String)], prepare: (RealRig) -> Void = { _ in },
        _ check: (RealRig, [any PlayerEvent]) async throws -> Void
    ) async throws {
        try await RealRig.run(pacing) {
            $0.videoOutput = output
        } _: { rig in
            try await serve(ads, media: media, rig)
            prepare(rig)
            var entry = PlaylistEntry(sources: [ItemSource(url: try await rig.serve(recipe, as: "content"))], title: "content")
            var advertising = AdConfiguration()
            advertising.schedule = breaks.compactMap { scheduled in
                let tag = rig.origin.url("ads/\(scheduled.tag)").absoluteString
                return AdBreakOffset(scheduled.offset).map { AdBreak(id: scheduled.offset, offset: $0, source: .tags([tag])) }
            }
            entry.advertising = advertising
            rig.player.load(PlayerItem(entry))
            rig.player.play()
            await rig.wait { $0.name == .onPlaylistComplete || $0.name == .onError || $0.name == .onSetupError }
            try await check(rig, rig.trace.events)
        }
    }

    @Test("Pre-roll, mid-roll and post-roll: no frame of the content is shown twice, and each tracker is called once, in order")
    func allThree() async throws {
        let pictures = Pictures()
        try await play(
            Self.content, .realTime, pictures,
            ads: ["pre": AdTexts.vast(AdTexts.ad("a")), "mid": AdTexts.vast(AdTexts.ad("b")), "post": AdTexts.vast(AdTexts.ad("c"))],
            media: ["a", "b", "c"], breaks: [("pre", "pre"), ("1", "mid"), ("post", "post")]
        ) { rig, events in
            #expect(events.last?.name == .onPlaylistComplete)
            #expect(pictures.turns == [160, 320, 160, 320, 160])
            // A busy machine may drop late frames, but shows none twice.
            let frames = pictures.frames(width: 320)
            #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 < $1 } && frames.last == 59)
            let names = ["loaded", "impression", "creativeView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]
            let expected = ["a", "b", "c"].flatMap { ad in names.map { "\(ad)/\($0)" } }
            try await eventually("the trackers are called") { calls(rig.origin).count >= expected.count }
            #expect(calls(rig.origin) == expected)
            for (name, count) in [(EventName.onAdBreakStart, 3), (.onAdImpression, 3), (.onAdComplete, 3), (.onAdBreakEnd, 3)] {
                #expect(events.count { $0.name == name } == count, "\(name)")
            }
            // The break starts at its scheduled position.
            let middle = try #require(events.filter { $0.name == .onAdBreakStart }.dropFirst().first)
            #expect(abs(middle.context.position - 1) < 0.15)
            #expect(events.contains { $0.name == .onAdMeta })
        }
    }

    @Test("HLS, at maximum decoding speed: a pod in the middle loses no frame")
    func streamed() async throws {
        let pictures = Pictures()
        try await play(
            Self.contentOfHLS, .unpaced, pictures,
            ads: ["mid": AdTexts.vast(AdTexts.ad("b", sequence: 1), AdTexts.ad("c", sequence: 2))],
            media: ["b", "c"], breaks: [("50%", "mid")]
        ) { _, events in
            #expect(events.last?.name == .onPlaylistComplete)
            let frames = pictures.frames(width: 320)
            let first = try #require(frames.first)
            #expect(frames == Array(first..<first + 90))
            #expect(events.count { $0.name == .onAdComplete } == 2)
        }
    }

    @Test("Two mid-rolls a tenth of a second apart are both shown at their positions, at any playback speed")
    func close() async throws {
        let pictures = Pictures()
        try await play(
            Self.content, .unpaced, pictures, ads: ["mid": AdTexts.vast(AdTexts.ad("b"))], media: ["b"],
            breaks: [("0.5", "mid"), ("0.6", "mid"), ("0.62", "mid")]
        ) { _, events in
            #expect(events.last?.name == .onPlaylistComplete)
            let places = events.filter { $0.name == .onAdBreakStart }.map { ($0.context.position * 1000).rounded() / 1000 }
            #expect(places == [0.5, 0.6, 0.62])
            // Whole frames: a frame exactly at the position of a break comes after it.
            #expect(pictures.turns == [320, 160, 320, 160, 320, 160, 320])
            #expect(pictures.frames(width: 320) == Array(0..<60))
        }
    }

    @Test(
        "Interstitials of a playlist, over sockets: snapped to the segments, with the content's frames all shown once but those that are replaced"
    )
    func interstitials() async throws {
        let pictures = Pictures()
        try await RealRig.run(.unpaced) {
            $0.videoOutput = pictures
        } _: { rig in
            try await serve([:], media: ["one", "two"], rig)
            let recipe = SampleRecipe(.hls(HLSLayout(segments: .transportStream, segmentDuration: 1)), duration: 4)
            let url = try await rig.serve(recipe, as: "hls")
            let playlist = try await mediaPlaylist(recipe)
            let ranges = [
                (1.2, "X-ASSET-URI=\"ORIGIN/m/one.mp4\",X-SNAP=\"OUT\",X-RESUME-OFFSET=0"),
                (2.0, "X-ASSET-LIST=\"../list.json\",X-RESUME-OFFSET=0.9,X-SNAP=\"IN\""),
            ]
            let tags = ranges.enumerated().map { index, range in
                "#EXT-X-DATERANGE:ID=\"i\(index)\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-01-01T00:00:0\(range.0)Z\",\(range.1)"
            }
            let dated = playlist.text.replacing(
                "#EXTINF", with: "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n\(tags.joined(separator: "\n"))\n#EXTINF",
                maxReplacements: 1)
            rig.origin.add("hls/\(playlist.path)", text: dated.replacing("ORIGIN/", with: rig.origin.url("").absoluteString))
            rig.origin.add("list.json", text: #"{"ASSETS":[{"URI":"m/one.mp4"},{"URI":"m/two.mp4"}]}"#, type: "application/json")
            rig.player.load(PlayerItem(url: url))
            rig.player.play()
            await rig.wait { $0.name == .onPlaylistComplete || $0.name == .onError || $0.name == .onSetupError }
            let events = rig.trace.events
            #expect(events.last?.name == .onPlaylistComplete && !events.contains { $0.name == .onAdError })
            let places = events.filter { $0.name == .onAdBreakStart }.map { ($0.context.position * 1000).rounded() / 1000 }
            #expect(places == [1, 2])
            #expect(events.count { $0.name == .onAdImpression } == 3)
            #expect(pictures.turns == [320, 160, 320, 160, 320])
            // The third second is replaced.
            let frames = pictures.frames(width: 320)
            let first = try #require(frames.first)
            // If the video starts a frame after the audio, a frame spans the segment boundary and is shown on both sides of a jump to it.
            #expect(first <= 1)
            #expect(frames == Array(first..<60 + first) + Array(90..<120 + first))
            for path in ["list.json", "m/one.mp4", "m/two.mp4"] {
                let requests = rig.origin.requests.filter { $0.path == path }
                #expect(!requests.isEmpty && requests.allSatisfy { $0.query?.hasPrefix("_HLS_primary_id=") == true }, "\(path)")
            }
        }
    }

    /// Returns the media playlist of a presentation without a ladder, and its path in its folder.
    private func mediaPlaylist(_ recipe: SampleRecipe) async throws -> (path: String, text: String) {
        let entry = try await Samples.streams.url(of: recipe)
        let text = try String(contentsOf: entry, encoding: .utf8)
        guard text.contains("#EXT-X-STREAM-INF"), let line = text.split(separator: "\n").first(where: { !$0.hasPrefix("#") }) else {
            return (entry.lastPathComponent, text)
        }
        let file = entry.deletingLastPathComponent().appendingPathComponent(String(line))
        return (String(line), try String(contentsOf: file, encoding: .utf8))
    }

    @Test("The ad server of the samples: a wrapped pod before the content, an ad in it and one after it, each called once")
    func sampleAds() async throws {
        try await RealRig.run(.unpaced) { _ in
        } _: { rig in
            let ads = try SampleAds(at: rig.origin, media: await Samples.streams.adMedia())
            var entry = PlaylistEntry(sources: [
                ItemSource(url: try await rig.serve(SampleRecipe(.file(.mp4), duration: 12), as: "content"))
            ])
            var advertising = AdConfiguration()
            advertising.vmapURL = ads.url(.vmap).absoluteString
            entry.advertising = advertising
            rig.player.load(PlayerItem(entry))
            rig.player.play()
            await rig.wait { $0.name == .onPlaylistComplete || $0.name == .onError || $0.name == .onSetupError }
            #expect(rig.trace.events.last?.name == .onPlaylistComplete && !rig.trace.events.contains { $0.name == .onAdError })
            try await eventually("the trackers are called") { ads.calls.last?.path == "break-3/breakEnd" }
            let marks = ["impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]
            for (index, played) in [["one", "two"], ["skippable"], ["single"]].enumerated() {
                let expected = played.flatMap { ad in marks.map { "\(ad)/\($0)" } }
                #expect(ads.calls.map(\.path).filter { expected.contains($0) }.sorted() == expected.sorted(), "break \(index + 1)")
            }
            #expect(ads.calls.count { $0.path == "wrapper/impression" } == 2)
        }
    }

    @Test("A wrapper and a waterfall over sockets, with all their impressions")
    func wrapped() async throws {
        try await play(
            Self.content, .unpaced,
            ads: ["pre": AdTexts.vast(AdTexts.wrapper("w", to: "https://ads.example/inner")), "inner": AdTexts.vast(AdTexts.ad("a"))],
            media: ["a"], breaks: [("pre", "pre")]
        ) { rig, events in
            #expect(events.last?.name == .onPlaylistComplete)
            try await eventually("the trackers are called") { calls(rig.origin).contains("a/complete") }
            #expect(calls(rig.origin).prefix(3) == ["a/loaded", "w/impression", "a/impression"])
            let impression = try #require(events.compactMap { $0 as? AdImpressionEvent }.first)
            #expect(impression.impression.wrappers == ["w"] && impression.impression.adId == "a")
        }
    }

    private nonisolated static let bomb =
        "<!DOCTYPE v [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><VAST version=\"4.0\"><Error>&b;</Error></VAST>"

    @Test(
        "Whatever is wrong with an ad, the content is played to its end",
        arguments: [
            ("not XML", "nonsense", 10_100), ("an entity bomb", Self.bomb, 10_100),
            ("nothing in it", "<VAST version=\"4.0\"/>", 10_303),
            ("another document", "<html/>", 10_101), ("a version of the future", "<VAST version=\"9.0\"/>", 10_102),
            ("media that is not there", AdTexts.vast(AdTexts.ad("missing")), 10_401),
            ("media that is none", AdTexts.vast(AdTexts.ad("garbage")), 10_405),
            ("a wrapper around itself", AdTexts.vast(AdTexts.wrapper("w", to: "https://ads.example/pre")), 10_302),
            ("a wrapper to nowhere", AdTexts.vast(AdTexts.wrapper("w", to: "https://ads.example/nowhere")), 10_301),
        ])
    func broken(name: String, text: String, code: Int) async throws {
        try await play(Self.content, .unpaced, ads: ["pre": text], media: [], breaks: [("pre", "pre"), ("1", "pre")]) { rig in
            rig.origin.add("m/garbage.mp4", text: String(repeating: "garbage ", count: 1000), type: "video/mp4")
        } _: { _, events in
            #expect(events.last?.name == .onPlaylistComplete)
            let errors = events.compactMap { $0 as? AdErrorEvent }.map(\.error.code)
            #expect(errors.contains(code), "\(name): \(errors)")
            #expect(events.count { $0.name == .onAdBreakEnd } == 2 && events.count { $0.name == .onFirstFrame } == 1)
        }
    }

    @Test("Trackers that don't exist, redirect endlessly or never answer delay nothing")
    func deadTrackers() async throws {
        try await play(
            Self.content, .unpaced, ads: ["pre": AdTexts.vast(AdTexts.ad("a"))], media: ["a"],
            breaks: [("pre", "pre"), ("post", "pre")]
        ) { rig in
            _ = rig.origin.addFault(Fault(path: "t/a/impression", kind: .redirect(to: nil)))
            _ = rig.origin.addFault(Fault(path: "t/a/start", kind: .latency(3600)))
            _ = rig.origin.addFault(Fault(path: "t/a/midpoint", kind: .status(503)))
        } _: { rig, events in
            #expect(events.last?.name == .onPlaylistComplete)
            #expect(events.count { $0.name == .onAdComplete } == 2 && !events.contains { $0.name == .onAdError })
            try await eventually("the trackers are called") { calls(rig.origin).count { $0 == "a/complete" } == 2 }
        }
    }
}
