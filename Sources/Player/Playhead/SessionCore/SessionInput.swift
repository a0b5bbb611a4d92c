import PlayheadAds
import PlayheadCore
import PlayheadEngine

/// A command, a report or a response that a ``SessionCore`` handles.
enum SessionInput: Sendable {
    /// A command, a report of the content's engine, an expired timer, or a checkpoint to continue from.
    case playback(MachineInput)
    /// A command for an ad, a report of an ad's media, or the response to a request for a document.
    case ad(AdInput)
    /// The engine of an item is about to open.
    case itemOpens(AdItem)
    /// The frameworks in which interactive creatives can run, from now on.
    case interactiveFrameworks(Set<String>)
}

/// The facts of an item that its ads depend on.
struct AdItem: Sendable {
    /// The place of the item in the list, from 1.
    var number: Int
    /// The ads of the item or the player; `nil` for none.
    var advertising: AdConfiguration?
    /// The description of the item in events.
    var description: ItemDescription
    /// A name that identifies this playback of the item in requests.
    var playbackName: String
    /// The seed of the random numbers in requests.
    var seed: UInt64
}

/// Facts of the content's playlist, read from its engine on demand.
struct PlaylistFacts {
    /// Returns the date ranges of the playlist; `nil` without a playlist.
    var dateRanges: () -> PlaylistDateRanges? = { nil }
    /// Returns the start of the segment whose start is nearest to a time in seconds; `nil` if it is not known.
    var segmentStart: (_ time: Double) -> Double? = { _ in nil }
}
