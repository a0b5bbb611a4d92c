import Dispatch
import Foundation
import Playhead
import Synchronization

/// A player with one listener on each channel of events.
@MainActor
final class ListenedPlayer {
    let player: Player
    let delegate = CountingDelegate()
    let listener = CountingDelegate()
    let handled = EventCounter()
    let posted = EventCounter()
    private let tokens: [ObservationToken]
    private let observer: any NSObjectProtocol
    // Only the newest event is buffered, because otherwise the memory of an unread sequence would be measured.
    private let stream: AsyncStream<any PlayerEvent>

    init(postsNotifications: Bool) {
        var configuration = PlayerConfiguration()
        configuration.postsNotifications = postsNotifications
        player = Player(configuration: configuration)
        player.delegate = delegate
        tokens = [player.addListener(listener), player.onEvent { [handled] _ in handled.increment() }]
        stream = player.events(buffering: .bufferingNewest(1))
        observer = NotificationCenter.default.addObserver(forName: .playerAll, object: player, queue: nil) { [posted] _ in
            MainActor.assumeIsolated { posted.increment() }
        }
    }

    isolated deinit { NotificationCenter.default.removeObserver(observer) }

    /// Returns the event that the async sequence holds; blocks the calling thread until it is read, for ten seconds at most.
    func lastStreamed() -> (any PlayerEvent)? {
        let isRead = DispatchSemaphore(value: 0)
        let read = Read()
        let stream = stream
        Task.detached {
            for await event in stream {
                read.event.withLock { $0 = event }
                break
            }
            isRead.signal()
        }
        guard isRead.wait(timeout: .now() + 10) == .success else { return nil }
        return read.event.withLock { $0 }
    }

    private final class Read: Sendable {
        let event = Mutex<(any PlayerEvent)?>(nil)
    }
}
