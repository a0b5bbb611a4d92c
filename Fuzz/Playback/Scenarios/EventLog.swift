import Playhead
import PlayheadCore

/// Counts the events of a player, and sends commands in between.
@MainActor
final class EventLog {
    private(set) var names: [EventName] = []
    private var token: ObservationToken?

    /// Whether the playback has ended.
    var isOver: Bool { names.contains { $0 == .onPlaylistComplete || $0 == .onError || $0 == .onSetupError } }

    /// Starts to observe events. `act` is called after each event with the number of events so far.
    init(_ player: Player, act: @escaping @MainActor (Player, Int) -> Void) {
        token = player.onEvent { [weak self, weak player] event in
            guard let self, let player else { return }
            self.names.append(event.name)
            act(player, self.names.count)
        }
    }
}
