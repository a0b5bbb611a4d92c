import Foundation
import Playhead

/// An action that performs a command.
enum NowPlayingAction: Sendable, Equatable {
    case raise
    case quit
    case play
    /// Opens the failed item again, and plays it.
    case retry
    case pause
    case stop
    case next
    case previous
    case seek(Double)
    case rate(Double)
    case volume(Double)
    case unmute
    case open(URL)
    case fullscreen(Bool)
    case repeatMode(RepeatMode)
    case shuffled(Bool)
}

extension NowPlayingFacts {
    /// Returns the actions for a command. As the specification requires, a command that is not possible has no effect.
    /// - Parameters:
    ///   - command: The command of a client.
    ///   - position: The playhead, or the target of a pending seek, in the player's positions.
    ///   - range: The seekable range.
    /// - Returns: The actions to perform, in order.
    func actions(for command: MPRISCommand, position: Double, seekable range: TimeRange) -> [NowPlayingAction] {
        switch command {
        // These commands are handled by the application.
        case .raise: return canRaise ? [.raise] : []
        case .quit: return canQuit ? [.quit] : []
        case .setFullscreen(let isFullscreen):
            return canSetFullscreen && isFullscreen != self.isFullscreen ? [.fullscreen(isFullscreen)] : []
        default: break
        }
        guard isShown, isActive else { return [] }
        if case .open(let text) = command { return open(text) }
        guard item != nil else { return [] }
        switch command {
        case .play: return isPlaying ? [] : [play]
        case .pause: return isPlaying ? [.pause] : []
        case .playPause: return [isPlaying ? .pause : play]
        case .stop: return state == .error ? [] : [.stop]
        case .next: return canGoNext ? [.next] : []
        case .previous: return canGoPrevious ? [.previous] : []
        case .seek(let offset): return seek(to: position + Double(offset) / Self.million, range)
        case .setPosition(let track, let target): return set(track, Double(target) / Self.million)
        case .setRate(let rate): return set(rate: rate)
        case .setVolume(let volume): return set(volume: volume)
        case .setRepeatMode(let mode): return mode == repeatMode ? [] : [.repeatMode(mode)]
        case .setShuffled(let isShuffled): return isShuffled == self.isShuffled ? [] : [.shuffled(isShuffled)]
        case .raise, .quit, .open, .setFullscreen: return []
        }
    }

    private static let million = 1_000_000.0

    /// Whether the play/pause button pauses. At the end and after an error it plays.
    private var isPlaying: Bool { intendsToPlay && state != .ended && state != .error }

    private var play: NowPlayingAction { state == .error ? .retry : .play }

    private func seek(to target: Double, _ range: TimeRange) -> [NowPlayingAction] {
        guard canSeek else { return [] }
        guard let length else { return [.seek(min(max(target, range.start), range.end))] }
        if target > length { return canGoNext ? [.next] : [.seek(length)] }
        return [.seek(max(0, target))]
    }

    private func set(_ track: String, _ target: Double) -> [NowPlayingAction] {
        guard canSeek, track == trackID, let length, target >= 0, target <= length else { return [] }
        return [.seek(target)]
    }

    private func set(rate: Double) -> [NowPlayingAction] {
        if rate == 0 { return isPlaying ? [.pause] : [] }
        return PlaybackMachine.rates.contains(rate) ? [.rate(rate)] : []
    }

    private func set(volume: Double) -> [NowPlayingAction] {
        guard !volume.isNaN else { return [] }
        let volume = min(max(volume, 0), 1)
        return (isMuted && volume > 0 ? [.unmute] : []) + [.volume(volume)]
    }

    private func open(_ text: String) -> [NowPlayingAction] {
        guard canOpen, let url = Self.openable(text) else { return [] }
        return [.open(url)]
    }

    /// Returns a URL that can be opened, or `nil`.
    static func openable(_ text: String) -> URL? {
        guard text.utf8.count <= PlaylistFile.maximumLocation, let url = URL(text: text), let scheme = url.scheme?.lowercased() else {
            return nil
        }
        return ["file", "http", "https"].contains(scheme) ? url : nil
    }
}
