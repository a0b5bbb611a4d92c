// Observes events through NotificationCenter. Notifications are posted in order, on the main actor.
//
//     swift run NotificationListener movie.mp4

import Foundation
import Playhead

guard let name = CommandLine.arguments.dropFirst().first, let url = URL(string: name, relativeTo: .currentDirectory()) else {
    print("usage: NotificationListener FILE|URL [--fast]")
    exit(2)
}

var configuration = PlayerConfiguration()
configuration.autoplay = true
if CommandLine.arguments.contains("--fast") { configuration.pacing = .unpaced }
let player = Player(configuration: configuration)
let centre = NotificationCenter.default

// Observes a group of events. The queue is nil because notifications are posted on the main actor, and an observer on the main queue
// deadlocks if main is async.
let states = centre.addObserver(forName: .playerStateChanged, object: player, queue: nil) { note in
    // The user info contains the event's name, and its payload under the keys of the catalogue.
    if let event = note.userInfo?["event"] as? String, let newState = note.userInfo?["newState"] as? String {
        print("\(event): now \(newState)")
    }
}

// Observes every event.
let (ends, end) = AsyncStream.makeStream(of: Int32.self)
let everything = centre.addObserver(forName: .playerAll, object: player, queue: nil) { note in
    switch note.userInfo?["event"] as? String {
    case "onPlaylistComplete": end.yield(0)
    case "onSetupError", "onError":
        let error = note.userInfo?["error"] as? [String: Any]
        print("error \(error?["code"] ?? "?"): \(error?["message"] ?? "?")")
        end.yield(1)
    default: break
    }
}

player.load(PlayerItem(url: url))
var status: Int32 = 1
for await result in ends {
    status = result
    break
}
centre.removeObserver(states)
centre.removeObserver(everything)
player.release()
await player.released()
exit(status)
