// Plays with ads from an ad server on loopback: a pod before the content, an ad that is skipped during the content, and an overlay ad.
//
//     swift run Advertising movie.mp4 [--fast]

import Foundation
import Playhead
import PlayheadOrigin
import PlayheadSamples

guard let name = CommandLine.arguments.dropFirst().first, let url = URL(string: name, relativeTo: .currentDirectory()) else {
    print("usage: Advertising FILE|URL [--fast]")
    exit(2)
}

// A local ad server; an app uses its own tags instead.
let samples = SampleStreams(cache: FileManager.default.temporaryDirectory.appendingPathComponent("playhead-samples"))
let origin = try await LoopbackOrigin.start()
let server = try SampleAds(at: origin, media: await samples.adMedia())

var ads = AdConfiguration()
ads.schedule = [
    AdBreak(id: "pre", offset: .preRoll, tags: [server.url(.empty).absoluteString, server.url(.wrapper).absoluteString]),
    AdBreak(id: "mid", offset: .midRoll(.fraction(0.5)), tags: [server.url(.skippable).absoluteString]),
    AdBreak(id: "over", offset: .midRoll(.fraction(0.75)), tags: [server.url(.overlay).absoluteString]),
]
var configuration = PlayerConfiguration()
configuration.ads.advertising = ads
if CommandLine.arguments.contains("--fast") { configuration.pacing = .unpaced }

let player = Player(configuration: configuration)
let events = player.events
player.load(PlayerItem(url: url))
player.play()
for await event in events {
    switch event {
    case let event as AdBreakStartEvent: print("break: \(event.adPosition)")
    case let event as AdImpressionEvent: print("  \(event.impression.adTitle ?? "untitled") of \(event.impression.adSystem ?? "nobody")")
    case is AdTimeEvent:
        // A view would show the ad's index in its pod, and a button to skip it.
        if let ad = player.advertisement, ad.canBeSkipped {
            print("  skipped at \(ad.position.rounded(.down)) s")
            player.skipAd()
        }
    case let event as AdCompanionsEvent:
        // A view reports that it shows a companion, and the trackers are called.
        print("  \(event.companions.first?.isOverlay == true ? "over the content" : "beside it"): \(event.companions.count)")
        if player.overlayAd != nil { player.overlayAdShown() } else { player.adCompanionShown(0) }
    case let event as AdErrorEvent: print("  error \(event.error.code): \(event.error.message)")
    case is AdBreakEndEvent: print("content")
    default: break
    }
    if event is PlaylistCompleteEvent || event is SetupErrorEvent || event is ErrorEvent { break }
}
let hasPlayed = player.state == .ended
player.release()
await player.released()
let calls = server.calls.map(\.path)
print("\(calls.count) calls: \(calls.joined(separator: ", "))")
await origin.stop()
let expected = ["wrapper/impression", "one/complete", "two/complete", "skippable/impression", "overlay/impression"]
exit(hasPlayed && expected.allSatisfy(calls.contains) ? 0 : 1)
