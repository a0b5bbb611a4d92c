import Playhead
import PlayheadCore
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadMonitor

/// Occupies a shared thread again and again, as the playbacks of a machine with too many viewers do.
private actor Occupant {
    private let executor = ThreadExecutor.shared()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let clock = SystemClock()

    func occupy(until end: Double) async {
        while clock.now < end, !Task.isCancelled {
            let pause = clock.now + 0.03
            while clock.now < pause {}
            await Task.yield()
        }
    }
}

@Suite("Viewers on busy threads", .tags(.viewers), .serialized, .timeLimit(.minutes(2)), .enabled(if: Samples.arePossible))
struct BusyThreadTests {
    @Test("The playhead of a live stream is reported also where more reports arrive than the thread has turns")
    func progress() async throws {
        let file = try await Samples.streams.url(of: .hlsSmallLadder)
        let origin = try await LoopbackOrigin.start()
        let session = PlaybackSession(configuration: CrowdSetting.viewerConfiguration)
        let events = session.events
        await session.load(origin.serve(try LiveBroadcast(of: file)))
        await session.play()
        for await event in events where event is TimeEvent { break }
        let (clock, start) = (SystemClock(), SystemClock().now)
        let seconds = 5.0
        var times = 0
        await withTaskGroup(of: Void.self) { group in
            // Several for each thread.
            for _ in 0..<24 { group.addTask { await Occupant().occupy(until: start + seconds) } }
            let events = session.events
            for await event in events {
                if event is TimeEvent { times += 1 }
                if clock.now > start + seconds { break }
            }
        }
        #expect(times >= 5)
        await session.close()
        await origin.stop()
    }
}
