/// What the player's ads tell the machine of playback: what becomes of the content, and what is to be told.
///
/// Ads are a part of the one stream of events, and of its traces, because they go through the machine.
public enum AdReport: Sendable, Hashable, Codable {
    // the content
    /// The content stops where it is, its decoders kept, until ``resume(at:)``: something is shown in its place.
    case hold
    /// The content goes on, from a position in seconds; `nil` for where it stands.
    case resume(at: Double?)

    // what is told
    /// An ad is asked for; of which kinds, `nil` for all.
    case request(tag: String, creativeType: String? = nil, position: AdPosition, offset: String)
    /// The breaks of the item are known.
    case schedule([ScheduledAdBreak])
    /// A break begins.
    case breakStart(AdPosition)
    /// A break is over.
    case breakEnd(AdPosition)
    /// An ad is on the screen.
    case impression(AdImpression)
    /// An interactive creative says that it starts.
    case started(creativeType: String)
    /// An ad that was loaded starts.
    case play
    /// An ad goes on after a pause.
    case unpause
    /// An ad is paused.
    case pause(PauseReason)
    /// An ad's playhead moved, in seconds.
    case time(position: Double, duration: Double?, sequence: Int, podCount: Int)
    /// Metadata of an ad's media arrived.
    case metadata(EventFields)
    /// There is something to show beside the ad.
    case companions([AdCompanion])
    /// The viewer clicked on the ad, and the app is to open an address.
    case click(url: String)
    /// The viewer skipped the ad.
    case skipped
    /// An ad was played to its end.
    case complete
    /// An ad, a tag or a schedule failed.
    case failure(PlaybackError, tag: String?)
    /// Something is wrong, and used all the same.
    case warning(PlaybackError)

    /// The event that tells of it; `nil` where it is about the content.
    public var event: (any PlayerEvent)? {
        switch self {
        case .hold, .resume: nil
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
