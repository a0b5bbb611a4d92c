import Foundation
import Playhead

/// A readable line for each event on standard output, errors on standard error, and a summary.
@MainActor
final class PlainOutput: SessionOutput {
    private let writer = LineWriter()

    var isBroken: Bool { writer.isBroken }

    func tell(_ event: any PlayerEvent) {
        // Ten lines a second of time would bury all else.
        if event is TimeEvent || event is BufferChangeEvent { return }
        let time = String(format: "%8.3f", event.context.monotonicTime)
        let name = event.name.rawValue.padding(toLength: 22, withPad: " ", startingAt: 0)
        writer.write("\(time)  \(name)\(EventText.details(of: event))")
    }

    func finish(_ summary: SessionSummary) {
        for line in summary.lines { writer.write(line) }
    }
}

/// What an event says, in a few words for people.
enum EventText {
    static func details(of event: any PlayerEvent) -> String {
        switch event {
        case let change as StateChangeEvent: return "\(change.oldState) → \(change.newState)  (\(change.reason.rawValue))"
        case let problem as ErrorEvent: return ErrorText.line(problem.error)
        case let problem as SetupErrorEvent: return ErrorText.line(problem.error)
        case let problem as WarningEvent: return ErrorText.line(problem.error)
        case let item as PlaylistItemEvent: return "\(item.index)  \(item.item.title ?? item.item.url)"
        case let quality as VisualQualityEvent: return "\(quality.level.label)  (\(quality.reason.rawValue))"
        case let levels as LevelsEvent: return levels.levels.map(\.label).joined(separator: ", ")
        case let tracks as AudioTracksEvent: return tracks.levels.map(\.name).joined(separator: ", ")
        case is CaptionsListEvent, is MetaEvent: return ""
        default: return event.fields.fields.map { "\($0.key)=\(text($0.value))" }.joined(separator: "  ")
        }
    }

    private static func text(_ value: EventValue) -> String {
        switch value {
        case .double(let number): number.isFinite ? String(format: "%.3f", number) : "\(number)"
        case .string(let string): string
        default: JSONText.text(value)
        }
    }
}
