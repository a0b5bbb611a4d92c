import Foundation
import Playhead
import PlayheadArguments
import PlayheadEngine

/// What a session prints.
@MainActor
protocol SessionOutput: AnyObject {
    /// Tells an event.
    func tell(_ event: any PlayerEvent)
    /// Tells the viewer something that is no event of the player.
    func note(_ line: String)
    /// Tells what the session came to, last of all.
    func finish(_ summary: SessionSummary)
    /// Whether nobody reads any more.
    var isBroken: Bool { get }
}

extension SessionOutput {
    /// Standard output belongs to the events.
    func note(_ line: String) { standardError(line) }
}

/// A session's output that also takes keys and shows pictures.
@MainActor
protocol SessionView: SessionOutput {
    /// Where pictures go.
    var videoOutput: any VideoOutput { get }
    /// Shows the player and hands keys on as commands, until ``close()``.
    func open(_ player: Player, commands: @escaping @MainActor (ControlCommand) -> Void)
    /// Gives the terminal back.
    func close()
}
