import Foundation
import Playhead
import PlayheadArguments
import PlayheadEngine

/// The output of a session.
@MainActor
protocol SessionOutput: AnyObject {
    /// Writes an event.
    func write(_ event: any PlayerEvent)
    /// Writes a message for the viewer that is not an event of the player.
    func note(_ line: String)
    /// Writes a message with an address for the viewer to open, whose token is no secret from the viewer.
    func noteAddress(_ line: String)
    /// Writes the summary, as the last output.
    func finish(_ summary: SessionSummary)
    /// Whether the output is no longer read.
    var isBroken: Bool { get }
}

extension SessionOutput {
    /// Standard output is reserved for events.
    func note(_ line: String) { standardError(line) }
    func noteAddress(_ line: String) { standardError(open: line) }
}

/// An output that shows nothing, because another one writes to standard output.
@MainActor
final class SilentOutput: SessionOutput {
    var isBroken: Bool { LineWriter.standardOutput.isBroken }
    func write(_ event: any PlayerEvent) {}
    func finish(_ summary: SessionSummary) {}
}

/// A session's output that also handles keys and shows pictures.
@MainActor
protocol SessionView: SessionOutput {
    /// The output for pictures.
    var videoOutput: any VideoOutput { get }
    /// Shows the player and reports keys as commands, until ``close()``.
    func open(_ player: Player, commands: @escaping @MainActor (ControlCommand) -> Void)
    /// Restores the terminal.
    func close()
}

/// Writes one JSON object per line to standard output.
@MainActor
final class JSONOutput: SessionOutput {
    private let writer = LineWriter.standardOutput

    var isBroken: Bool { writer.isBroken }

    func write(_ event: any PlayerEvent) { writer.write(json: EventLine.text(of: event)) }

    func finish(_ summary: SessionSummary) { writer.write(json: JSONText.text(EventValue.object(summary.fields).rounded)) }
}
