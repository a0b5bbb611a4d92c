import PlayheadCore
import PlayheadNumbers

/// Sends a page a message at regular intervals, and closes the connection of a page that does not answer: neither side notices a connection that
/// breaks between them.
///
/// It runs without the main actor, which may be busy for longer than a page waits.
struct Heartbeat: Sendable {
    /// The time between two messages in seconds. A page regards the connection as lost after two and a half of these intervals without a message.
    var interval = 1.0
    /// The maximum time between two frames of the page in seconds. Each message comes with a ping, which browsers answer by themselves.
    var timeout = 10.0
    /// The clock.
    var clock: any PlaybackClock = SystemClock()

    /// The message; the interval is in milliseconds.
    var text: String {
        let thousand = 1000.0
        return #"{"heartbeat":\#(Int64(saturating: interval * thousand))}"#
    }

    /// Sends messages until the task is cancelled or the page no longer answers.
    func run(on socket: PageSocket) async {
        socket.lastFrame = clock.now
        while !Task.isCancelled {
            socket.send(text)
            socket.ping()
            do { try await clock.sleep(until: clock.now + interval) } catch { return }
            guard clock.now - socket.lastFrame < timeout else { return socket.abort() }
        }
    }
}
