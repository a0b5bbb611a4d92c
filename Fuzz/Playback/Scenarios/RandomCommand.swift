import Playhead
import TestSupport

/// Generates random commands of a viewer.
@MainActor
enum RandomCommand {
    /// Sends a command.
    static func give(to player: Player, _ random: inout SeededGenerator) {
        switch random.below(16) {
        case 0, 1, 2: player.seek(to: random.number(-2...6), precision: random.oneIn(2) ? .exact : .keyFrame)
        case 3: player.seek(to: [0, -1e9, 1e9, 1e300, .infinity, .nan, -0.0][random.below(7)])
        case 4: player.pause()
        case 5, 6: player.play()
        case 7: player.selectLevel(random.below(5) - 1)
        case 8: player.selectAudioTrack(random.below(4) - 1)
        case 9: player.selectCaptions(random.below(4) - 1)
        case 10: player.rate = [0.25, 1, 2, 4, 0, .nan][random.below(6)]
        case 11: player.stop()
        case 12: player.next()
        case 13: player.seekToLive()
        case 14: player.skipAd()
        default: player.isVideoEnabled = random.oneIn(2)
        }
    }
}
