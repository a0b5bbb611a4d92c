import Testing

@testable import PlayheadPulse

@Suite struct PulseTimingTests {
    private func report(
        time: Double, read: Double, write: Double? = nil, latency: Double, isPlaying: Bool = true, sinceChange: Double
    ) -> PulseTiming.Report {
        PulseTiming.Report(
            time: time, readPosition: read, writePosition: write, deviceLatency: latency, isPlaying: isPlaying, sinceChange: sinceChange)
    }

    private func isClose(_ value: Double?, _ expected: Double) -> Bool {
        value.map { abs($0 - expected) < 0.001 } == true
    }

    /// Creates a timing with 1,000 frames per second, not held, and `written` frames from position `origin` on the server's axis.
    private func timing(written: Int, origin: Double = 0, at time: Double = 0) -> PulseTiming {
        var timing = PulseTiming(sampleRate: 1000)
        timing.write(frames: written)
        timing.setHeld(false, at: time)
        timing.update(report(time: time, read: origin, write: origin + Double(written), latency: 0, isPlaying: false, sinceChange: 0))
        return timing
    }

    @Test func thePositionIsUnknownBeforeTheFirstReport() {
        var timing = PulseTiming(sampleRate: 1000)
        #expect(timing.played(at: 0) == nil)
        timing.write(frames: 100)
        timing.update(report(time: 0, read: 0, latency: 0, sinceChange: 0))
        #expect(timing.played(at: 0) == nil, "the write position is corrupt")
    }

    @Test func framesInTheDeviceAreNotPlayedYet() {
        var timing = timing(written: 1000)
        timing.update(report(time: 1, read: 400, latency: 50, sinceChange: 400))
        #expect(isClose(timing.played(at: 1), 350))
        #expect(isClose(timing.played(at: 1.1), 450))
    }

    @Test func silenceInTheDevicePrecedesTheFirstFrame() {
        var timing = timing(written: 1000)
        timing.update(report(time: 1, read: 20, latency: 50, sinceChange: 20))
        #expect(isClose(timing.played(at: 1.0), 0))
        #expect(isClose(timing.played(at: 1.03), 0))
        #expect(isClose(timing.played(at: 1.04), 10))
    }

    @Test func thePositionNeverDecreasesOrExceedsTheWrittenFrames() {
        var timing = timing(written: 1000)
        timing.update(report(time: 1, read: 500, latency: 0, sinceChange: 500))
        #expect(isClose(timing.played(at: 1.1), 600))
        timing.update(report(time: 1.1, read: 590, latency: 0, sinceChange: 590))
        #expect(isClose(timing.played(at: 1.1), 600))
        #expect(isClose(timing.played(at: 9), 1000))
    }

    @Test func theLastFramesLeaveTheDeviceDuringAnUnderrun() {
        var timing = timing(written: 1000)
        timing.update(report(time: 2, read: 1000, latency: 50, isPlaying: false, sinceChange: 10))
        #expect(isClose(timing.played(at: 2), 960))
        #expect(isClose(timing.played(at: 2.04), 1000))
    }

    @Test func thePositionStandsStillWhileHeldUntilTheServerCorrectsIt() {
        var timing = timing(written: 1000)
        timing.update(report(time: 1, read: 400, latency: 50, sinceChange: 400))
        timing.setHeld(true, at: 1.1)
        #expect(isClose(timing.played(at: 1.1), 450))
        #expect(isClose(timing.played(at: 5), 450))
        timing.update(report(time: 1.2, read: 460, latency: 50, isPlaying: false, sinceChange: 0))
        #expect(isClose(timing.played(at: 5), 460))
    }

    @Test func thePositionCountsFromZeroAfterAFlush() {
        var timing = timing(written: 1000)
        timing.update(report(time: 1, read: 400, latency: 50, sinceChange: 400))
        timing.flush()
        #expect(timing.played(at: 1) == nil)
        timing.write(frames: 200)
        timing.update(report(time: 1.1, read: 400, latency: 0, sinceChange: 400))
        #expect(timing.played(at: 1.1) == nil, "the write position is corrupt until the server has flushed")
        timing.update(report(time: 1.2, read: 400, write: 600, latency: 0, sinceChange: 0))
        #expect(isClose(timing.played(at: 1.2), 0))
        #expect(isClose(timing.played(at: 1.25), 50))
    }
}
