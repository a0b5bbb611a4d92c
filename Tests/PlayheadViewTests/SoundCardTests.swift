import Foundation
import PlayheadView
import Testing

@Suite("Sound alone and recent items")
struct SoundCardTests {
    @Test("The card has the first title and artist that are not blank, and the name of the file without any")
    func texts() {
        let card = SoundCard(titles: [nil, " ", "Evening"], artists: ["", "The Sines"], album: "Waves", fallback: "song.mp3")
        #expect(card.title == "Evening" && card.artist == "The Sines · Waves")
        let file = SoundCard(titles: [nil], artists: [nil], album: nil, fallback: "song.mp3")
        #expect(file.title == "song.mp3" && file.artist.isEmpty)
        #expect(SoundCard(titles: [], artists: [], album: "Waves", fallback: "a").artist == "Waves")
    }

    @Test("The cover leaves room for its texts and the control bar, and a flat view has texts only")
    func cover() {
        #expect(SoundCard.coverSide(viewWidth: 1280, viewHeight: 720) == 440)
        #expect(SoundCard.coverSide(viewWidth: 640, viewHeight: 360) == 171)
        #expect(SoundCard.coverSide(viewWidth: 200, viewHeight: 1000) == 120)
        #expect(SoundCard.coverSide(viewWidth: 400, viewHeight: 200) == nil && SoundCard.coverSide(viewWidth: 0, viewHeight: 0) == nil)
    }

    @Test("The picture of an item is stored after some seconds, once a minute, and at each pause")
    func schedule() {
        var schedule = ThumbnailSchedule(at: 100)
        #expect([101, 103, 110, 163, 164].map { schedule.isDue(at: $0) } == [false, true, false, true, false])
        #expect([170, 170.5, 172].map { schedule.isDue(at: $0, isPaused: true) } == [true, false, true])
    }

    @Test("The progress of an item is its position's share of the duration")
    func progress() {
        var state = ViewerState()
        let film = URL(fileURLWithPath: "/films/a.mkv")
        state.note(film, position: 900, duration: 3600)
        #expect(state.progress(of: film.absoluteString) == 0.25 && state.progress(of: "file:///b") == nil)
    }
}
