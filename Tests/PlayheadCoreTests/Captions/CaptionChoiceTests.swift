import Testing

@testable import PlayheadCore

@Suite struct CaptionChoiceTests {
    private static let describing = ["public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound"]

    /// English as default, English for the deaf, German, forced English and forced German.
    private let stream = [
        MediaTrack(index: 0, name: "", language: "en", isDefault: true, isAutoselect: true),
        MediaTrack(index: 0, name: "", language: "en", isAutoselect: true, characteristics: describing),
        MediaTrack(index: 0, name: "", language: "de", isAutoselect: true),
        MediaTrack(index: 0, name: "", language: "en", isForced: true, isAutoselect: true),
        MediaTrack(index: 0, name: "", language: "de", isForced: true, isAutoselect: true),
    ]

    private func choose(
        _ mode: CaptionPreferences.Mode, _ languages: [String] = [], deaf: Bool = false, audio: String? = nil,
        from renditions: [MediaTrack]? = nil
    ) -> Int? {
        CaptionChoice.choose(
            from: renditions ?? stream, preferences: CaptionPreferences(mode: mode, languages: languages, prefersAccessibility: deaf),
            audioLanguage: audio)
    }

    @Test("captions on: the first preferred language that is available, for the deaf if preferred")
    func on() {
        #expect(choose(.on, ["fr", "de-AT", "en"]) == 2)
        #expect(choose(.on, ["en-GB"]) == 0)
        #expect(choose(.on, ["en"], deaf: true) == 1)
        #expect(choose(.on, ["de"], deaf: true) == 2)
    }

    @Test("captions on, but in no preferred language: the default, then the language of the sound, then the first, forced ones last")
    func onWithoutLanguage() {
        #expect(choose(.on, ["fr"]) == 0)
        #expect(choose(.on, ["fr"], audio: "de", from: Array(stream[1...])) == 1)
        #expect(choose(.on, ["fr"], from: Array(stream[1...])) == 1)
        #expect(choose(.on, ["en"], audio: "de", from: Array(stream[3...])) == 1)
        #expect(choose(.on, from: []) == nil)
    }

    @Test("captions off: only forced captions in the language of the sound")
    func off() {
        #expect(choose(.off, audio: "en-US") == 3)
        #expect(choose(.off, audio: "de") == 4)
        #expect(choose(.off, ["en"], audio: "fr") == nil)
        #expect(choose(.off, ["de"]) == 4)
        #expect(choose(.off) == nil)
        #expect(choose(.off, ["en"], audio: "en", from: Array(stream[..<3])) == nil)
    }

    @Test("automatic: the stream's default; nothing without a default if the sound is in a preferred language")
    func automatic() {
        #expect(choose(.automatic) == 0)
        #expect(choose(.automatic, ["en"], audio: "en") == 0)
        #expect(choose(.automatic, ["en"], audio: "en", from: Array(stream[1..<3])) == nil)
        #expect(choose(.automatic, ["en"], audio: "en", from: Array(stream[1...])) == 2)
    }

    @Test("automatic: an autoselect track if the sound is in no preferred language")
    func automaticForeign() {
        #expect(choose(.automatic, ["de"], audio: "en") == 2)
        #expect(choose(.automatic, ["de"], audio: "fr", from: [MediaTrack(index: 0, name: "", language: "de")]) == nil)
        #expect(choose(.automatic, ["de"], audio: "de-CH", from: [stream[2]]) == nil)
    }

    @Test("automatic: captions for the deaf if preferred")
    func automaticDeaf() {
        #expect(choose(.automatic, ["en"], deaf: true, audio: "en") == 1)
        let inVideo = MediaTrack(index: 0, name: "", language: "en", isAutoselect: true, isClosedCaptions: true)
        #expect(choose(.automatic, ["en"], deaf: true, audio: "en", from: [stream[0], inVideo]) == 1)
    }

    @Test("the most specific language has priority over the default")
    func specific() {
        let renditions = [
            MediaTrack(index: 0, name: "", language: "pt", isDefault: true, isAutoselect: true),
            MediaTrack(index: 0, name: "", language: "pt-BR"),
        ]
        #expect(choose(.on, ["pt-BR"], from: renditions) == 1)
        #expect(choose(.on, ["pt-PT"], from: renditions) == 0)
    }
}
