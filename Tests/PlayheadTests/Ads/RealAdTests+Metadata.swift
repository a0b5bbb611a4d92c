import Foundation
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import TestSupport
import Testing

@testable import Playhead

/// Timed ID3 around and in a break.
extension RealAdTests {
    /// A tag that was entered, and the event that began the part of playback in which it was.
    private struct EnteredTag {
        var title: String
        /// The time on the timeline of its media, in seconds.
        var time: Double
        var isOfAd: Bool
        /// The last event of a break before it: the start or the end; `nil` before the break.
        var part: EventName?

        init?(_ fields: EventFields, isOfAd: Bool, in part: EventName?) {
            guard fields["metadataType"] == "id3", case .double(let time)? = fields["metadataTime"],
                case .object(let values)? = fields["metadata"], case .string(let title)? = values["TIT2"]
            else { return nil }
            (self.title, self.time, self.isOfAd, self.part) = (title, time, isOfAd, part)
        }
    }

    /// Returns a transport stream with a tag for each half second, and their times in seconds from the first picture on.
    private func tagged(_ title: String, _ recipe: SampleRecipe) async throws -> (bytes: [UInt8], times: [Double]) {
        let bytes = [UInt8](try Data(contentsOf: try await Samples.streams.url(of: recipe)))
        return TimedID3.added(to: bytes, every: 0.5) { TimedID3.tag(title: "\(title) \($0)") }
    }

    /// Plays content of 2 s with a break at `place` (seconds), in which an ad of 1 s is shown.
    private func enteredTags(around place: Double) async throws -> [EnteredTag] {
        let content = try await tagged("content", SampleRecipe(.file(.mpegTS), duration: 2))
        let ad = try await tagged("ad", SampleRecipe(.file(.mpegTS), duration: 1, width: 160, height: 90))
        #expect(content.times.count == 4 && ad.times.count == 2)
        var tags: [EnteredTag] = []
        try await RealRig.run(.unpaced) { _ in
        } _: { rig in
            try await serve(["mid": AdTexts.vast(AdTexts.ad("b"))], media: [], rig)
            rig.origin.add("m/b.mp4", ad.bytes, type: "video/mp4")
            rig.origin.add("content.ts", content.bytes, type: "video/mp2t")
            var entry = PlaylistEntry(sources: [ItemSource(url: rig.origin.url("content.ts"))])
            var advertising = AdConfiguration()
            advertising.schedule = [
                AdBreak(id: "mid", offset: .midRoll(.seconds(place)), source: .tags([rig.origin.url("ads/mid").absoluteString]))
            ]
            entry.advertising = advertising
            rig.player.load(PlayerItem(entry))
            rig.player.play()
            await rig.wait { $0.name == .onPlaylistComplete || $0.name == .onError || $0.name == .onSetupError }
            #expect(rig.trace.events.last?.name == .onPlaylistComplete && rig.trace.contains(.onAdComplete))
            var part: EventName?
            for event in rig.trace.events {
                switch event {
                case is AdBreakStartEvent, is AdBreakEndEvent: part = event.name
                case let event as MetaEvent: if let tag = EnteredTag(event.metaData, isOfAd: false, in: part) { tags.append(tag) }
                case let event as AdMetaEvent: if let tag = EnteredTag(event.metadata, isOfAd: true, in: part) { tags.append(tag) }
                default: break
                }
            }
        }
        for (titles, times) in [("content", content.times), ("ad", ad.times)] {
            let found = tags.filter { $0.title.hasPrefix(titles) }
            #expect(found.map(\.title) == times.indices.map { "\(titles) \($0)" }, "each once, in order")
            // Sound may begin before the first picture.
            let shift = (found.first?.time ?? .nan) - times[0]
            #expect((-0.001..<0.11).contains(shift))
            for (tag, time) in zip(found, times) { #expect(abs(tag.time - time - shift) < 0.001, "\(tag)") }
        }
        return tags
    }

    @Test("Each ID3 tag of content and ad is entered once, at its time: before the break, in it and after it, also at its position")
    func tagsAroundBreak() async throws {
        let tags = try await enteredTags(around: 1.25)
        #expect(
            tags.map(\.part) == [nil, nil, nil, .onAdBreakStart, .onAdBreakStart, .onAdBreakEnd]
                && tags.map(\.isOfAd) == [false, false, false, true, true, false])
        // A break at the position of a tag.
        let place = try #require(tags.first { $0.title == "content 2" }).time
        let others = try await enteredTags(around: place)
        #expect(others.filter { $0.isOfAd }.allSatisfy { $0.part == .onAdBreakStart })
        #expect(others.filter { !$0.isOfAd }.map(\.part).dropLast(2) == [nil, nil] && others.last?.part == .onAdBreakEnd)
    }
}
