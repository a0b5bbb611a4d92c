// Plays a playlist: a feed in JSON or RSS, or the given file or URL twice. The next item is preloaded; an item that fails is skipped.
//
//     swift run Playlist feed.json

import Foundation
import Playhead

guard let name = CommandLine.arguments.dropFirst().first, let url = URL(string: name, relativeTo: .currentDirectory()) else {
    print("usage: Playlist FEED|FILE|URL [--fast]")
    exit(2)
}

var configuration = PlayerConfiguration()
configuration.autoplay = true
configuration.playlist.itemFailure = .skip
configuration.playlist.nextUpOffset = .seconds(-5)
configuration.audio.languages = ["en"]
if CommandLine.arguments.contains("--fast") { configuration.pacing = .unpaced }
let player = Player(configuration: configuration)
let events = player.events

// A view would show the next item in a corner.
let nextUp = player.observe(\.nextUpItem, options: [.new]) { _, change in
    if let next = change.newValue ?? nil { print("next: \(next.title ?? "untitled")") }
}

if ["json", "rss", "xml"].contains(url.pathExtension.lowercased()) {
    do {
        let items = try await player.load(feed: url)
        print("\(items.count) items")
    } catch {
        print("no list: \(error)")
        exit(1)
    }
} else {
    // A playlist that the app creates: the sources of an item are tried in order, the default one first.
    let missing = ItemSource(url: url.appendingPathExtension("missing"), label: "1080p", isDefault: true)
    let entries = [
        PlaylistEntry(
            sources: [missing, ItemSource(url: url, label: "720p")], title: "First", description: "Its default source is missing"),
        PlaylistEntry(sources: [], title: "Nothing", description: "It has no source, and is skipped"),
        PlaylistEntry(sources: [ItemSource(url: url)], title: "Second", mediaID: "second", startTime: 0.5),
    ]
    player.load(entries.map { PlayerItem($0) })
}

for await event in events {
    switch event {
    case let event as PlaylistItemEvent: print("\(event.index): \(event.item.title ?? event.item.url)")
    case let event as WarningEvent: print("warning \(event.error.code): \(event.error.message)")
    case let event as SetupErrorEvent: print("error \(event.error.code): \(event.error.message)")
    case let event as ErrorEvent: print("error \(event.error.code): \(event.error.message)")
    default: break
    }
    if event is PlaylistCompleteEvent || event is SetupErrorEvent || event is ErrorEvent { break }
}
nextUp.invalidate()
let hasPlayed = player.state == .ended
player.release()
await player.released()
exit(hasPlayed ? 0 : 1)
