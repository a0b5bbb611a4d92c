/// The messages for a page that is not ready: the latest of each kind, and the state for a new page.
struct KeptMessages: Sendable {
    private var waiting: [OverlayMessage] = []
    private var facts: [OverlayMessage] = []

    /// Keeps a message that can't be sent now.
    mutating func keep(_ message: OverlayMessage) { Self.put(message, into: &waiting) }

    /// Records a message if it describes a state.
    mutating func note(_ message: OverlayMessage) {
        if message.name.definition?.isState == true { Self.put(message, into: &facts) }
    }

    /// Removes and returns the kept messages, in order.
    mutating func removeAll() -> [OverlayMessage] {
        defer { waiting = [] }
        return waiting
    }

    /// Prepares for a new page, which receives the state first.
    mutating func startOver() {
        let events = waiting
        waiting = facts
        for event in events { keep(event) }
    }

    private static func put(_ message: OverlayMessage, into list: inout [OverlayMessage]) {
        list.removeAll { $0.name == message.name }
        list.append(message)
    }
}
