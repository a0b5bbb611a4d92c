import Foundation
import Playhead

/// The events and the states of the player.
extension WaterfallChart {
    /// An event on the axis.
    struct Event {
        /// The time, in seconds from the load.
        var time: Double
        /// The label.
        var text: String
        /// The class of its line: those of the class `tick` have no line through the plot.
        var style = "tick"
    }

    /// The events of the player, in the order of time.
    var events: [Event] {
        var hasEarlyPicture = false
        return timeline.marks.compactMap { mark in
            if case .firstPicture(let isEarly) = mark.kind {
                // The early picture is shown again when playback starts.
                defer { hasEarlyPicture = isEarly }
                if hasEarlyPicture { return nil }
            }
            return axis.shows(mark.time) ? Self.event(mark) : nil
        }
    }

    private static func event(_ mark: TimelineMark) -> Event? {
        switch mark.kind {
        case .firstPacket, .firstFrame: nil
        case .firstPicture(let isEarly):
            Event(time: mark.time, text: isEarly ? "first picture (decoded alone)" : "first picture", style: "picture")
        case .play: Event(time: mark.time, text: "playback moves", style: "moves")
        case .seek(let target): Event(time: mark.time, text: "seek to \(position(target))", style: "seek")
        case .seeked(let position): Event(time: mark.time, text: "seeked to \(Self.position(position))", style: "seek")
        case .stall: Event(time: mark.time, text: "stall", style: "problem")
        case .level(let label): Event(time: mark.time, text: "level \(label)")
        case .complete: Event(time: mark.time, text: "complete")
        case .problem(let code, let isFatal):
            Event(time: mark.time, text: "\(isFatal ? "error" : "warning") \(code)", style: "problem")
        }
    }

    private static func position(_ seconds: Double) -> String { String(format: "%.2f s", seconds) }

    /// Draws the events with their labels, and the states below.
    mutating func drawEvents() {
        heading("Player")
        drawMarks("events", events.map { Event(time: $0.time, text: "\($0.text) \(WaterfallText.duration($0.time))", style: $0.style) })
        drawing.text("state", x: Self.margin, y: y + Self.baseline)
        for state in timeline.states where state.value != .idle {
            let end = state.end ?? timeline.end
            let name = state.value.rawValue
            bar(
                state.start, end, top: 1, height: Self.rowHeight - 2, Self.style(of: state.value),
                note: "\(name) from \(WaterfallText.duration(state.start)) for \(WaterfallText.duration(end - state.start))")
            let (left, right, inset) = (axis.x(state.start), axis.x(end), 4.0)
            if right - left > Double(name.count) * LabelPlacer.characterWidth + 2 * inset {
                drawing.text(name, x: left + inset, y: y + Self.baseline)
            }
        }
        y += Self.rowHeight
    }

    /// Draws moments with their labels in a lane with as many rows as they need.
    mutating func drawMarks(_ name: String, _ events: [Event]) {
        let (height, inset) = (15.0, 4.0)
        drawing.text(name, x: Self.margin, y: y + Self.baseline)
        var placer = LabelPlacer(limit: axis.right)
        for event in events {
            let x = axis.x(event.time)
            let place = placer.place(event.text, at: x, inset: inset)
            let top = y + Double(place.row) * height
            drawing.line(x1: x, y1: top + 2, x2: x, y2: top + height, event.style)
            drawing.text(
                event.text, x: place.endsAtX ? x - inset : x + inset, y: top + Self.baseline, event.style, endsAtX: place.endsAtX)
        }
        y += Double(max(1, placer.rows)) * height + inset
    }

    private static func style(of state: PlaybackState) -> String {
        switch state {
        case .opening: "state-opening"
        case .play, .playing: "state-playing"
        case .buffering, .seeking: "state-waiting"
        case .error: "state-error"
        case .idle, .ready, .pausing, .paused, .stopping, .ended: "state"
        }
    }
}
