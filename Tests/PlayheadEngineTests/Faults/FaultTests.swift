import Foundation
import PlayheadCore
import Testing

@testable import PlayheadEngine

/// Checks docs/FAULTS.md row by row with the real engine.
@Suite("Faults of origins", .tags(.idleClock), .enabled(if: Samples.areThere), .serialized, .timeLimit(.minutes(5)))
struct FaultTests {
    @Test("of playlists", arguments: FaultCase.playlists)
    func playlists(_ row: FaultCase) async throws { try await check(row) }

    @Test("of alternate audio", arguments: FaultCase.sound)
    func sound(_ row: FaultCase) async throws { try await check(row) }

    @Test("of segments", arguments: FaultCase.segments)
    func segments(_ row: FaultCase) async throws { try await check(row) }

    @Test("of keys", arguments: FaultCase.keys)
    func keys(_ row: FaultCase) async throws { try await check(row) }

    @Test("of broadcasts", arguments: FaultCase.broadcasts)
    func broadcasts(_ row: FaultCase) async throws { try await check(row) }

    @Test("of manifests of DASH", arguments: FaultCase.manifests + FaultCase.liveManifests)
    func manifests(_ row: FaultCase) async throws { try await check(row) }

    @Test("docs/FAULTS.md describes all of them")
    func document() throws {
        let text = try String(contentsOf: Samples.package.appendingPathComponent("docs/FAULTS.md"), encoding: .utf8)
        let emitted = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { $0.split(separator: "|").first }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0 != "fault" }
        #expect(emitted == FaultCase.table.map(\.name))
    }

    private func check(_ row: FaultCase) async throws {
        let rig = try await FaultRig(row.stream, row.faults, live: row.live, twists: row.twists, network: row.network) {
            configuration in
            configuration.initialLevel = row.level
            if row.isRealTime { configuration.pacing = .realTime }
        }
        try await rig.play(row.stream.seconds, after: row.pause)
        let log = rig.rig.log
        let warnings = log.warnings.map(\.kind).uniqued.filter { !row.isCut || $0 != .decoding }
        #expect(warnings == row.warnings, "\(log.warnings)")
        #expect(log.warnings.allSatisfy { $0.severity == .warning })
        switch row.end {
        case .ended: #expect(rig.failure == nil && rig.isOver, "\(rig.failure as Any)")
        case .playing: #expect(rig.failure == nil && !rig.isOver, "\(rig.failure as Any)")
        case .failed(let kind): #expect(rig.failure?.kind == kind, "\(rig.failure as Any)")
        }
        let stamps = rig.rig.screen.stamps.compactMap { $0 }
        if let shown = row.shown { #expect(stamps.runs == shown) }
        if row.stream.seconds != nil {
            #expect(row.holes.contains(stamps.holes), "\(stamps.runs)")
            #expect(stamps.count >= row.fewest)
        }
        if row.isRealTime { #expect(!rig.rig.waits.contains(.stalled)) }
        for (pattern, count) in row.asks {
            #expect(rig.loader.base.requests.count { pattern.matches($0.path) } == count, "\(pattern)")
        }
        if let track = row.audioTrack { #expect(rig.audioTrack == track) }
        try await rig.close()
    }
}

extension FaultRig {
    /// The current audio track.
    var audioTrack: Int? {
        let switched = rig.log.all.compactMap { if case .audioTrackSelected(let index) = $0 { index } else { nil } }.last
        return switched ?? opened?.currentAudioTrack
    }
}

extension [PlaybackError.Kind] {
    /// The kinds without duplicates, in the order of their first occurrence.
    var uniqued: [PlaybackError.Kind] {
        reduce(into: []) { kinds, kind in
            if !kinds.contains(kind) { kinds.append(kind) }
        }
    }
}

extension [Int] {
    /// The frames as ranges of consecutive numbers.
    var runs: [Range<Int>] {
        reduce(into: []) { runs, stamp in
            if let last = runs.last, last.upperBound == stamp {
                runs[runs.count - 1] = last.lowerBound..<stamp + 1
            } else {
                runs.append(stamp..<stamp + 1)
            }
        }
    }

    /// The number of gaps between frames; a restart of the recording does not count.
    var holes: Int { runs.adjacent.count { !($0.upperBound % 60 == 0 && $0.upperBound >= 180 && $1.lowerBound == 0) } }
}

extension [Range<Int>] {
    fileprivate var adjacent: [(Range<Int>, Range<Int>)] { Array<(Range<Int>, Range<Int>)>(zip(self, dropFirst())) }
}

extension FaultCase {
    /// Whether a segment breaks off: unpaced, the decoder may reach its incomplete picture before that is taken back.
    fileprivate var isCut: Bool {
        faults.contains { fault in
            switch fault.kind {
            case .cut, .truncated, .contentLength: true
            default: false
            }
        }
    }
}
