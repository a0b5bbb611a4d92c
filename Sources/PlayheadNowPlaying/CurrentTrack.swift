import Playhead

/// What only events tell: which item it is since the beginning, and where a seek leads that has not ended.
struct CurrentTrack {
    private(set) var number = 1
    private(set) var seekTarget: Double?

    mutating func hear(_ event: any PlayerEvent) {
        switch event {
        case is PlaylistItemEvent:
            // The first may have become current before anybody listened.
            number += 1
            seekTarget = nil
        case let seek as SeekEvent: seekTarget = seek.offset
        case is SeekedEvent, is IdleEvent: seekTarget = nil
        default: break
        }
    }
}
