import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// Writes the logs of one engine at work: listens to its reports, and gives entries of the access log that are told before them.
final class PlaybackLog {
    /// A period that goes on.
    private struct Period {
        var startDate: Int
        var startOffset: Double
        var level: QualityLevel?
        var leftLevel: QualityLevel?
        var stalls = 0
        var statistics: EngineStatistics
    }

    private let url: URL
    private let sessionID: String
    /// What is loaded, to be counted by the loader.
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
    private var period: Period?

    /// - Parameters:
    ///   - url: What is played.
    ///   - now: The monotonic clock.
    ///   - failed: Hears of the error log's entries, on any thread.
    init(_ url: URL, at now: Double, failed: @escaping @Sendable (ErrorLogEntry) -> Void) {
        let sessionID = UUID().uuidString
        self.url = url
        self.sessionID = sessionID
        tally = LoadTally { failed(Self.entry(of: $0, sessionID: sessionID)) }
        openedAt = now
    }

    /// Takes a report into account.
    /// - Parameters:
    ///   - report: What the engine says.
    ///   - statistics: What it has counted by now.
    ///   - now: The monotonic clock.
    /// - Returns: The entry of a period that is over by it.
    func hear(_ report: EngineReport, _ statistics: @autoclosure () -> EngineStatistics, at now: Double) -> AccessLogEntry? {
        switch report {
        case .opened(let media):
            startupTime = now - openedAt
            isLive = media.window != nil || media.duration == .infinity
        case .started(let start):
            position = start
            // The engine may be ahead of what it reported: of a playback's first period all is counted.
            if period == nil { begin(hasBegun ? statistics() : EngineStatistics()) }
        case .progress(let reached), .paused(let reached), .seeked(_, let reached): position = reached
        case .waiting(.stalled): period?.stalls += 1
        case .buffered(let ranges):
            loadedDuration += ranges.amount(outside: loaded)
            loaded = ranges
        case .visualQuality(let level, _, _):
            guard let shown = period?.level, shown != level else {
                period?.level = level
                return nil
            }
            let counted = statistics()
            let entry = end(counted)
            begin(counted)
            period?.level = level
            period?.leftLevel = shown
            return entry
        case .ended, .failed, .closed:
            guard period != nil else { return nil }
            return end(statistics())
        default: break
        }
        return nil
    }

    private func begin(_ statistics: EngineStatistics) {
        hasBegun = true
        period = Period(startDate: Self.date, startOffset: position, statistics: statistics)
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

    /// What is read past the player's loader, such as local files, is not known.
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

    /// The entry of a load that failed.
    static func entry(of error: LoadError, sessionID: String) -> ErrorLogEntry {
        let problem = PlaybackError(error)
        var status: Int?
        switch error.reason {
        case .status(let code), .redirectLoop(let code), .redirectRefused(let code), .invalidResponse(let code): status = code
        default: break
        }
        return ErrorLogEntry(
            date: date, uri: error.url, serverAddress: error.serverAddress,
            playbackSessionID: sessionID, errorStatusCode: status ?? problem.code, errorDomain: status == nil ? "Playhead" : "HTTP",
            errorComment: [problem.message, problem.underlying].compactMap(\.self).joined(separator: " "))
    }

    private static var date: Int { Int(saturating: Date().timeIntervalSince1970 * 1000) }
}

extension [TimeRange] {
    /// Seconds of these ranges that are not in others; both in order.
    func amount(outside others: [TimeRange]) -> Double {
        reduce(0) { sum, range in
            let known = others.reduce(0) { $0 + Swift.max(0, Swift.min($1.end, range.end) - Swift.max($1.start, range.start)) }
            return sum + Swift.max(0, range.duration - known)
        }
    }
}
