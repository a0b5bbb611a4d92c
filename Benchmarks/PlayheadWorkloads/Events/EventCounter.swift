/// A count of events on the main actor.
@MainActor
final class EventCounter {
    private(set) var count = 0

    func increment() { count += 1 }
}
