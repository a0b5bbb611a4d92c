import Foundation
import Playhead
import PlayheadArguments

/// One JSON object a line on standard output.
@MainActor
final class JSONOutput: SessionOutput {
    private let writer = LineWriter.standardOutput

    var isBroken: Bool { writer.isBroken }

    func tell(_ event: any PlayerEvent) { writer.write(json: EventLine.text(of: event)) }

    func finish(_ summary: SessionSummary) { writer.write(json: JSONText.text(.object(summary.fields))) }
}
