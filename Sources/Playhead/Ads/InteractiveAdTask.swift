import PlayheadAds

/// What the interactive creatives of a session's ads are told; ads are named by their numbers.
enum InteractiveAdTask: Sendable {
    case run(Int, InteractiveCreative, volume: Double, isMuted: Bool)
    case end(Int, InteractiveEnd)
    /// Something happened to an ad's media.
    case media(Int, AdPlaybackReport)
    case paused
    case resumed
    case sound(volume: Double, isMuted: Bool)
    case fullscreen(Bool)
    case removeAll
}
