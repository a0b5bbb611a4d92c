/// Something that happened to an ad that is played.
public enum AdFact: Sendable, Hashable {
    /// Its media is loaded far enough to be played at once.
    case loaded
    /// Its duration, in seconds, as the media tells it.
    case duration(Double)
    /// Its first picture is on the screen, or its first sound is heard.
    case shown
    /// Its playhead is there, in seconds.
    case position(Double)
    /// It was paused.
    case paused
    /// It goes on.
    case resumed
    /// The sound was switched off.
    case muted
    /// The sound was switched on.
    case unmuted
    /// The player became larger, to the whole screen.
    case expanded
    /// The player became smaller again.
    case collapsed
    /// The viewer went back in it.
    case rewound
    /// The viewer skipped it.
    case skipped
    /// It was played to its end.
    case completed
    /// The viewer closed it.
    case closed
    /// The viewer clicked on it; where, in pixels.
    case clicked(x: Int?, y: Int?)
    /// An icon appeared.
    case iconShown(Int)
    /// An icon was clicked on.
    case iconClicked(Int)
    /// A companion appeared.
    case companionShown(Int)
    /// A companion was clicked on.
    case companionClicked(Int)
    /// What is shown over the content was clicked on.
    case nonLinearClicked(Int)
    /// The viewer took up an invitation.
    case invitationAccepted
    /// Its interactive part says that something happened (SIMID `reportTracking`).
    case reported([String])
    /// Its interactive part failed, and its media goes on.
    case interactiveFailed(AdError)
    /// It can't be shown, or can't be shown any longer.
    case failed(AdError)
}
