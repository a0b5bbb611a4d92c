import Playhead
import PlayheadEngine
import PlayheadTransport

/// Draws a timeline as a waterfall: a pure function from the recorded facts to a file.
///
/// The lanes are drawn one below the other, above a background with the grid, whose height is known at the end.
struct WaterfallChart {
    /// The measures in pixels: the page, its margin, and the place of texts in a row.
    static let (width, margin, rowHeight, baseline) = (1280.0, 20.0, 18.0, 13.0)
    /// The left edge of the facts at the right of the plot.
    static let factsLeft = 1042.0

    let timeline: PlaybackTimeline
    let axis: WaterfallAxis
    var drawing = SVGDrawing()
    /// The top of the next lane.
    var y = 0.0

    /// Returns the drawing of a timeline as a file in SVG 1.1.
    static func svg(_ timeline: PlaybackTimeline) -> String {
        var chart = WaterfallChart(timeline)
        return chart.draw()
    }

    private init(_ timeline: PlaybackTimeline) {
        self.timeline = timeline
        let period = timeline.period
        axis = WaterfallAxis(period.lowerBound...max(period.lowerBound, min(period.upperBound, timeline.end)))
    }

    private mutating func draw() -> String {
        drawHead()
        let (axisHeight, space) = (18.0, 8.0)
        let top = y + axisHeight
        y = top
        drawEvents()
        drawRequests()
        drawConnections()
        drawBytes()
        drawMedia()
        let bottom = y + space
        y = bottom + axisHeight + Self.margin
        drawNotes()
        var background = SVGDrawing()
        drawBackground(into: &background, top: top, bottom: bottom)
        return background.file(
            below: drawing, width: Self.width, height: y + Self.margin,
            title: "Waterfall of \(WaterfallText.name(of: timeline.location, limit: 60))", style: WaterfallStyle.text)
    }

    // MARK: Lanes

    /// Draws a heading, with a further text at the right of the plot.
    mutating func heading(_ text: String, _ facts: String = "") {
        let (height, baseline) = (24.0, 18.0)
        drawing.text(text, x: Self.margin, y: y + baseline, "head")
        drawing.text(facts, x: Self.factsLeft, y: y + baseline, "muted")
        y += height
    }

    /// Draws a rectangle for a period in the lane at `y`, if it is on the axis, and at least one pixel wide.
    mutating func bar(_ start: Double, _ end: Double, top: Double, height: Double, _ style: String, note: String? = nil) {
        guard axis.shows(start, end) else { return }
        let (left, right) = (axis.x(start), axis.x(end))
        drawing.rectangle(x: left, y: y + top, width: max(1, right - left), height: height, style, note: note)
    }

    // MARK: Around the plot

    private mutating func drawHead() {
        let (title, location, figures, legend, height) = (30.0, 48.0, 72.0, 88.0, 106.0)
        let limit = 180
        drawing.text("Playback waterfall", x: Self.margin, y: title, "title")
        drawing.text(WaterfallText.shortened(timeline.location, limit: limit), x: Self.margin, y: location, "muted code")
        drawing.text(self.figures, x: Self.margin, y: figures, "figures")
        drawLegend(y: legend)
        y = height
    }

    /// The figures of the playback in one line.
    private var figures: String {
        let bytes = timeline.requests.reduce(Int64(0)) { $0.saturatingAdding($1.bytes) }
        let picture = timeline.marks.first { if case .firstPicture = $0.kind { true } else { false } }
        let moves = timeline.marks.first { $0.kind == .play }
        return [
            "first picture " + (picture.map { "after \(WaterfallText.duration($0.time))" } ?? "not shown"),
            moves.map { "playback moves after \(WaterfallText.duration($0.time))" } ?? "playback does not move",
            Self.count(timeline.requests.count, "request"), WaterfallText.size(bytes),
            Self.count(timeline.connections.count, "connection"),
        ].joined(separator: "  ·  ")
    }

    private static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    private mutating func drawLegend(y: Double) {
        var x = Self.margin
        let (size, gap, space, descent) = (10.0, 5.0, 16.0, 9.0)
        let kinds = LoadKind.allCases.map(\.rawValue).filter { kind in timeline.requests.contains { $0.kind.rawValue == kind } }
        let main = kinds.first ?? LoadKind.segment.rawValue
        let swatches =
            [("waiting", "waits for a connection"), ("\(main) pale", "waits for the response"), ("\(main) medium", "response")]
            + kinds.map { ($0, "bytes of \($0 == LoadKind.media.rawValue ? "a media file" : "a \($0)")") }
        for (style, text) in swatches {
            drawing.rectangle(x: x, y: y, width: size, height: size, style)
            drawing.text(text, x: x + size + gap, y: y + descent, "muted")
            x += size + gap + Double(text.count) * LabelPlacer.characterWidth + space
        }
    }

    private func drawBackground(into background: inout SVGDrawing, top: Double, bottom: Double) {
        background.rectangle(x: 0, y: 0, width: Self.width, height: y + Self.margin, "page")
        background.rectangle(x: axis.left, y: top, width: axis.right - axis.left, height: bottom - top, "plot")
        let (above, below) = (6.0, 15.0)
        background.text("time from the load", x: Self.margin, y: top - above, "muted")
        for tick in axis.ticks {
            let x = axis.x(tick)
            background.line(x1: x, y1: top, x2: x, y2: bottom, "grid")
            for y in [top - above, bottom + below] { background.text(axis.label(tick), x: x, y: y, "muted centered") }
        }
        for event in events where event.style != "tick" {
            background.line(x1: axis.x(event.time), y1: top, x2: axis.x(event.time), y2: bottom, "\(event.style) guide")
        }
    }

    private mutating func drawNotes() {
        var notes: [String] = []
        if !timeline.connections.isEmpty {
            notes.append("Connections accept requests from the left edge of their bars; name lookup, TCP and TLS come before.")
        }
        if timeline.end > timeline.period.upperBound {
            notes.append("The drawn period ends after \(WaterfallText.duration(timeline.period.upperBound)); playback continued.")
        }
        if timeline.omitted > 0 { notes.append("\(timeline.omitted) further requests, connections and events of the period are left out.") }
        for note in notes {
            drawing.text(note, x: Self.margin, y: y, "muted")
            y += Self.rowHeight
        }
        y -= Self.rowHeight
    }
}
