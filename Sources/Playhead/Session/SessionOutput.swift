import Foundation
import PlayheadCore

/// What a session hands to its owner: in order, on the session's executor.
enum SessionOutput: Sendable {
    /// An event. What can be read of the session has changed already.
    case event(any PlayerEvent)
    /// A loaded list took the place of the one before.
    case adopted([SessionItem], index: Int)
    /// The track model of the current item is known.
    case opened(MediaDescription)
    /// A release is complete: nothing is left of the list.
    case released
    /// What can be read has changed without an event.
    case factsChanged
    /// All outputs have been performed.
    case settled
    /// A period of playing ended by a release, which no event announces.
    case accessLog(AccessLogEntry)
    /// Another source of an item is opened.
    case sourceChanged(SessionItem)
    /// A task for interactive creatives.
    case interactive(InteractiveAdTask)
    /// Open what an ad's click leads to.
    case open(URL)
}
