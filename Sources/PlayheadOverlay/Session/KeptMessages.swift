/// What a page can't be told yet: the newest of each kind; and how things are, for a page that comes anew.
struct KeptMessages: Sendable {
    private var waiting: [OverlayMessage] = []
    private var facts: [OverlayMessage] = []

    /// A message that can't be sent now.
    mutating func keep(_ message: OverlayMessage) { Self.put(message, into: &waiting) }

    /// Remembers how things are.
    mutating func note(_ message: OverlayMessage) {
        if message.name.definition?.isState == true { Self.put(message, into: &facts) }
    }

    /// All that waits, in order; it waits no more.
    mutating func take() -> [OverlayMessage] {
        defer { waiting = [] }
        return waiting
    }

    /// A page comes anew, and is to be told how things are.
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
