import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// Creates the logs of one engine from its reports; an entry of the access log precedes the report that ends its period.
final class PlaybackLog {
    /// The current period.
    private struct Period {
        var startDate: Int
        var startOffset: Double
        var level: QualityLevel?
        var leftLevel: QualityLevel?
        var stalls = 0
        var statistics: EngineStatistics
    }

    private let url: URL
    /// The identifier of the playback.
    let sessionID: String
    /// The counters of the loader.
    let tally: LoadTally
    private let openedAt: Double
    private var startupTime: Double?
    private var isLive = false
    private var hasManifest = false
    private var hasRequests = false
    private var position = 0.0
    private var loaded: [TimeRange] = []
    private var loadedDuration = 0.0
    private var hasBegun = false
    /// Whether the end was reached after the last seek: an engine that reaches it by a seek starts there once more, and plays nothing.
    private var isAtEnd = false
    private var period: Period?
    /// The level that was reported last. An engine reports it again after its end, but not after a seek to the end.
    private var level: QualityLevel?

    /// - Parameters:
    ///   - url: The URL of the media.
    ///   - now: The time of the monotonic clock.
    ///   - failed: Receives the entries of the error log, on any thread.
    init(_ url: URL, at now: Double, failed: @escaping @Sendable (ErrorLogEntry) -> Void) {
        let sessionID = UUID().uuidString
        self.url = url
        self.sessionID = sessionID
        tally = LoadTally { failed(Self.entry(of: $0, sessionID: sessionID)) }
        openedAt = now
    }

    /// Handles a report.
    /// - Parameters:
    ///   - report: The report of the engine.
    ///   - statistics: The counters of the engine.
    ///   - now: The time of the monotonic clock.
    /// - Returns: The entry of the period that the report ends.
    func handle(_ report: EngineReport, _ statistics: @autoclosure () -> EngineStatistics, at now: Double) -> AccessLogEntry? {
        switch report {
        case .opened(let media):
            startupTime = now - openedAt
            isLive = media.window != nil || media.duration == .infinity
        case .started(let start):
            position = start
            // The engine may be ahead of its reports; the first period of a playback counts everything.
            if period == nil, !isAtEnd { begin(hasBegun ? statistics() : EngineStatistics()) }
        case .progress(let reached), .paused(let reached): position = reached
        case .seeked(_, let reached):
            position = reached
            isAtEnd = false
        case .waiting(.stalled): period?.stalls += 1
        case .buffered(let ranges):
            loadedDuration += ranges.amount(outside: loaded)
            loaded = ranges
        case .visualQuality(let level, _, _):
            self.level = level
            guard let shown = period?.level, shown != level else {
                period?.level = level
                return nil
            }
            let counted = statistics()
            let entry = end(counted)
            begin(counted)
            period?.leftLevel = shown
            return entry
        case .ended, .failed, .closed:
            isAtEnd = true
            if case .ended = report { level = nil }
            guard period != nil else { return nil }
            return end(statistics())
        default: break
        }
        return nil
    }

    private func begin(_ statistics: EngineStatistics) {
        hasBegun = true
        period = Period(startDate: Self.date, startOffset: position, level: level, statistics: statistics)
    }

    private func end(_ statistics: EngineStatistics) -> AccessLogEntry? {
        guard let period else { return nil }
        self.period = nil
        var entry = AccessLogEntry()
        entry.uri = url.withoutSecrets
        entry.playbackSessionID = sessionID
        entry.playbackStartDate = period.startDate
        entry.playbackStartOffset = period.startOffset
        if let startupTime { entry.startupTime = startupTime }
        startupTime = nil
        entry.durationWatched = statistics.played - period.statistics.played
        entry.numberOfStalls = period.stalls
        entry.numberOfDroppedVideoFrames = statistics.framesDropped - period.statistics.framesDropped
        entry.segmentsDownloadedDuration = loadedDuration
        loadedDuration = 0
        if let bitrate = period.level?.bitrate { entry.indicatedBitrate = Double(bitrate) }
        if let bitrate = period.level?.averageBitrate { entry.indicatedAverageBitrate = Double(bitrate) }
        if let bitrate = statistics.video.bitrate(since: period.statistics.video) { entry.averageVideoBitrate = bitrate }
        if let bitrate = statistics.audio.bitrate(since: period.statistics.audio) { entry.averageAudioBitrate = bitrate }
        if let bitrate = period.leftLevel?.bitrate { entry.switchBitrate = Double(bitrate) }
        addTransfers(to: &entry)
        if hasManifest { entry.downloadOverdue = statistics.downloadsOverdue - period.statistics.downloadsOverdue }
        entry.playbackType = isLive ? "LIVE" : hasManifest ? "VOD" : "FILE"
        return entry
    }

    /// Adds the transfers of the player's loader; resources that it does not load, such as local files, are not counted.
    private func addTransfers(to entry: inout AccessLogEntry) {
        let sums = tally.take()
        hasManifest = hasManifest || sums.manifestRequests > 0
        hasRequests = hasRequests || sums.mediaRequests > 0
        guard hasRequests else { return }
        let bits = 8.0
        entry.serverAddress = sums.address
        if sums.address != nil { entry.numberOfServerAddressChanges = sums.addressChanges }
        entry.numberOfMediaRequests = sums.mediaRequests
        entry.mediaRequestsWWAN = sums.mobileRequests
        entry.numberOfBytesTransferred = Int(sums.bytes)
        entry.transferDuration = sums.seconds
        if sums.seconds > 0, sums.bytes > 0 { entry.observedBitrate = Double(sums.bytes) * bits / sums.seconds }
        if let deviation = sums.rates.standardDeviation { entry.observedBitrateStandardDeviation = deviation }
    }

    // MARK: - Errors

    /// Returns the entry of a failed load.
    static func entry(of error: LoadError, sessionID: String) -> ErrorLogEntry {
        let problem = PlaybackError(error)
        let status = error.reason.status
        return ErrorLogEntry(
            date: date, uri: error.url, serverAddress: error.serverAddress,
            playbackSessionID: sessionID, errorStatusCode: status ?? problem.code, errorDomain: status == nil ? "Playhead" : "HTTP",
            errorComment: [problem.message, problem.underlying].compactMap(\.self).joined(separator: " "))
    }

    private static var date: Int { Int(saturating: Date().timeIntervalSince1970 * 1000) }
}

extension [TimeRange] {
    /// Returns the duration of these ranges outside of others, in seconds; both are in order.
    func amount(outside others: [TimeRange]) -> Double {
        reduce(0) { sum, range in
            let known = others.reduce(0) { $0 + Swift.max(0, Swift.min($1.end, range.end) - Swift.max($1.start, range.start)) }
            return sum + Swift.max(0, range.duration - known)
        }
    }
}
