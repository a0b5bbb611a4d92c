// Plays a file or URL to its end, with sound through PulseAudio or PipeWire if available:
//
//     swift run HelloPlayer movie.mp4
//
// With --fast it plays as fast as the data can be decoded, without sound; the tests use this mode.

import Foundation
import Playhead

guard let name = CommandLine.arguments.dropFirst().first, let url = URL(string: name, relativeTo: .currentDirectory()) else {
    print("usage: HelloPlayer FILE|URL [--fast]")
    exit(2)
}

var configuration = PlayerConfiguration()
if CommandLine.arguments.contains("--fast") { configuration.pacing = .unpaced }

let player = Player(url: url, configuration: configuration)
let events = player.events
player.play()
for await event in events {
    print(event.name, event.context.state, event.context.position)
    if event is PlaylistCompleteEvent || event is SetupErrorEvent || event is ErrorEvent { break }
}
let hasPlayed = player.state == .ended
player.release()
await player.released()
exit(hasPlayed ? 0 : 1)
