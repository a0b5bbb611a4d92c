// Sends header fields and cookies with every request of an item, and of no other. A local server prints the requests.
//
//     swift run RequestHeaders movie.mp4

import Foundation
import Playhead
import PlayheadOrigin

guard let name = CommandLine.arguments.dropFirst().first, let file = URL(string: name, relativeTo: .currentDirectory()) else {
    print("usage: RequestHeaders FILE [--fast]")
    exit(2)
}

let origin = try await LoopbackOrigin.start()
let bytes = Array(try Data(contentsOf: file))
origin.add("first.mp4", bytes)
origin.add("second.mp4", bytes)

// The fields can be set in the configuration, in an item, and in a source. The most specific setting wins.
var configuration = PlayerConfiguration()
configuration.autoplay = true
configuration.network.assetOptions = AssetOptions(headers: ["X-App": "example"], userAgent: "Example/1.0")
if CommandLine.arguments.contains("--fast") { configuration.pacing = .unpaced }

let source = ItemSource(url: origin.url("first.mp4"), assetOptions: AssetOptions(headers: ["X-Quality": "best"]))
// AVFoundation's keys are supported.
let options = AssetOptions(["AVURLAssetHTTPHeaderFieldsKey": ["Authorization": "Bearer secret", "Cookie": "session=secret"]])
let items = [
    PlayerItem(PlaylistEntry(sources: [source], title: "First", assetOptions: options)),
    PlayerItem(url: origin.url("second.mp4"), title: "Second"),
]

let player = Player(configuration: configuration)
let events = player.events
player.load(items)
for await event in events where event is PlaylistCompleteEvent || event is SetupErrorEvent || event is ErrorEvent { break }
let hasPlayed = player.state == .ended
player.release()
await player.released()

for request in origin.requests {
    let names = request.headers.filter { $0.name.hasPrefix("X-") || ["Authorization", "Cookie", "User-Agent"].contains($0.name) }
    print(request.path, names.map(\.name).joined(separator: ", "))
}
let isRight = origin.requests.allSatisfy { request in
    request.headers["X-App"] == "example" && (request.headers["Authorization"] != nil) == (request.path == "first.mp4")
}
// The description of an item contains no secrets.
print(items[0].entry)
await origin.stop()
exit(hasPlayed && isRight ? 0 : 1)
