import Foundation
import PlayheadCore

/// Brings each event to every channel, in the order: delegate, listeners, closures, NotificationCenter, async sequences.
///
/// What is added inside a callback hears from the next event on; what is ended inside one hears nothing more.
@MainActor
package final class EventDispatcher {
    private final class Listener {
        weak var delegate: (any PlayerDelegate)?
        var isActive = true

        init(_ delegate: any PlayerDelegate) { self.delegate = delegate }
    }

    private final class Handler {
        let hear: @MainActor (any PlayerEvent) -> Void
        var isActive = true

        init(_ hear: @escaping @MainActor (any PlayerEvent) -> Void) { self.hear = hear }
    }

    private struct Sink {
        let id: Int
        let continuation: AsyncStream<any PlayerEvent>.Continuation
    }

    private var listeners: [Listener] = []
    private var handlers: [Handler] = []
    private var sinks: [Sink] = []
    private var lastID = 0

    func add(_ delegate: any PlayerDelegate) -> ObservationToken {
        let listener = Listener(delegate)
        listeners.append(listener)
        return ObservationToken { [weak self] in
            listener.isActive = false
            self?.listeners.removeAll { $0 === listener }
        }
    }

    func add(_ hear: @escaping @MainActor (any PlayerEvent) -> Void) -> ObservationToken {
        let handler = Handler(hear)
        handlers.append(handler)
        return ObservationToken { [weak self] in
            handler.isActive = false
            self?.handlers.removeAll { $0 === handler }
        }
    }

    func stream(_ policy: AsyncStream<any PlayerEvent>.Continuation.BufferingPolicy) -> AsyncStream<any PlayerEvent> {
        lastID += 1
        let id = lastID
        let (stream, continuation) = AsyncStream.makeStream(of: (any PlayerEvent).self, bufferingPolicy: policy)
        sinks.append(Sink(id: id, continuation: continuation))
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.sinks.removeAll { $0.id == id } }
        }
        return stream
    }

    /// Tells an event on every channel.
    package func dispatch(_ event: any PlayerEvent, from player: Player) {
        let item = player.currentItem
        if let delegate = player.delegate { event.deliver(to: delegate) }
        tellListeners(event)
        for handler in handlers where handler.isActive { handler.hear(event) }
        if player.configuration.postsNotifications {
            PostingWatch.shared.post {
                PlayerNotifications.post(event, from: player)
                if let item { PlayerNotifications.post(event, of: item) }
            }
        }
        for sink in sinks { sink.continuation.yield(event) }
    }

    private func tellListeners(_ event: any PlayerEvent) {
        var isOneGone = false
        for listener in listeners where listener.isActive {
            if let delegate = listener.delegate { event.deliver(to: delegate) } else { isOneGone = true }
        }
        if isOneGone { listeners.removeAll { $0.delegate == nil } }
    }

    func finish() {
        for sink in sinks { sink.continuation.finish() }
    }
}
