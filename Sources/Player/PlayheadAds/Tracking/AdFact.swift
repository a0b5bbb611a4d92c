/// A fact about an ad that is being played.
package enum AdFact: Sendable, Hashable {
    /// The media is ready to play.
    case loaded
    /// The duration of the media, in seconds.
    case duration(Double)
    /// The first picture was shown, or the first sound was played.
    case shown
    /// The playhead in seconds.
    case position(Double)
    /// The ad was paused.
    case paused
    /// The ad was resumed.
    case resumed
    /// The sound was muted.
    case muted
    /// The sound was unmuted.
    case unmuted
    /// The player entered full screen.
    case expanded
    /// The player left full screen.
    case collapsed
    /// The view became visible or invisible.
    case visible, hidden
    /// The viewer seeked back.
    case rewound
    /// The viewer skipped the ad.
    case skipped
    /// The ad was played to its end.
    case completed
    /// The viewer closed the ad.
    case closed
    /// The viewer clicked on the ad, at a position in pixels.
    case clicked(x: Int?, y: Int?)
    /// An icon was shown.
    case iconShown(Int)
    /// An icon was clicked.
    case iconClicked(Int)
    /// A companion was shown.
    case companionShown(Int)
    /// A companion was clicked.
    case companionClicked(Int)
    /// An overlay was clicked.
    case nonLinearClicked(Int)
    /// The viewer accepted an invitation.
    case invitationAccepted
    /// The interactive part has started.
    case interactiveStarted
    /// The interactive part reported an event (SIMID `reportTracking`).
    case reported([String])
    /// The interactive part failed, and the media continues.
    case interactiveFailed(AdError)
    /// The ad can't be shown, or can't be shown any longer.
    case failed(AdError)
}
