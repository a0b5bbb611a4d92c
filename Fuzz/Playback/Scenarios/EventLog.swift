import Playhead
import PlayheadCore

/// Records the events of a player, and sends commands in between.
@MainActor
final class EventLog {
    private(set) var names: [EventName] = []
    /// The check of seeks in breaks.
    var keptSeek = KeptSeekCheck()
    private var token: ObservationToken?

    /// Whether the playback has ended.
    var isOver: Bool { names.contains { $0 == .onPlaylistComplete || $0 == .onError || $0 == .onSetupError } }

    /// Starts to observe events. `act` is called after each event.
    init(_ player: Player, act: @escaping @MainActor (EventLog, Player) -> Void) {
        token = player.onEvent { [weak self, weak player] event in
            guard let self, let player else { return }
            self.names.append(event.name)
            self.keptSeek.check(event)
            act(self, player)
        }
    }
}
