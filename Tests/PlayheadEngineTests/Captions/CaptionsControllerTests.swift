import Foundation
import PlayheadCaptions
import PlayheadCore
import PlayheadTestKit
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Captions of a playback")
struct CaptionsControllerTests {
    private struct Silent: CueSource {
        func run(from time: Double, into sink: CueSink) async throws {}
    }

    /// Has cues up to 10 s, and waits for the next ones.
    private struct Partial: CueSource {
        let clock: ManualClock

        func run(from time: Double, into sink: CueSink) async throws {
            sink.reach(10)
            try await clock.sleep(until: 1)
        }
    }

    private func cue(_ start: Double, _ end: Double) -> CaptionCue {
        CaptionCue(startTime: start, endTime: end, text: "\(start)")
    }

    @Test("Cues behind a live window are dropped on every track, others are kept, and dropped cues can be inserted again")
    func trimming() async {
        let captions = CaptionsController(warn: { _ in }, onChange: {})
        captions.offer([1, 2].map { .init(track: MediaTrack(index: $0, name: "\($0)"), source: Silent()) })
        for index in [0, 1] { captions.insert(into: index) { $0.insert(contentsOf: [cue(0, 4), cue(3, 11), cue(12, 14)]) } }
        captions.trim(before: 10)
        for track in [1, 2] {
            #expect(captions.select(track, at: 0))
            #expect(captions.change(at: 2).cues.isEmpty)
            #expect(captions.change(at: 5).cues.map(\.startTime) == [3])
            #expect(captions.change(at: 13).cues.map(\.startTime) == [12])
        }
        captions.insert(into: 1) { $0.insert(contentsOf: [cue(0, 4)]) }
        #expect(captions.change(at: 2).cues.map(\.startTime) == [0])
        await captions.close()
    }

    @Test("Captions inside the video are kept for as long as the delay of captions needs them, and not for the whole film")
    func insideVideo() async {
        let captions = CaptionsController(warn: { _ in }, onChange: {})
        let track = captions.add(.init(track: MediaTrack(index: 1, name: "CC"), source: Silent()))
        #expect(captions.select(track, at: 0))
        func show(_ seconds: Range<Int>) {
            for second in seconds { captions.show([cue(Double(second), .infinity)], in: track - 1, at: Double(second)) }
        }
        show(0..<200)
        #expect(captions.change(at: 10.5).cues.isEmpty)
        #expect(captions.change(at: 180.5).cues.map(\.startTime) == [180])
        captions.setDelay(100)
        show(200..<400)
        #expect(captions.change(at: 350.5).cues.map(\.startTime) == [350])
        await captions.close()
    }

    @Test("Captions that are shown earlier or later are loaded up to an earlier or later position", arguments: [0.0, -2, 2])
    func delay(_ delay: Double) async throws {
        let (captions, clock) = (CaptionsController(warn: { _ in }, onChange: {}), ManualClock())
        captions.offer([.init(track: MediaTrack(index: 1, name: "1"), source: Partial(clock: clock))])
        #expect(captions.reached == .infinity)
        #expect(captions.select(1, at: 0))
        try await clock.waitForSleepers(1)
        captions.setDelay(delay)
        #expect(captions.reached == 10 + delay)
        await captions.close()
    }

    @Test("A caption file above the maximum size is refused")
    func tooLarge() async throws {
        let limit = LoadKind.captions.maximumBytes
        let url = try #require(URL(string: "https://a/c.srt"))
        let loader = ScriptedLoader([url.absoluteString: .bytes([UInt8](repeating: 0x20, count: limit + 1))])
        let source = SidecarCueSource(SidecarCaptions(url: url), loader: loader, options: RequestOptions(), encoding: nil)
        let sink = CueSink(insert: { _ in }, insertPieces: { _ in }, reach: { _ in }, warn: { _ in })
        let error = await #expect(throws: LoadError.self) { try await source.run(from: 0, into: sink) }
        #expect(error?.reason == .tooLarge(limit: limit))
    }
}
