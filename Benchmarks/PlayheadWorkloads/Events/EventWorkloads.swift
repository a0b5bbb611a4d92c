import Playhead

/// The delivery of an event to one listener on each channel: delegate, additional listener, closure, async sequence, NotificationCenter.
enum EventWorkloads {
    private static let count = 1000

    static var all: [Workload] {
        [dispatch("event-dispatch", postsNotifications: true), dispatch("event-dispatch-without-notifications", postsNotifications: false)]
    }

    private static func dispatch(_ name: String, postsNotifications: Bool) -> Workload {
        Workload(name, operations: count) {
            ListenedPlayer(postsNotifications: postsNotifications)
        } work: { listened in
            for number in 0..<count { listened.player.deliver(TimeEvent(position: Double(number), duration: 600)) }
        } check: { listened, _ in
            listened.delegate.count == count && listened.listener.count == count && listened.handled.count == count
                && listened.posted.count == (postsNotifications ? count : 0)
                && (listened.lastStreamed() as? TimeEvent)?.position == Double(count - 1)
        }
    }
}
