// Observes properties of an item and a player: with old and new values, and by `@Observable`, as SwiftUI does.
//
//     swift run ItemObservation movie.mp4

import Foundation
import Observation
import Playhead

guard let name = CommandLine.arguments.dropFirst().first, let url = URL(string: name, relativeTo: .currentDirectory()) else {
    print("usage: ItemObservation FILE|URL [--fast]")
    exit(2)
}

var configuration = PlayerConfiguration()
configuration.autoplay = true
if CommandLine.arguments.contains("--fast") { configuration.pacing = .unpaced }
let player = Player(configuration: configuration)

// An observer that is registered before the player has the item receives every change. It ends with its token.
let item = PlayerItem(url: url)
let status = item.observe(\.status, options: [.initial, .old, .new]) { _, change in
    print("status: \(change.oldValue.map { "\($0)" } ?? "-") → \(change.newValue.map { "\($0)" } ?? "-")")
}

// The player's state shows the end of the playback.
let (ends, end) = AsyncStream.makeStream(of: PlaybackState.self)
let state = player.observe(\.state, options: [.new]) { _, change in
    guard let new = change.newValue else { return }
    print("state: \(new)")
    if new == .ended || new == .error { end.yield(new) }
}

// Swift's observation calls back once, for the next change of a property that was read.
withObservationTracking {
    _ = item.duration
} onChange: {
    print("the duration becomes known")
}

player.load(item)
var last = PlaybackState.idle
for await state in ends {
    last = state
    break
}
status.invalidate()
state.invalidate()
print("duration: \(item.duration) s")
player.release()
await player.released()
exit(last == .ended ? 0 : 1)
