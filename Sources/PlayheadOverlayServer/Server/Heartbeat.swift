import PlayheadCore
import PlayheadNumbers

/// Tells a page at regular intervals that the player is there, and notices a page that is gone without a word: each side of a connection that broke
/// in between hears nothing of it.
///
/// It does not depend on the main actor, which may be busy for longer than a page waits.
struct Heartbeat: Sendable {
    /// Seconds between two messages. A page takes the connection for lost after two and a half of them without any.
    var interval = 1.0
    /// Seconds without a frame from the page after which its connection is closed. Each message comes with a ping, which browsers answer by themselves.
    var timeout = 10.0
    /// The clock.
    var clock: any PlaybackClock = SystemClock()

    /// The message; the interval is in milliseconds.
    var text: String {
        let thousand = 1000.0
        return #"{"heartbeat":\#(Int64(saturating: interval * thousand))}"#
    }

    /// Sends messages until the task is cancelled or the page does not answer any more.
    func run(on socket: PageSocket) async {
        socket.noteFrame(at: clock.now)
        while !Task.isCancelled {
            socket.send(text)
            socket.ping()
            do { try await clock.sleep(until: clock.now + interval) } catch { return }
            guard clock.now - socket.lastFrame < timeout else { return socket.abort() }
        }
    }
}
