import Foundation
import Playhead
import Testing

@testable import PlayheadNowPlaying

@Suite("Metadata rules")
struct MetadataRulesTests {
    private static func facts() -> NowPlayingFacts {
        var facts = ControlRulesTests.facts(0, of: 1)
        facts.applicationName = "Cinema"
        return facts
    }

    private static func metadata(_ facts: NowPlayingFacts) -> [String: BusValue] {
        Dictionary(uniqueKeysWithValues: facts.metadata.map { ($0.name, $0.value) })
    }

    @Test("The title is the item's, else the configuration's, else the file's name, else the application's name")
    func title() {
        var facts = Self.facts()
        #expect(facts.title == "Cinema" && facts.artist == nil)
        facts.item?.fileName = "film.mkv"
        #expect(facts.title == "film.mkv" && facts.artist == nil)
        facts.defaults = NowPlayingInfo(title: "Channel", artist: "Station", artwork: URL(string: "https://a.example/c.png"))
        #expect(facts.title == "Channel" && facts.artist == "Station")
        #expect(facts.artwork == URL(string: "https://a.example/c.png").map { .url($0) })
        facts.item?.info = NowPlayingInfo(title: "Film", artist: "Maker", artwork: URL(string: "https://a.example/f.png"))
        #expect(facts.title == "Film" && facts.artist == "Maker")
        #expect(facts.artwork == URL(string: "https://a.example/f.png").map { .url($0) })
        facts.item?.info.title = " \n"
        #expect(facts.title == "Channel")
    }

    @Test("The cover in the media is used if the item has no artwork, and the album is published")
    func cover() throws {
        var facts = Self.facts()
        let url = try #require(URL(string: "https://a.example/f.png"))
        facts.defaults.artwork = url
        facts.item?.cover = [1]
        facts.item?.info.album = "Album"
        #expect(facts.artwork == .embedded([1]) && Self.metadata(facts)["xesam:album"] == .string("Album"))
        facts.item?.info.artwork = url
        #expect(facts.artwork == .url(url))
        facts.isAdvertisement = true
        #expect(Self.metadata(facts)["xesam:album"] == nil)
    }

    @Test("During an ad the title is that of ads, and the item is not shown")
    func advertisement() {
        var facts = Self.facts()
        facts.item?.info = NowPlayingInfo(title: "Film", artist: "Maker")
        facts.item?.url = "https://a.example/film.mp4"
        let content = facts.trackID
        facts.isAdvertisement = true
        let shown = Self.metadata(facts)
        #expect(shown["xesam:title"] == .string("Advertisement"))
        #expect(Set(shown.keys) == ["mpris:trackid", "xesam:title"] && facts.trackID != content)
    }

    @Test("The length is in microseconds, and absent in live and DVR")
    func length() {
        var facts = Self.facts()
        facts.duration = 12.345678
        #expect(Self.metadata(facts)["mpris:length"] == .int64(12_345_678))
        facts.kind = .dvr
        facts.duration = -600
        #expect(Self.metadata(facts)["mpris:length"] == nil)
        facts.kind = .live
        facts.duration = .infinity
        #expect(Self.metadata(facts)["mpris:length"] == nil)
        #expect(NowPlayingFacts.microseconds(.infinity) == 0 && NowPlayingFacts.microseconds(.nan) == 0)
    }

    @Test("Without an item there is no track")
    func nothing() {
        #expect(NowPlayingFacts().metadata == [BusField("mpris:trackid", .path("/org/mpris/MediaPlayer2/TrackList/NoTrack"))])
        #expect(!NowPlayingFacts().canPlay)
    }

    @Test("Texts are limited to what the bus supports")
    func texts() {
        var facts = Self.facts()
        facts.item?.info.title = "a\0b" + String(repeating: "x", count: 5000)
        #expect(facts.title.hasPrefix("abx") && facts.title.count < 2000)
    }

    @Test("Muted is a volume of 0")
    func volume() {
        var facts = Self.facts()
        facts.volume = 0.4
        #expect(facts.properties.player.contains(BusField("Volume", .double(0.4))))
        facts.isMuted = true
        #expect(facts.properties.player.contains(BusField("Volume", .double(0))))
    }

    @Test("Only changes are published")
    func changes() {
        let before = Self.facts()
        var after = before
        after.state = .paused
        after.rate = 2
        #expect(
            MPRISProperties.changes(from: before.properties.player, to: after.properties.player) == [
                BusField("PlaybackStatus", .string("Paused")), BusField("Rate", .double(2)),
            ])
        #expect(MPRISProperties.changes(from: before.properties.root, to: after.properties.root).isEmpty)
    }
}
