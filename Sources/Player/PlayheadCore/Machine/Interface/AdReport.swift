/// A report of the player's ads to the playback machine: a change of the content, or an event to emit.
///
/// Ads are part of the single stream of events, and of its traces, because they pass through the machine.
package enum AdReport: Sendable, Hashable, Codable {
    // Changes of the content.
    /// Stops the content at its position, with its decoders kept, until ``resume(at:)``: an ad is shown instead.
    case hold
    /// As ``hold``, but drops the seek in progress, which another one replaces when the content resumes.
    case holdWithoutSeek
    /// Resumes the content from a position in seconds; `nil` for the current position.
    case resume(at: Double?)
    /// Stops the content where the next break begins, at a time of the playback's timeline, in seconds; `nil` for no stop.
    case fence(Double?)

    // Events to emit.
    /// An ad of the given kinds is requested; `nil` for all kinds.
    case request(tag: String, creativeType: String? = nil, position: AdPosition, offset: String)
    /// The breaks of the item are known.
    case schedule([ScheduledAdBreak])
    /// A break begins.
    case breakStart(AdPosition)
    /// A break is over.
    case breakEnd(AdPosition)
    /// An ad is on the screen.
    case impression(AdImpression)
    /// An interactive creative reports its start.
    case started(creativeType: String)
    /// An ad that was loaded starts.
    case play
    /// A paused ad resumes.
    case unpause
    /// An ad is paused.
    case pause(PauseReason)
    /// An ad's playhead moved, in seconds.
    case time(position: Double, duration: Double?, sequence: Int, podCount: Int)
    /// Metadata of an ad's media arrived.
    case metadata(EventFields)
    /// Companions are available for the ad.
    case companions([AdCompanion])
    /// The viewer clicked the ad, and the app has to open a URL.
    case click(url: String)
    /// The viewer skipped the ad.
    case skipped
    /// An ad was played to its end.
    case complete
    /// An ad, a tag or a schedule failed.
    case failure(PlaybackError, tag: String?)
    /// A problem was found that does not prevent the use of the ad.
    case warning(PlaybackError)

    /// The corresponding event; `nil` for changes of the content.
    package var event: (any PlayerEvent)? {
        switch self {
        case .hold, .holdWithoutSeek, .resume, .fence: nil
        case .request(let tag, let type, let position, let offset):
            AdRequestEvent(tag: tag, client: "vast", creativeType: type ?? "linear,nonlinear", adPosition: position, offset: offset)
        case .schedule(let breaks): AdScheduleEvent(adBreaks: breaks)
        case .breakStart(let position): AdBreakStartEvent(adPosition: position)
        case .breakEnd(let position): AdBreakEndEvent(adPosition: position)
        case .impression(let impression): AdImpressionEvent(impression: impression)
        case .started(let type): AdStartedEvent(creativeType: type)
        case .play: AdPlayEvent(oldState: .buffering, newState: .playing)
        case .unpause: AdPlayEvent(oldState: .paused, newState: .playing)
        case .pause(let reason): AdPauseEvent(oldState: .playing, newState: .paused, pauseReason: reason)
        case .time(let position, let duration, let sequence, let podCount):
            AdTimeEvent(position: position, duration: duration, sequence: sequence, podcount: podCount)
        case .metadata(let fields): AdMetaEvent(metadata: fields)
        case .companions(let companions): AdCompanionsEvent(companions: companions)
        case .click(let url): AdClickEvent(clickThroughUrl: url)
        case .skipped: AdSkippedEvent()
        case .complete: AdCompleteEvent()
        case .failure(let error, let tag): AdErrorEvent(error: error, tag: tag)
        case .warning(let error): AdWarningEvent(error: error)
        }
    }
}
