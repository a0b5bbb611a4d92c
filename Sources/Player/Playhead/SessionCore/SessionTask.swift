import PlayheadAds
import PlayheadCore

/// An action in the order of a session's outputs that is not an output of the machine.
enum SessionTask: Sendable {
    // The list

    /// A loaded list replaces the previous one.
    case adopt([SessionItem], index: Int)
    /// A list with the current item at another index replaces the previous one.
    case arrange([SessionItem], index: Int)
    /// An item of the list has another title, description or picture.
    case describe(item: Int, PlaylistEntry)
    /// The track model is known.
    case opened(MediaDescription)
    /// A release is complete, and the list is cleared.
    case forget

    // The engines

    /// Send changed settings to the engines.
    case configure(PlaybackSettings)

    // Ads

    /// Perform an output of the ad controller. Outputs for the content or events are performed by ``SessionCore`` itself.
    case ad(AdOutput)
    /// The time at which the ad of the next event can be skipped, in seconds of the ad; `nil` if it cannot be skipped.
    case skipTime(Double?)
    /// The volume or mute state of ads.
    case sound(volume: Double, isMuted: Bool)
    /// Whether a view fills the screen.
    case fullscreen(Bool)
    /// Whether the content has stopped for an ad, which can start then; otherwise the content's pictures are shown.
    case contentStands(Bool)
    /// End all ads of the item that is closed.
    case endAds
    /// Make no further calls to trackers than the running ones.
    case endCalls
    /// The id of a seek that ends without being performed.
    case seekEnded(Int)

    /// Whether a release performs the task although the events around it are withdrawn.
    var isKeptByRelease: Bool {
        switch self {
        case .forget, .configure, .endAds, .endCalls, .seekEnded, .contentStands(false): true
        case .ad(let output):
            switch output {
            case .call, .open, .stopAd, .endInteractive, .withdrawOverlay: true
            default: false
            }
        case .adopt, .arrange, .describe, .opened, .skipTime, .sound, .fullscreen, .contentStands(true): false
        }
    }
}
