import Playhead

/// The facts that only events contain: the number of the current item, and the target of a pending seek.
struct CurrentTrack {
    private(set) var number = 1
    private(set) var seekTarget: Double?

    mutating func handle(_ event: any PlayerEvent) {
        switch event {
        case is PlaylistItemEvent:
            // The first item may have become current before this value observed events.
            number += 1
            seekTarget = nil
        case let seek as SeekEvent: seekTarget = seek.offset
        case is SeekedEvent, is IdleEvent: seekTarget = nil
        default: break
        }
    }
}
