import PlayheadCore
import PlayheadEngine
import PlayheadOrigin
import PlayheadTransport
import Testing

/// The worst rows of the table over real connections, where an answer can end in more ways than a simulated one.
///
/// Recordings and broadcasts wait for their clocks in parallel, the rows of each kind in sequence.
@Suite("Faults of origins over sockets", .tags(.realTime), .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct SocketFaultTests {
    static let worst = [
        "a variant's playlist: 404", "sound's segments: 404, all", "four segments in a row: 404", "a segment: no answer, always",
        "a segment: stalls in the middle", "a segment: cut in the middle, without ranges", "a segment: the connection is cut each time",
        "a segment: shorter than announced", "a segment of one rung: garbage", "a segment: redirects that never end",
        "an initialization section of one rung: 404", "live: the playlist is frozen for 5 s", "live: the encoder restarts",
    ]
    static let rows = FaultCase.table.filter { worst.contains($0.name) }

    @Test("The table contains all of the worst rows")
    func names() { #expect(Self.rows.map(\.name).sorted() == Self.worst.sorted()) }

    @Suite("of recordings", .serialized)
    struct Recordings {
        @Test("Results are the same as without sockets", arguments: rows.filter { $0.stream.seconds == nil })
        func row(_ row: FaultCase) async throws { try await check(row) }
    }

    @Suite("of broadcasts", .serialized)
    struct Broadcasts {
        @Test("Results are the same as without sockets", arguments: rows.filter { $0.stream.seconds != nil })
        func row(_ row: FaultCase) async throws { try await check(row) }

        @Test("During a pause the live window moves on: loaded media is played, then playback continues at the start of the window")
        func windowUnderPause() async throws {
            let clock = ScaledClock(speed: 4)
            let origin = try await LoopbackOrigin.start(clock: clock)
            let url = origin.serve(
                try LiveBroadcast(of: try await Samples.url(.hlsFragmentedMP4), options: LiveOptions(isContinuous: true), isKept: true))
            let rig = EngineRig(url) { configuration in
                configuration.clock = clock
                configuration.forwardBuffer = 4
            }
            _ = try await rig.open()
            // The window has six segments of one second.
            let pause = 16.0
            try await clock.sleep(for: pause)
            rig.start()
            let enough = 240
            while rig.screen.shown.count < enough, !rig.hasFailed { try await clock.sleep(for: 0.5) }
            #expect(rig.warnings.map(\.kind).uniqued == [.segmentGap])
            #expect((1...2).contains(rig.screen.stamps.compactMap { $0 }.holes))
            try await rig.close()
            await origin.stop()
        }

        @Test("An event that ends becomes on demand: its duration is reported, and a replay starts at its beginning")
        func eventEnds() async throws {
            let clock = ScaledClock(speed: 4)
            let origin = try await LoopbackOrigin.start(clock: clock)
            let options = LiveOptions(window: .event, initialDuration: 3, endsAfter: 2, isContinuous: true)
            let url = origin.serve(try LiveBroadcast(of: try await Samples.url(.hlsFragmentedMP4), options: options, isKept: true))
            let rig = EngineRig(url) { $0.clock = clock }
            #expect(try await rig.open().duration == .infinity)
            rig.start()
            let duration = try await rig.ended()
            #expect(abs(duration - 5) < 0.1)
            let emitted = rig.log.all.compactMap { if case .durationChanged(let length) = $0 { length } else { nil } }
            #expect(emitted.count == 1 && abs((emitted.first ?? 0) - 5) < 0.1)
            let start = rig.log.count
            let mark = rig.screen.stamps.count
            try await rig.seek(1, to: 0)
            rig.start()
            try await rig.ended(from: start)
            #expect(rig.screen.stamps.dropFirst(mark).compactMap { $0 }.runs == [0..<150])
            #expect(rig.warnings.isEmpty)
            try await rig.close()
            await origin.stop()
        }
    }

    static func check(_ row: FaultCase) async throws {
        let clock = ScaledClock(speed: row.live.isEmpty ? 4 : 1)
        var options = row.stream.options
        // The default window leaves a second after a fault, which is less than a delay of a busy machine.
        if row.stream.seconds != nil { options.window = .segments(30) }
        let origin = try await LoopbackOrigin.start(clock: clock)
        let url = origin.serve(
            try LiveBroadcast(of: try await row.stream.files(), options: options, faults: row.live, isKept: true))
        for fault in row.faults { origin.addFault(fault) }
        let rig = EngineRig(url, loader: RetryingLoader(URLLoader(), clock: clock)) { configuration in
            configuration.clock = clock
            configuration.initialLevel = row.level
            // Timeouts of transfers use the time of the system.
            configuration.requestOptions.timeouts = LoadTimeouts(head: 2, progress: 2)
        }
        _ = try await rig.open()
        rig.start()
        switch row.end {
        case .ended: try await rig.ended()
        case .failed(let kind): #expect(try await rig.failure().kind == kind)
        case .playing:
            // Waits for the minimum number of frames while the clock runs.
            while rig.screen.shown.count < row.fewest, !rig.hasFailed { try await clock.sleep(for: 0.5) }
        }
        #expect(rig.warnings.map(\.kind).uniqued == row.warnings, "\(rig.warnings)")
        let stamps = rig.screen.stamps.compactMap { $0 }
        if let shown = row.shown { #expect(stamps.runs == shown) }
        // Connections delay the playback, so that a restart may coincide with the start of the recording and leaves no gap then.
        if row.end == .playing { #expect(stamps.holes <= row.holes.upperBound, "\(stamps.runs)") }
        try await rig.close()
        await origin.stop()
    }
}

extension EngineRig {
    fileprivate var hasFailed: Bool { log.all.contains { if case .failed = $0 { true } else { false } } }
}
