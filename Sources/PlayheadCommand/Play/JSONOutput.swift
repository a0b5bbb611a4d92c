import Foundation
import Playhead

/// One JSON object a line on standard output.
@MainActor
final class JSONOutput: SessionOutput {
    private let writer = LineWriter()

    var isBroken: Bool { writer.isBroken }

    func tell(_ event: any PlayerEvent) { writer.write(JSONText.text(.object(Self.line(for: event)))) }

    func finish(_ summary: SessionSummary) { writer.write(JSONText.text(.object(summary.fields))) }

    static func line(for event: any PlayerEvent) -> EventFields {
        let context = event.context
        let thousand = 1000.0
        var line: EventFields = [
            "seq": .int(context.sequence),
            "t": .double((context.monotonicTime * thousand * thousand).rounded() / (thousand * thousand)),
            "wall": .int(context.wallTime),
            "event": .string(event.name.rawValue),
            "state": .string(context.state.rawValue),
            "item": context.item.map { .int($0) } ?? .null,
            "position": .double(context.position),
        ]
        for field in event.fields.fields { line[field.key] = field.value }
        return line
    }
}
