import PlayheadAds

/// A task for the interactive creatives of a session's ads; ads are identified by their numbers.
enum InteractiveAdTask: Sendable {
    case run(Int, InteractiveCreative, volume: Double, isMuted: Bool)
    case end(Int, InteractiveEnd)
    /// A report about an ad's media.
    case media(Int, AdPlaybackReport)
    case paused
    case resumed
    case sound(volume: Double, isMuted: Bool)
    case fullscreen(Bool)
    case removeAll
}
