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
        writer.write("\(time)  \(name)\(Self.code(of: event) ?? EventText.details(of: event))")
    }

    /// Returns the code of an error that ends the playback, whose text follows at the end.
    private static func code(of event: any PlayerEvent) -> String? {
        switch event {
        case let problem as SetupErrorEvent: "\(problem.error.code)"
        case let problem as ErrorEvent: "\(problem.error.code)"
        default: nil
        }
    }

    func finish(_ summary: SessionSummary) {
        for line in summary.lines { writer.write(line) }
    }
}
