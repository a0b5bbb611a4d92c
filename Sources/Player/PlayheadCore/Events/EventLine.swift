/// The representation of an event as a line of JSON: the output of `playhead play --json`, and the form in which replays of traces are
/// compared.
package enum EventLine {
    /// The fields of the line: the context, then the payload, whose keys have priority.
    package static func fields(of event: any PlayerEvent) -> EventFields {
        let context = event.context
        let million = 1_000_000.0
        var line: EventFields = [
            "seq": .int(context.sequence),
            "t": .double((context.monotonicTime * million).rounded() / million),
            "wall": .int(context.wallTime),
            "event": .string(event.name.rawValue),
            "state": .string(context.state.rawValue),
            "item": context.item.map { .int($0) } ?? .null,
            "position": .double(context.position),
        ]
        for field in event.fields.fields { line[field.key] = field.value }
        return line
    }

    /// The line, without its terminator. Credentials (`Secrets`) are blanked, and numbers rounded to a millionth.
    package static func text(of event: any PlayerEvent) -> String {
        Secrets.blanked(JSONText.text(EventValue.object(fields(of: event)).rounded))
    }
}
