import PlayheadCore

/// Places a cue on a free line (WebVTT §7.2, step 9 with the snap-to-lines flag set): the wanted line, or the next free one in its
/// direction, or else in the opposite direction.
struct CueLines {
    private let area: ViewRect
    private let margin: Double
    private let layout: CaptionLayout
    private var isVertical: Bool { layout.vertical != .horizontal }

    init(area: ViewRect, margin: Double, layout: CaptionLayout) {
        (self.area, self.margin, self.layout) = (area, margin, layout)
    }

    /// Returns the position of a box; `nil` if no line is free. `step` is the extent of the first line.
    func free(_ box: ViewRect, step: Double, beside taken: [ViewRect]) -> ViewRect? {
        let full = isVertical ? area.width : area.height
        let origin = isVertical ? area.x : area.y
        let title = (low: origin + full * margin, high: origin + full * (1 - margin))
        let extent = isVertical ? box.width : box.height
        let growsLeft = layout.vertical == .verticalGrowingLeft
        // The value of a line far outside does not matter.
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
        // Vertical lines that grow to the left start at the right edge.
        let firstLine = layout.vertical == .verticalGrowingLeft ? extent - lineSize : 0
        var place = specified
        // Steps outside of the picture, where no cue can be, are skipped at once.
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

/// Finds room for a box beside others (WebVTT §7.2, step 9 without the snap-to-lines flag).
struct CueGap {
    let area: ViewRect
    let taken: [ViewRect]

    /// Returns the closest free position, preferring the highest and then the leftmost; the box itself if there is none.
    func nearest(to box: ViewRect) -> ViewRect {
        if isFree(box) { return box }
        let across = places(from: box.x, size: box.width, start: area.x, length: area.width, others: taken.map { ($0.x, $0.width) })
        let down = places(from: box.y, size: box.height, start: area.y, length: area.height, others: taken.map { ($0.y, $0.height) })
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

    /// Returns the candidates for the closest position along one axis: the wanted position, the edges of the picture, and the edges of the
    /// other boxes.
    private func places(from wanted: Double, size: Double, start: Double, length: Double, others: [(Double, Double)]) -> [Double] {
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
