import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

extension Playback {
    /// The current playhead of playback `number`; `nil` if another playback is current, or the engine does not report a playhead.
    func playhead(of number: Int) -> Double? { current.flatMap { $0.playback == number ? $0.engine.playhead : nil } }

    /// The counters of the playback that was opened last.
    var statistics: EngineStatistics { current?.engine.statistics ?? lastStatistics }

    /// The counters of all playbacks.
    var totalStatistics: EngineStatistics {
        var total = closedStatistics
        for run in runs.values { total.add(run.engine.statistics) }
        return total
    }

    /// Whether playback stops at `time`, on its own timeline, because the limit is reached.
    func isPlayedOut(at time: Double) -> Bool { statistics.playedOutAt.map { time >= $0 } ?? false }

    /// Returns a thumbnail of the playback that was opened last, at `time` on its own timeline.
    func thumbnail(at time: Double, fitting size: PictureSize, isolation: isolated any Actor = #isolation) async throws -> Thumbnail {
        guard let engine = current?.engine else { throw PlaybackError(.commandRefused, underlying: "Nothing is open.") }
        return try await engine.thumbnail(at: time, fitting: size)
    }

    /// The measured throughput of the playback that was opened last, or of those before.
    var throughputMemory: ThroughputMemory? {
        var known = networks
        if let current { known.keep(current.engine.statistics.throughputMemory, measuredOn: current.network, at: Date()) }
        return known.last
    }

    var transfers: TransferCounters { connections.transfers }

    /// The reports about requests and playback; `nil` without reports.
    var clientData: ClientDataReports? { connections.clientData }

    /// The name of the container or protocol of the playback that was opened last; `nil` before it is open.
    var streamFormat: String? { current?.engine.found?.format }
}

extension EngineStatistics {
    /// Adds the counters of another playback.
    mutating func add(_ other: EngineStatistics) {
        framesShown += other.framesShown
        firstPictureAt = [firstPictureAt, other.firstPictureAt].compactMap(\.self).min()
        framesDropped += other.framesDropped
        audioFrames += other.audioFrames
        played += other.played
        timeByLevel.merge(other.timeByLevel) { $0 + $1 }
    }
}
