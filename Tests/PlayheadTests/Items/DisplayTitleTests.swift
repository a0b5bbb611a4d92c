import Foundation
import PlayheadCore
import Testing

@testable import Playhead

@MainActor
@Suite("The title of an item for a view")
struct DisplayTitleTests {
    @Test("A station's song precedes the item's title, the tags of the media, and the name of the file")
    func order() throws {
        let item = PlayerItem(url: try #require(URL(string: "https://example.org/a%20b.mp3")))
        #expect(item.displayTitle == "a b.mp3")
        var media = MediaDescription(duration: 1, levels: [], audioTracks: [], currentAudioTrack: -1)
        media.title = "Song"
        item.update(media)
        #expect(item.displayTitle == "Song")
        media.artist = "Ana"
        item.update(media)
        #expect(item.displayTitle == "Ana – Song")
        let titled = PlayerItem(url: item.url, title: "Radio")
        #expect(titled.displayTitle == "Radio")
        titled.set(\.timedMetadata, to: [["metadataType": "now-playing", "metadata": .object(["title": "Ben - Other"])]])
        #expect(titled.displayTitle == "Ben - Other")
    }

    @Test("The name of a file is without credentials")
    func secrets() throws {
        let item = PlayerItem(url: try #require(URL(string: "https://example.org/tone.flac;token=SECRETVALUE12345")))
        #expect(item.displayTitle == "tone.flac;token=***")
    }
}
