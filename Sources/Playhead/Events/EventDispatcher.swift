import Foundation
import PlayheadCore

/// Brings each event to every channel, in the order: delegate, listeners, closures, NotificationCenter, async sequences.
@MainActor
final class EventDispatcher {
    private struct Listener {
        let id: Int
        weak var delegate: (any PlayerDelegate)?
    }

    private var listeners: [Listener] = []
    private var handlers: [(id: Int, hear: @MainActor (any PlayerEvent) -> Void)] = []
    private var sinks: [Int: AsyncStream<any PlayerEvent>.Continuation] = [:]
    private var lastID = 0

    func add(_ listener: any PlayerDelegate) -> ObservationToken {
        lastID += 1
        let id = lastID
        listeners.append(Listener(id: id, delegate: listener))
        return ObservationToken { [weak self] in self?.listeners.removeAll { $0.id == id } }
    }

    func add(_ handler: @escaping @MainActor (any PlayerEvent) -> Void) -> ObservationToken {
        lastID += 1
        let id = lastID
        handlers.append((id, handler))
        return ObservationToken { [weak self] in self?.handlers.removeAll { $0.id == id } }
    }

    func stream(_ policy: AsyncStream<any PlayerEvent>.Continuation.BufferingPolicy) -> AsyncStream<any PlayerEvent> {
        lastID += 1
        let id = lastID
        let (stream, continuation) = AsyncStream.makeStream(of: (any PlayerEvent).self, bufferingPolicy: policy)
        sinks[id] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.sinks[id] = nil }
        }
        return stream
    }

    func dispatch(_ event: any PlayerEvent, from player: Player) {
        let item = player.currentItem
        if let delegate = player.delegate { event.deliver(to: delegate) }
        for listener in listeners {
            // One that was removed inside an earlier listener's call hears no more.
            guard let delegate = listener.delegate, listeners.contains(where: { $0.id == listener.id }) else { continue }
            event.deliver(to: delegate)
        }
        listeners.removeAll { $0.delegate == nil }
        for handler in handlers where handlers.contains(where: { $0.id == handler.id }) { handler.hear(event) }
        PlayerNotifications.post(event, from: player)
        if let item { PlayerNotifications.post(event, of: item) }
        for sink in sinks.values { sink.yield(event) }
    }

    func finish() {
        for sink in sinks.values { sink.finish() }
    }
}
