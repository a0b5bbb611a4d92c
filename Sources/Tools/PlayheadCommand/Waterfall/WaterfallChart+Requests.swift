import Playhead
import PlayheadTransport

/// The requests, and the connections that they used.
extension WaterfallChart {
    /// Draws a row for each request.
    mutating func drawRequests() {
        heading("Requests", "status · bytes · duration")
        for request in timeline.requests {
            drawRequest(request)
            y += Self.rowHeight
        }
    }

    private mutating func drawRequest(_ request: TransferRecord) {
        let (name, limit, inset, thin) = (Self.margin + 26, 46, 3.0, 6.0)
        let note = WaterfallText.note(request)
        drawing.text("\(request.id)", x: name - 6, y: y + Self.baseline, "muted", endsAtX: true)
        drawing.text(WaterfallText.name(of: request.url, limit: limit), x: name, y: y + Self.baseline, note: note)
        drawing.text(WaterfallText.facts(request), x: Self.factsLeft, y: y + Self.baseline, request.hasFailed ? "alert" : "muted")
        let style = request.kind.rawValue
        let end = request.end ?? timeline.end
        let sent = request.sent ?? request.firstByte ?? end
        let head = request.firstByte ?? end
        let full = Self.rowHeight - 2 * inset
        if sent > request.start { bar(request.start, sent, top: thin, height: Self.rowHeight - 2 * thin, "waiting", note: note) }
        if head > sent { bar(sent, head, top: inset, height: full, "\(style) pale", note: note) }
        bar(head, end, top: inset, height: full, "\(style) medium", note: note)
        var start = head
        for arrival in timeline.arrivals[request.id]?.entries ?? [] {
            // The bytes of a short entry arrived at its end.
            let minimum = 0.001
            bar(max(start, min(arrival.start, arrival.end - minimum)), arrival.end, top: inset, height: full, style, note: note)
            start = max(start, arrival.end)
        }
        if request.hasFailed || request.outcome == .cancelled, axis.shows(end) {
            drawCross(at: axis.x(end), request.hasFailed ? "problem" : "tick")
        }
    }

    private mutating func drawCross(at x: Double, _ style: String) {
        let (middle, arm) = (y + Self.rowHeight / 2, 4.0)
        drawing.line(x1: x - arm, y1: middle - arm, x2: x + arm, y2: middle + arm, style)
        drawing.line(x1: x - arm, y1: middle + arm, x2: x + arm, y2: middle - arm, style)
    }

    /// Draws a row for each connection, with the requests that used it.
    mutating func drawConnections() {
        guard !timeline.connections.isEmpty else { return }
        heading("Connections", "protocol · server")
        for connection in timeline.connections {
            let (inset, half, padding) = (2.0, 2, 3.0)
            drawing.text("connection \(connection.id)", x: Self.margin, y: y + Self.baseline)
            drawing.text(WaterfallText.facts(connection), x: Self.factsLeft, y: y + Self.baseline, "muted")
            let height = Self.rowHeight - 2 * inset
            bar(connection.opened, connection.closed ?? timeline.end, top: inset, height: height, "link")
            let uses = timeline.requests.filter { $0.connection?.id == connection.id }
            for use in uses {
                let (start, end) = (max(use.sent ?? use.start, connection.opened), use.end ?? timeline.end)
                // Requests of HTTP/2 and 3 are beside each other.
                let part = connection.networkProtocol.multiplexes ? height / Double(half) : height
                let top = inset + (connection.networkProtocol.multiplexes ? Double(use.id % half) * part : 0)
                bar(start, end, top: top, height: part, "\(use.kind.rawValue) medium", note: WaterfallText.note(use))
                let name = "\(use.id)"
                let isWide = axis.x(end) - axis.x(start) > Double(name.count) * LabelPlacer.characterWidth + 2 * padding
                if isWide, axis.shows(start), !connection.networkProtocol.multiplexes {
                    drawing.text(name, x: axis.x(start) + padding, y: y + Self.baseline)
                }
            }
            if uses.isEmpty, axis.shows(connection.opened), axis.right - axis.x(connection.opened) > 60 {
                drawing.text("not used", x: axis.x(connection.opened) + padding, y: y + Self.baseline, "muted")
            }
            y += Self.rowHeight
        }
    }
}
