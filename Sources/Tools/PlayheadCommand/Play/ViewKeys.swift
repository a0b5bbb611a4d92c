import Playhead
import PlayheadTerminal

/// The keys of the live view.
@MainActor
enum ViewKeys {
    private static let volumeStep = 0.05
    private static let skip = 5.0
    private static let longSkip = 30.0
    private static let rates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

    /// Returns the keys with an action in the current state, the most useful first; the last one quits.
    static func help(for player: Player) -> [LiveViewModel.KeyHelp] {
        if player.state == .error {
            return player.items.count > 1 ? [.init("n p", "item"), .init("any other key", "quit")] : [.init("any key", "quit")]
        }
        let main =
            switch player.state {
            case .ended: "replay"
            case _ where player.intendsToPlay: "pause"
            default: "play"
            }
        var keys: [LiveViewModel.KeyHelp] = [.init("space", main), .init("←→", "5 s"), .init("↑↓", "vol")]
        if player.items.count > 1 { keys.append(.init("n p", "item")) }
        if let media = player.media {
            if media.levels.count > 1 { keys.append(.init("v", "quality")) }
            if media.audioTracks.count > 1 { keys.append(.init("a", "audio")) }
            if media.captionsTracks.count > 1 { keys.append(.init("c", "captions")) }
        }
        if player.timeline.kind != .onDemand { keys.insert(.init("e", "live"), at: 2) }
        return keys + [.init("[ ]", "speed"), .init("m", player.isMuted ? "sound" : "mute"), .init("q", "quit")]
    }

    /// Returns whether a key suspends the program, as in a shell.
    static func isSuspend(_ key: Key) -> Bool { key.code == .character("z") && key.modifiers.contains(.control) }

    /// Returns the command of a key, or `nil`. After an error every key quits, except those that open another item of the playlist.
    static func command(for key: Key, player: Player) -> ControlCommand? {
        if player.state == .error { return commandAfterError(for: key, player: player) }
        // With Ctrl or Alt a character is another key.
        if case .character = key.code, !key.modifiers.isEmpty { return key == Key(.character("c"), .control) ? .quit : nil }
        switch key.code {
        case .character("q"), .escape: return .quit
        case .character(" "), .character("k"): return .toggle
        case .left: return .skip(-skip)
        case .right: return .skip(skip)
        case .pageDown: return .skip(-longSkip)
        case .pageUp: return .skip(longSkip)
        case .home: return player.timeline.kind == .live ? nil : .seek(player.timeline.seekableRange.start)
        case .character("e") where player.timeline.kind != .onDemand: return .live
        case .end where player.timeline.kind != .onDemand: return .live
        case .end: return player.duration > 0 && player.duration.isFinite ? .seek(player.duration) : nil
        case .up, .character("+"): return .volume(min(1, player.volume + volumeStep))
        case .down, .character("-"): return .volume(max(0, player.volume - volumeStep))
        case .character("m"): return .mute(!player.isMuted)
        case .character("]"): return rates.first { $0 > player.rate }.map { .rate($0) }
        case .character("["): return rates.last { $0 < player.rate }.map { .rate($0) }
        case .character("v"):
            guard let media = player.media, media.levels.count > 1 else { return nil }
            return .quality((media.currentLevel + 1) % media.levels.count)
        case .character("a"):
            guard let media = player.media, media.audioTracks.count > 1 else { return nil }
            return .audio((media.currentAudioTrack + 1) % media.audioTracks.count)
        case .character("c"):
            guard player.captionsTracks.count > 1 else { return nil }
            return .captions((player.currentCaptionsTrack + 1) % player.captionsTracks.count)
        case .character("n"): return .next
        case .character("p"): return .previous
        default: return nil
        }
    }

    private static func commandAfterError(for key: Key, player: Player) -> ControlCommand {
        guard player.items.count > 1 else { return .quit }
        return switch key.code {
        case .character("n"): .next
        case .character("p"): .previous
        default: .quit
        }
    }
}
