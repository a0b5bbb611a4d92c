import PlayheadCore
import Testing

@testable import PlayheadCommand

@Suite("Texts for people")
struct TextTests {
    @Test("Errors tell code, message, place and cause, and no secret")
    func errors() {
        let error = PlaybackError(.httpStatus(404), url: "http://me:pass@localhost/a.mp4?token=hidden&x=1", underlying: "gone")
        let line = ErrorText.line(error)
        #expect(line.hasPrefix("error 221404: ") && line.hasSuffix(" http://localhost/a.mp4?token=***&x=1 (gone)"), "\(line)")
    }

    @Test("Events are short where there is little room")
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
}
