import PlayheadCore
import PlayheadFFmpeg
import Testing

@testable import PlayheadEngine

@Suite("Pictures that are counted")
struct PictureCounterTests {
    private func frame(_ time: Double, width: Int = 160) throws -> DecodedFrame {
        let format = TrackFormat(stream: try StreamInfo(unread: .video, index: 0, width: width, height: 90), offset: 0)
        return DecodedFrame(frame: nil, format: format, time: time, duration: 0.04)
    }

    @Test("Late pictures that the decoder skips count as dropped, before another picture and at the end of the track")
    func skipped() throws {
        let statistics = Locked(EngineStatistics())
        var counter = PictureCounter { change in statistics.withLock { change(&$0) } }
        counter.count(try frame(0), after: 0, isShown: true)
        let hasStarted = counter.skip(true, until: 0.04)
        counter.count(try frame(0.12), after: 0.04, isShown: true)
        #expect(statistics.withLock { $0.framesDropped } == 2)
        counter.countSkipped(until: 0.24, after: 0.16)
        #expect(statistics.withLock { $0.framesDropped } == 4)
        // The decoder does not skip any more: the track has a gap.
        let hasStopped = counter.skip(false, until: 0.24)
        counter.count(try frame(0.4), after: 0.24, isShown: true)
        #expect(hasStarted && hasStopped)
        #expect(statistics.withLock { $0.framesDropped } == 4)
    }

    @Test("A stream without a ladder has one level, whatever bit rate is estimated, until its size changes")
    func singleRung() throws {
        let first = VideoRenderer.level(of: try frame(0), after: nil)
        let shown = QualityLevel(index: 0, label: first.label, bitrate: 123_456, width: first.width, height: first.height)
        #expect(VideoRenderer.level(of: try frame(1), after: shown) == shown)
        #expect(VideoRenderer.level(of: try frame(1, width: 120), after: shown).width == 120)
        let rung = QualityLevel(index: 2, label: "90p", bitrate: 123_456, width: 160, height: 90)
        #expect(VideoRenderer.level(of: try frame(1), after: rung) == first)
    }
}
