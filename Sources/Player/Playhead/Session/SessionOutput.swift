import Foundation
import PlayheadCore

/// An output of a session for its owner, in order, on the session's executor.
enum SessionOutput: Sendable {
    /// An event. The properties of the session have changed already.
    case event(any PlayerEvent)
    /// A loaded list replaced the previous one.
    case adopted([SessionItem], index: Int)
    /// The list was replaced around the current item.
    case arranged([SessionItem], index: Int)
    /// An item has another title, description or picture.
    case described(SessionItem)
    /// The track model of the current item is known.
    case opened(MediaDescription)
    /// A release is complete, and the list is empty.
    case released
    /// The properties of the session have changed without an event.
    case factsChanged
    /// All outputs were performed.
    case settled
    /// The last period of the access log, which a release ended without an event.
    case accessLog(AccessLogEntry)
    /// An item switched to another source.
    case sourceChanged(SessionItem)
    /// A task for interactive creatives.
    case interactive(InteractiveAdTask)
    /// The current item, at `index` of the list, is a list itself, whose entries replace it.
    case listFound([PlaylistEntry], index: Int)
    /// A request to open the URL of an ad's click.
    case open(URL)
}
