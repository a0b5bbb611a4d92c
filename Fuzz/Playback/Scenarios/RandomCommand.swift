import Playhead
import TestSupport

/// Generates random commands of a viewer.
@MainActor
enum RandomCommand {
    /// Sends a command.
    /// - Returns: Whether the command is a seek.
    static func give(to player: Player, _ random: inout SeededGenerator) -> Bool {
        if let (target, precision) = seek(player.duration, &random) {
            player.seek(to: target, precision: precision)
            return !target.isNaN
        }
        giveOther(to: player, &random)
        return false
    }

    /// Returns the target of a seek; `nil` for another command.
    private static func seek(_ duration: Double, _ random: inout SeededGenerator) -> (Double, SeekPrecision)? {
        switch random.below(18) {
        case 0, 1, 2: (random.number(-2...6), random.oneIn(2) ? .exact : .keyFrame)
        case 3: ([0, -1e9, 1e9, 1e300, .infinity, .nan, -0.0][random.below(7)], .exact)
        // The end, and just before it.
        case 4, 5: (duration - [0, 0.01, 0.2][random.below(3)], .exact)
        default: nil
        }
    }

    private static func giveOther(to player: Player, _ random: inout SeededGenerator) {
        switch random.below(13) {
        case 0: player.pause()
        case 1, 2: player.play()
        case 3: player.selectLevel(random.below(5) - 1)
        case 4: player.selectAudioTrack(random.below(4) - 1)
        case 5: player.selectCaptions(random.below(4) - 1)
        case 6: player.rate = [0.25, 1, 2, 4, 0, .nan][random.below(6)]
        case 7: player.stop()
        case 8: random.oneIn(2) ? player.next() : player.previous()
        case 9: player.seekToLive()
        case 10, 11: player.skipAd()
        default: player.isVideoEnabled = random.oneIn(2)
        }
    }
}
