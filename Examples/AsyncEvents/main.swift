// Reads events as async sequences. Each sequence has its own buffer, so that a slow reader does not delay others.
//
//     swift run AsyncEvents movie.mp4

import Foundation
import Playhead

guard let name = CommandLine.arguments.dropFirst().first, let url = URL(string: name, relativeTo: .currentDirectory()) else {
    print("usage: AsyncEvents FILE|URL [--fast]")
    exit(2)
}

var configuration = PlayerConfiguration()
configuration.autoplay = true
if CommandLine.arguments.contains("--fast") { configuration.pacing = .unpaced }
let player = Player(configuration: configuration)

// Sequences that are created before the load receive every event.
let all = player.events
let times = player.events(of: TimeEvent.self)
let newest = player.events(buffering: .bufferingNewest(1))

// The events of one type, with its own fields.
let progress = Task {
    var last = 0.0
    for await time in times { last = time.position }
    return last
}

// A reader that needs only the latest event can buffer only that one.
let watching = Task {
    var count = 0
    for await _ in newest { count += 1 }
    return count
}

player.load(PlayerItem(url: url))
var count = 0
loop: for await event in all {
    count += 1
    switch event {
    case let change as StateChangeEvent: print("\(change.oldState) → \(change.newState)")
    case let frame as FirstFrameEvent: print("first frame after \(frame.loadTime) ms")
    case let failure as SetupErrorEvent: print("error \(failure.error.code): \(failure.error.message)")
    case let failure as ErrorEvent: print("error \(failure.error.code): \(failure.error.message)")
    default: break
    }
    if event is PlaylistCompleteEvent || event is SetupErrorEvent || event is ErrorEvent { break loop }
}
let hasPlayed = player.state == .ended
// A sequence ends with its player, or when its task is cancelled.
progress.cancel()
watching.cancel()
print("\(count) events, the last time was \(await progress.value) s, the slow reader took \(await watching.value)")
player.release()
await player.released()
exit(hasPlayed ? 0 : 1)
