// Responds to changes of an item's status, in the form of AVFoundation's documentation: an asset, an item with asset keys to load, an
// observer with a context, and then the player. Two details differ from Objective-C: the key path is a name, and the observer adopts a
// protocol.
//
//     swift run PlaybackStates movie.mp4

import Foundation
import Playhead

@MainActor
final class PlaybackController: PropertyObserver {
    let url: URL
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var asset: Asset!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var player: Player!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var playerItem: PlayerItem!

    // Key-value observing context
    private var playerItemContext = 0

    let requiredAssetKeys = [
        "playable",
        "hasProtectedContent",
    ]

    private let settled: (PlayerItem.Status) -> Void

    init(url: URL, settled: @escaping (PlayerItem.Status) -> Void) {
        self.url = url
        self.settled = settled
    }

    func prepareToPlay() {
        // Create the asset to play
        asset = Asset(url: url)

        // Create a new PlayerItem with the asset and an
        // array of asset keys to be automatically loaded
        playerItem = PlayerItem(
            asset: asset,
            automaticallyLoadedAssetKeys: requiredAssetKeys)

        // Register as an observer of the player item's status property
        playerItem.addObserver(
            self,
            forKeyPath: "status",
            options: [.old, .new],
            context: &playerItemContext)

        // Associate the player item with the player
        player = Player(playerItem: playerItem)
    }

    func observeValue(
        forKeyPath keyPath: String?,
        of object: Any?,
        change: [PropertyChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        // Only handle observations for the playerItemContext
        guard context == &playerItemContext else { return }

        if keyPath == "status" {
            let status: PlayerItem.Status
            if let statusNumber = change?[.newKey] as? NSNumber {
                status = PlayerItem.Status(rawValue: statusNumber.intValue) ?? .unknown
            } else {
                status = .unknown
            }

            // Switch over status value
            switch status {
            case .readyToPlay:
                // Player item is ready to play.
                print("ready to play: \(playerItem.duration) s, \(playerItem.tracks.map(\.name))")
            case .failed:
                // Player item failed. See error.
                print("failed: \(playerItem.error.map { "\($0.code) \($0.message)" } ?? "-")")
            case .unknown:
                // Player item is not yet ready.
                return
            }
            settled(status)
        }
    }
}

guard let name = CommandLine.arguments.dropFirst().first, let url = URL(string: name, relativeTo: .currentDirectory()) else {
    print("usage: PlaybackStates FILE|URL")
    exit(2)
}

let (statuses, sink) = AsyncStream.makeStream(of: PlayerItem.Status.self)
let controller = PlaybackController(url: url) { sink.yield($0) }
controller.prepareToPlay()
var status = PlayerItem.Status.unknown
for await settled in statuses {
    status = settled
    break
}
if status == .readyToPlay {
    // The properties that were named at the item's creation are loaded now.
    print("playable: \(controller.asset.status(of: .isPlayable)), protected: \(controller.asset.status(of: .hasProtectedContent))")
}
controller.player.release()
await controller.player.released()
exit(status == .readyToPlay ? 0 : 1)
