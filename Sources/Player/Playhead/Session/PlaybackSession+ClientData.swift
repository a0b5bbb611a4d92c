import Foundation
import PlayheadCMCD
import PlayheadCore

/// The reports of a session by CMCD.
extension PlaybackSession {
    /// The identifier of the session in reports by CMCD; `nil` without ``PlayerConfiguration/cmcd``.
    public nonisolated var clientDataSessionID: String? { clientData?.sessionID }

    /// The statements of servers by CMSD (CTA-5006) in the last response that had any, such as their estimated throughput; `nil` before, and
    /// without ``PlayerConfiguration/cmcd``.
    public nonisolated var serverData: CMSD? { clientData?.serverData }

    /// Reports an event of the app (`ce`) to the targets of ``PlayerConfiguration/cmcd`` that receive `CMCDEvent.custom`.
    /// - Parameter name: The name, 1 to 64 printable ASCII characters; another one is not reported.
    public nonisolated func reportClientEvent(named name: String) { clientData?.handle(.custom(name)) }

    /// Reports what an event has changed, and the event if no fact shows it.
    func reportClientData(of event: any PlayerEvent) {
        guard let clientData else { return }
        switch event {
        case let event as VisualQualityEvent: clientData.playheadBitrate = event.level.bitrate.map(Double.init)
        case let event as StateChangeEvent where event.newState == .idle: clientData.playheadBitrate = nil
        case is PlaylistItemEvent: clientData.playheadBitrate = nil
        default: break
        }
        clientData.handle(.facts(clientDataFacts(after: clientData.reportedState, in: clientData)))
        switch event {
        case let event as ErrorEvent: clientData.handle(.error("\(event.error.code)"))
        case let event as SetupErrorEvent: clientData.handle(.error("\(event.error.code)"))
        case let event as FullscreenEvent: clientData.handle(.event(event.isFullscreen ? .expand : .collapse))
        case is AdBreakStartEvent: clientData.handle(.event(.adBreakStart))
        case is AdBreakEndEvent: clientData.handle(.event(.adBreakEnd))
        case let event as AdImpressionEvent where event.impression.isLinear: clientData.handle(.event(.adStart))
        case is AdSkippedEvent:
            clientData.handle(.event(.skip))
            clientData.handle(.event(.adEnd))
        case is AdCompleteEvent: clientData.handle(.event(.adEnd))
        default: break
        }
    }

    private func clientDataFacts(after previous: CMCDPlayerState?, in clientData: ClientDataReports) -> CMCDFacts {
        let now = configuration.clock.now
        let timeline = facts.timeline(at: now)
        var result = CMCDFacts()
        result.state = CMCDPlayerState(facts.state, intendsToPlay: intendsToPlay, reason: facts.bufferReason, after: previous)
        if let ad = facts.advertisement, result.state != nil { result.state = ad.isPaused ? .paused : .playing }
        result.rate = facts.rate
        result.contentID = clientData.contentID ?? facts.currentItem?.entry.mediaID
        let position = facts.position(at: now)
        result.playhead = timeline.playhead
        // The end of the playhead's range; positions are rounded.
        let rounding = 0.1
        result.bufferLength =
            facts.bufferedRanges.first { $0.start - rounding <= position && position <= $0.end }
            .map { $0.end - position } ?? (facts.media == nil ? nil : 0)
        result.liveLatency = timeline.latency
        result.playheadBitrate = clientData.playheadBitrate
        result.droppedFrames = totalStatistics.framesDropped
        result.isBackgrounded = visibility.isInBackground
        result.isSilent = facts.isMuted || facts.volume == 0
        if facts.media != nil {
            result.streamType = CMCDStreamType(timeline)
            result.format = playback.streamFormat.map { ["hls": .hls, "dash": .dash][$0.lowercased()] ?? .other }
        }
        return result
    }

    /// Limits the automatic selection of levels to the bit rate that servers suggest, in bits per second; `nil` ends the limit.
    func limitBitrate(byServers limit: Double?) { settings.serverBitrateLimit = limit.map { Int(saturating: $0, rounding: .down) } }
}
