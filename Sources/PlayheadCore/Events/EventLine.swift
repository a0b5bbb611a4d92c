/// An event as a line of JSON: what `playhead play --json` prints, and what a replay of a trace is compared by.
public enum EventLine {
    /// The line's fields: the context, then the payload, whose keys win.
    public static func fields(of event: any PlayerEvent) -> EventFields {
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

    /// The line, without its end. What gives access (``Secrets``) is blanked.
    public static func text(of event: any PlayerEvent) -> String { Secrets.blanked(JSONText.text(.object(fields(of: event)))) }
}
