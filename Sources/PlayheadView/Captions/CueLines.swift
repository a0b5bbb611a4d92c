import PlayheadCore

/// Puts a cue on a line that is free (WebVTT §7.2, step 9 where the snap-to-lines flag is set): on the wanted one, or else the next one in its direction,
/// or else in the other.
struct CueLines {
    private let area: ViewRect
    private let margin: Double
    private let layout: CaptionLayout
    private var isVertical: Bool { layout.vertical != .horizontal }

    init(area: ViewRect, margin: Double, layout: CaptionLayout) {
        (self.area, self.margin, self.layout) = (area, margin, layout)
    }

    /// The place of a box; `nil` where there is none.
    /// - Parameter step: How far its first line goes.
    func free(_ box: ViewRect, step: Double, beside taken: [ViewRect]) -> ViewRect? {
        let full = isVertical ? area.width : area.height
        let origin = isVertical ? area.x : area.y
        let title = (low: origin + full * margin, high: origin + full * (1 - margin))
        let extent = isVertical ? box.width : box.height
        let growsLeft = layout.vertical == .verticalGrowingLeft
        // Lines far outside are all alike.
        let farthest = 1e6
        let number = layout.line ?? -1
        var line = (min(max(number.isNaN ? -1 : number, -farthest), farthest) + 0.5).rounded(.down)
        if growsLeft { line = -(line + 1) }
        var specified = step * line + title.low
        if growsLeft { specified += step - extent }
        var step = step
        if line < 0 {
            specified += title.high - title.low
            step.negate()
        }
        for _ in 0..<2 {
            if let place = search(box, from: specified, step: step, extent: extent, title: title, taken) { return place }
            step.negate()
        }
        return nil
    }

    private func search(
        _ box: ViewRect, from specified: Double, step: Double, extent: Double, title: (low: Double, high: Double), _ taken: [ViewRect]
    ) -> ViewRect? {
        let slack = 0.5
        let lineSize = abs(step)
        // Vertical lines that grow to the left begin on the right.
        let firstLine = layout.vertical == .verticalGrowingLeft ? extent - lineSize : 0
        var place = specified
        // Steps outside, where nothing can stand, are gone at once.
        let outside = step > 0 ? title.low - place : place + extent - title.high
        if outside > 0 { place += (outside / lineSize - slack / lineSize).rounded(.up) * step }
        while true {
            var candidate = box
            if isVertical { candidate.x = place } else { candidate.y = place }
            let isInside = place >= title.low - slack && place + extent <= title.high + slack
            if isInside, !taken.contains(where: { $0.overlaps(candidate) }) { return candidate }
            let first = (low: place + firstLine, high: place + firstLine + lineSize)
            if step < 0 ? first.low < title.low - slack : first.high > title.high + slack { return nil }
            place += step
        }
    }
}

/// Finds room for a box beside others (WebVTT §7.2, step 9 where the snap-to-lines flag is not set).
struct CueGap {
    let area: ViewRect
    let taken: [ViewRect]

    /// The free place that is the closest, the highest of those, the leftmost of those; where there is none, the place itself.
    func nearest(to box: ViewRect) -> ViewRect {
        if isFree(box) { return box }
        let across = places(box.x, box.width, area.x, area.width, taken.map { ($0.x, $0.width) })
        let down = places(box.y, box.height, area.y, area.height, taken.map { ($0.y, $0.height) })
        var best: (distance: Double, rect: ViewRect)?
        for y in down {
            for x in across {
                var candidate = box
                (candidate.x, candidate.y) = (x, y)
                let distance = (x - box.x) * (x - box.x) + (y - box.y) * (y - box.y)
                guard distance < best?.distance ?? .infinity, isFree(candidate) else { continue }
                best = (distance, candidate)
            }
        }
        return best?.rect ?? box
    }

    /// Where the closest place may be in one direction: where it is, at an edge of the picture, at one of another box.
    private func places(_ wanted: Double, _ size: Double, _ start: Double, _ length: Double, _ others: [(Double, Double)]) -> [Double] {
        let within = min(max(wanted, start), max(start, start + length - size))
        return ([within] + others.flatMap { [$0.0 - size, $0.0 + $0.1] }).sorted()
    }

    private func isFree(_ box: ViewRect) -> Bool {
        let slack = 0.5
        let isInside =
            box.x >= area.x - slack && box.y >= area.y - slack && box.x + box.width <= area.x + area.width + slack
            && box.y + box.height <= area.y + area.height + slack
        return isInside && !taken.contains { $0.overlaps(box) }
    }
}
