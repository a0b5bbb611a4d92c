import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadCaptions

/// Every number of captions, with extreme values.
@Suite("Hostile numbers in captions")
struct HostileNumbersTests {
    @Test("are read, placed and styled", arguments: CaptionFuzzTests.seeds.indices)
    func parsing(index: Int) {
        let seed = String(decoding: CaptionFuzzTests.seeds[index], as: UTF8.self)
        for text in HostileNumbers.variants(of: seed) {
            let bytes = Array(text.utf8)
            var cues = SubRipParser.parse(bytes).cues + ClosedCaptionEvent(dialogue: text).cues(start: 1, end: 2)
            if let file = try? WebVTTParser.parse(bytes) {
                cues += file.cues
                var placer = SegmentCuePlacer()
                cues += placer.cues(of: file, at: SegmentPlace(start: 1e9, duration: 6, timestampOffset: nil))
                use(file)
            }
            for cue in cues { #expect(cue.startTime.isFinite, "\(text)") }
        }
    }

    private func use(_ file: WebVTTFile) {
        let sheets = file.styles.map { CaptionStyleSheet(parsing: $0) }
        for cue in file.cues {
            let context = CueStyleContext(pictureWidth: 640, pictureHeight: 360, time: cue.startTime)
            _ = StyledCue(cue, sheets: sheets, context: context, region: nil)
        }
    }

    @Test("times of any size have a text, and segments may begin at any")
    func times() throws {
        let file = try WebVTTParser.parse(Array("WEBVTT\n\n00:00.000 --> 00:01.000\na\n".utf8))
        for time in HostileNumbers.values {
            #expect(!WebVTTTimestamp.text(time).isEmpty)
            var placer = SegmentCuePlacer()
            _ = placer.cues(of: file, at: SegmentPlace(start: time, duration: time, timestampOffset: time))
        }
    }
}
