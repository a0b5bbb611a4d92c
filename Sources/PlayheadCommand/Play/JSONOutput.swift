import Foundation
import Playhead

/// One JSON object a line on standard output.
@MainActor
final class JSONOutput: SessionOutput {
    private let writer = LineWriter()

    var isBroken: Bool { writer.isBroken }

    func tell(_ event: any PlayerEvent) { writer.write(EventLine.text(of: event)) }

    func finish(_ summary: SessionSummary) { writer.write(JSONText.text(.object(summary.fields))) }
}
