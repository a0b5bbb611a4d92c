import PlayheadCore
import PlayheadView
import Testing

@Suite("The size of a window")
struct WindowSizeTests {
    private let screen = WindowSize(width: 1920, height: 1080)

    @Test("The first film gives the window its aspect ratio, and the window keeps its area")
    func opening() throws {
        #expect(WindowSize.opening(WindowSize(width: 1920, height: 1080), on: screen) == WindowSize.standard)
        #expect(WindowSize.opening(WindowSize(width: 160, height: 90), on: screen) == WindowSize.standard)
        let classic = try #require(WindowSize.opening(WindowSize(width: 640, height: 480), on: screen))
        #expect(classic == WindowSize(width: 831, height: 624))
        #expect(abs(classic.width * classic.height - 960 * 540) < 1000)
    }

    @Test("A window stays on its screen with the film's aspect ratio, and has room for the controls")
    func limits() {
        #expect(
            WindowSize.opening(WindowSize(width: 1080, height: 1920), on: WindowSize(width: 1280, height: 720))
                == WindowSize(width: 365, height: 648))
        #expect(WindowSize.opening(WindowSize(width: 10_000, height: 10), on: screen) == WindowSize(width: 1728, height: 180))
        for size in [(0.0, 100.0), (100, 0), (.nan, 100), (.infinity, 100), (-1, 10)] {
            #expect(WindowSize.opening(WindowSize(width: size.0, height: size.1), on: screen) == nil)
        }
        #expect(WindowSize.opening(WindowSize(width: 16, height: 9), on: WindowSize(width: 0, height: 0)) == WindowSize.standard)
    }

    @Test("At the original size each pixel of the film is one of the screen, as far as the screen allows")
    func original() {
        #expect(WindowSize.original(WindowSize(width: 1280, height: 720), scale: 1, on: screen) == WindowSize(width: 1280, height: 720))
        #expect(WindowSize.original(WindowSize(width: 1280, height: 720), scale: 2, on: screen) == WindowSize(width: 640, height: 360))
        #expect(WindowSize.original(WindowSize(width: 3840, height: 2160), scale: 1, on: screen) == WindowSize(width: 1728, height: 972))
        #expect(WindowSize.original(WindowSize(width: 1280, height: 720), scale: 0, on: screen) == nil)
    }

    @Test("Dialogs show media, lists or everything, and captions or everything")
    func filters() {
        #expect(OpenFilter.media.map(\.isForAll) == [false, false, true] && OpenFilter.captions.map(\.isForAll) == [false, true])
        #expect(OpenFilter.media[1].suffixes.contains("xspf") && OpenFilter.captions[0].suffixes == MediaFiles.captionSuffixes)
    }
}
