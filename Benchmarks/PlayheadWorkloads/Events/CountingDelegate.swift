import Playhead

/// A delegate that counts the events of a playhead that moves.
@MainActor
final class CountingDelegate: PlayerDelegate {
    private(set) var count = 0

    func onTime(_ event: TimeEvent) { count += 1 }
}
