import PlayheadCore
import PlayheadEngine
import PlayheadTestKit
import PlayheadTransport
import Testing

/// The worst rows of the table over real connections, where an answer ends in more ways than a simulated one.
@Suite("Faults of origins over sockets", .enabled(if: Samples.areThere), .serialized, .timeLimit(.minutes(2)))
struct SocketFaultTests {
    static let worst = [
        "a variant's playlist: 404", "sound's segments: 404, all", "four segments in a row: 404", "a segment: no answer, always",
        "a segment: stalls in the middle", "a segment: cut in the middle, without ranges", "a segment: the connection is cut each time",
        "a segment: shorter than announced", "a segment of one rung: garbage", "a segment: redirects that never end",
        "an initialization section of one rung: 404", "live: the playlist is frozen for 5 s", "live: the encoder starts anew",
    ]
    static let rows = FaultCase.table.filter { worst.contains($0.name) }

    @Test("are the same as without", arguments: rows)
    func row(_ row: FaultCase) async throws {
        let clock = ScaledClock(speed: 4)
        let origin = try await LoopbackOrigin.start(clock: clock)
        let url = origin.serve(
            try LiveBroadcast(of: try await row.stream.files(), options: row.stream.options, faults: row.live, isKept: true))
        for fault in row.faults { origin.addFault(fault) }
        let rig = EngineRig(url, loader: RetryingLoader(URLLoader(), clock: clock)) { configuration in
            configuration.clock = clock
            configuration.initialLevel = row.level
            // Time limits of transfers are the system's.
            configuration.requestOptions.timeouts = LoadTimeouts(head: 2, progress: 2)
        }
        _ = try await rig.open()
        rig.start()
        switch row.end {
        case .ended: try await rig.ended()
        case .failed(let kind): #expect(try await rig.failure().kind == kind)
        case .playing:
            // Frames that are sure to come, while the clock runs.
            while rig.screen.shown.count < row.fewest, !rig.hasFailed { try await clock.sleep(for: 0.5) }
        }
        #expect(rig.warnings.map(\.kind).uniqued == row.warnings, "\(rig.warnings)")
        let stamps = rig.screen.stamps.compactMap { $0 }
        if let shown = row.shown { #expect(stamps.runs == shown) }
        if row.end == .playing { #expect(row.holes.contains(stamps.holes), "\(stamps.runs)") }
        try await rig.close()
        await origin.stop()
    }

    @Test("all of the worst are in the table")
    func names() { #expect(Self.rows.map(\.name).sorted() == Self.worst.sorted()) }
}

extension EngineRig {
    fileprivate var hasFailed: Bool { log.all.contains { if case .failed = $0 { true } else { false } } }
}
