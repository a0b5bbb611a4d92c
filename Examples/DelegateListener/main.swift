// Observes events through a delegate: it implements the methods that it needs; the others do nothing.
//
//     swift run DelegateListener movie.mp4

import Foundation
import Playhead

/// Prints some events, and stores the result of the playback.
@MainActor
final class Listener: PlayerDelegate {
    private var ending: CheckedContinuation<Int32, Never>?
    private var status: Int32?

    func onReady(_ event: ReadyEvent) { print("ready after \(event.setupTime) ms") }

    func onPlay(_ event: PlayEvent) { print("\(event.oldState) → \(event.newState), asked for by \(event.reason.rawValue)") }

    func onTime(_ event: TimeEvent) { print("at \(event.position) of \(event.duration) s") }

    func onPlaylistComplete(_ event: PlaylistCompleteEvent) { end(with: 0) }

    func onSetupError(_ event: SetupErrorEvent) { fail(event.error) }

    func onError(_ event: ErrorEvent) { fail(event.error) }

    /// Waits for the end of the playback.
    func exitStatus() async -> Int32 {
        await withCheckedContinuation { continuation in
            if let status { continuation.resume(returning: status) } else { ending = continuation }
        }
    }

    private func fail(_ error: PlaybackError) {
        print("error \(error.code): \(error.message)")
        end(with: 1)
    }

    private func end(with status: Int32) {
        self.status = status
        ending?.resume(returning: status)
        ending = nil
    }
}

guard let name = CommandLine.arguments.dropFirst().first, let url = URL(string: name, relativeTo: .currentDirectory()) else {
    print("usage: DelegateListener FILE|URL [--fast]")
    exit(2)
}

var configuration = PlayerConfiguration()
if CommandLine.arguments.contains("--fast") { configuration.pacing = .unpaced }

let player = Player(configuration: configuration)
// The player has a weak reference to its delegate.
let listener = Listener()
player.delegate = listener
player.load(PlayerItem(url: url))
player.play()
let status = await listener.exitStatus()
player.release()
await player.released()
exit(status)
