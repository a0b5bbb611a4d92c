import Foundation
import PlayheadCore
import Testing

@testable import PlayheadCommand

@Suite("Output texts")
struct TextTests {
    @Test("Error texts contain code, message, location and cause, and no secrets")
    func errors() {
        let error = PlaybackError(.httpStatus(404), url: "http://me:pass@localhost/a.mp4?token=hidden&x=1", underlying: "gone")
        let line = ErrorText.line(error)
        #expect(line.hasPrefix("error 221404: ") && line.hasSuffix(" http://localhost/a.mp4?token=***&x=1 (gone)"), "\(line)")
    }

    @Test("Short event texts omit URLs")
    func events() {
        let item = PlaylistItemEvent(item: ItemDescription(url: "http://localhost/media/main.m3u8?a=/b"), index: 2)
        #expect(EventText.details(of: item) == "2  http://localhost/media/main.m3u8?a=/b")
        #expect(EventText.details(of: item, isShort: true) == "2  main.m3u8")
        #expect(EventText.details(of: FirstFrameEvent(loadTime: 16.456)) == "16 ms")
        #expect(EventText.details(of: SeekEvent(offset: 17.6, position: 2.6)) == "2.60 s → 17.60 s")
        #expect(EventText.details(of: PlayEvent(oldState: .buffering, newState: .playing, reason: .autostart)) == "autostart")
        let duration = BufferChangeEvent(position: 1, duration: .infinity, bufferPercent: 50, ranges: [])
        #expect(EventText.details(of: duration).contains("duration=inf"))
    }

    @Test("The texts of captions and metadata contain their essential data")
    func captionsAndMetadata() {
        let cue = CaptionCue(startTime: 1, endTime: 2, text: "Hello\nworld")
        #expect(EventText.details(of: CaptionCueEvent(cues: [cue, cue], start: 1, end: 2)) == "Hello / world | Hello / world")
        #expect(EventText.details(of: CaptionCueEvent(cues: [], start: 2, end: .infinity)) == "none")
        let tracks = [MediaTrack.captionsOff, MediaTrack(index: 1, name: "English")]
        #expect(EventText.details(of: CaptionsChangeEvent(track: 1, tracks: tracks)) == "English")
        let fields: EventFields = [
            "metadataType": "date-range", "metadataTime": -12.5,
            "metadata": .object([
                "id": "ad-7", "start": -12.5, "tag": "EXT-X-DATERANGE", "text": .string(String(repeating: "x", count: 99)),
            ]),
        ]
        #expect(EventText.details(of: MetaEvent(metaData: fields)) == "date-range  at -12.50 s  id=ad-7")
        #expect(EventText.details(of: MetaParsedEvent(metaData: fields)) == "date-range  at -12.50 s  id=ad-7")
        let quality: EventFields = [
            "metadataType": "quality", "from": QualityLevel(index: 1, label: "360p").eventValue,
            "to": QualityLevel(index: 2, label: "720p").eventValue,
        ]
        #expect(EventText.details(of: MetaEvent(metaData: quality)) == "quality  360p → 720p")
        let media: EventFields = ["metadataType": "media", "duration": .double(.infinity), "timeline": "live"]
        #expect(EventText.details(of: MetaEvent(metaData: media)) == "media  live")
    }

    @Test("The time of day is formatted, and invalid dates are empty")
    func timeOfDay() {
        #expect(EventText.timeOfDay(Date(timeIntervalSince1970: 0)).count == 8)
        for seconds in [1e300, -.infinity, .nan] { #expect(EventText.timeOfDay(Date(timeIntervalSince1970: seconds)).isEmpty) }
    }
}
