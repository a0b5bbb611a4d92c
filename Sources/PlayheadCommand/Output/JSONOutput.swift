import Foundation
import Playhead
import PlayheadArguments

/// Writes one JSON object per line to standard output.
@MainActor
final class JSONOutput: SessionOutput {
    private let writer = LineWriter.standardOutput

    var isBroken: Bool { writer.isBroken }

    func write(_ event: any PlayerEvent) { writer.write(json: EventLine.text(of: event)) }

    func finish(_ summary: SessionSummary) { writer.write(json: JSONText.text(EventValue.object(summary.fields).rounded)) }
}
