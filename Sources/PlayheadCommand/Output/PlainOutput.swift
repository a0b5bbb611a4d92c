import Foundation
import Playhead
import PlayheadArguments

/// Prints a readable line for each event to standard output, errors to standard error, and a summary.
@MainActor
final class PlainOutput: SessionOutput {
    private let writer = LineWriter.standardOutput

    var isBroken: Bool { writer.isBroken }

    func write(_ event: any PlayerEvent) {
        // Ten time events per second would hide everything else.
        if event is TimeEvent || event is BufferChangeEvent { return }
        let time = String(format: "%8.3f", event.context.monotonicTime)
        let name = event.name.rawValue.padding(toLength: 22, withPad: " ", startingAt: 0)
        writer.write("\(time)  \(name)\(EventText.details(of: event))")
    }

    func finish(_ summary: SessionSummary) {
        for line in summary.lines { writer.write(line) }
    }
}
