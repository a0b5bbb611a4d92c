import Foundation
import Playhead
import PlayheadEngine

/// Plays one stream by several players at the same time, and measures how much memory each further one adds.
@MainActor
enum PlayersMeasurement {
    /// The time in seconds from the start of a player to the measurement, in which its buffer fills.
    private static let pause = 10.0

    /// Starts `count` players one after the other and prints the memory of the process after each.
    static func run(count: Int, url: URL) async throws {
        HeapTrimming.limitHeaps()
        var players: [Player] = []
        var first: ProcessUsage?
        for number in 1...count {
            var configuration = PlayerConfiguration()
            configuration.audioOutput = .none
            let player = Player(configuration: configuration)
            player.load(PlayerItem(url: url))
            player.play()
            players.append(player)
            try await Task.sleep(for: Duration(saturating: pause))
            let usage = try ProcessUsage.now()
            let before = first ?? usage
            first = before
            let added = (usage.residentMegabytes - before.residentMegabytes) / Double(max(1, number - 1))
            print("players \(number): resident memory, MB: \(usage.residentMegabytes), each further player \(added); \(player.state)")
        }
        for player in players {
            player.release()
            await player.released()
        }
    }
}
