import PlayheadCore

/// Where captions stand in a picture: WebVTT's rules for processing cue settings (§7.2 of its specification), for lines from top to bottom.
///
/// Cues in vertical lines are placed as if they were horizontal ones without settings.
public struct CaptionLayouter: Sendable {
    /// A cue with its place.
    public struct Placed: Sendable, Equatable {
        /// Its index among the cues.
        public var index: Int
        /// Where its box is.
        public var rect: ViewRect
        /// How its lines are aligned in the box.
        public var align: CaptionLayout.TextAlignment
    }

    /// The height of a line, as a share of the picture's height: WebVTT's 5.33 % for the text, and what lies between lines.
    public static let fontShare = 0.0533

    /// Where captions may be, in the view's units: the picture, without what a control bar covers.
    public var area: ViewRect
    /// The height of a line, in the view's units.
    public var lineHeight: Double

    /// Makes a layouter for a place.
    public init(area: ViewRect, lineHeight: Double) {
        self.area = area
        self.lineHeight = lineHeight
    }

    /// Places cues, in WebVTT's order, without overlaps as far as there is room.
    /// - Parameter height: Measures the text of a cue in a box of a width.
    public func place(_ cues: [CaptionCue], height: (Int, _ width: Double) -> Double) -> [Placed] {
        guard area.width > 0, area.height > 0, lineHeight > 0 else { return [] }
        var placed: [Placed] = []
        var filled: [String: Double] = [:]
        for (index, cue) in cues.enumerated() {
            var layout = cue.layout
            if layout.vertical != .horizontal { layout = CaptionLayout() }
            if let region = layout.region {
                placed.append(place(index, in: region, layout, &filled, height))
            } else {
                placed.append(place(index, layout, beside: placed, height))
            }
        }
        return placed
    }

    // MARK: Regions

    /// Cues of a region stand above one another from its lower edge on.
    private func place(
        _ index: Int, in region: CaptionRegion, _ layout: CaptionLayout, _ filled: inout [String: Double],
        _ height: (Int, Double) -> Double
    ) -> Placed {
        let box = (width: area.width * region.width / 100, height: region.lines * lineHeight)
        let left = area.x + area.width * region.viewportAnchorX / 100 - box.width * region.regionAnchorX / 100
        let top = area.y + area.height * region.viewportAnchorY / 100 - box.height * region.regionAnchorY / 100
        let across = Self.across(layout)
        let width = box.width * across.size / 100
        let tall = height(index, width)
        let used = filled[region.id, default: 0] + tall
        filled[region.id] = used
        let rect = ViewRect(x: left + box.width * across.left / 100, y: top + box.height - used, width: width, height: tall)
        return Placed(index: index, rect: rect, align: layout.align)
    }

    // MARK: The picture

    private func place(_ index: Int, _ layout: CaptionLayout, beside others: [Placed], _ height: (Int, Double) -> Double) -> Placed {
        let across = Self.across(layout)
        let width = area.width * across.size / 100
        let tall = height(index, width)
        var rect = ViewRect(x: area.x + area.width * across.left / 100, y: 0, width: width, height: tall)
        let taken = others.map(\.rect)
        if layout.snapToLines {
            rect.y = snapped(rect, layout.line ?? -1, taken)
        } else {
            let line = area.y + area.height * (layout.line ?? 100) / 100
            switch layout.lineAlign {
            case .start: rect.y = line
            case .center: rect.y = line - tall / 2
            case .end: rect.y = line - tall
            }
            rect.y = nearest(rect, taken)
        }
        return Placed(index: index, rect: rect, align: layout.align)
    }

    /// On the wanted line, or the nearest one in its direction that is free; in the other direction where that leads out of the picture.
    private func snapped(_ rect: ViewRect, _ line: Double, _ taken: [ViewRect]) -> Double {
        let bottom = area.y + area.height
        let isFromBelow = line < 0
        let whole = line.rounded(.down)
        let wanted = isFromBelow ? bottom + whole * lineHeight - (rect.height - lineHeight) : area.y + whole * lineHeight
        for step in [isFromBelow ? -lineHeight : lineHeight, isFromBelow ? lineHeight : -lineHeight] {
            var candidate = rect
            candidate.y = wanted
            // A line far outside is brought to the edge at once.
            if isFromBelow || step < 0 {
                candidate.y = min(candidate.y, bottom - rect.height)
            } else {
                candidate.y = max(candidate.y, area.y)
            }
            while candidate.y >= area.y - 0.5, candidate.y + rect.height <= bottom + 0.5 {
                if !taken.contains(where: { $0.overlaps(candidate) }) { return candidate.y }
                candidate.y += step
            }
        }
        return min(max(wanted, area.y), max(area.y, bottom - rect.height))
    }

    /// As near as possible to where it should be, inside of the picture and beside the others.
    private func nearest(_ rect: ViewRect, _ taken: [ViewRect]) -> Double {
        let range = area.y...max(area.y, area.y + area.height - rect.height)
        let wanted = min(max(rect.y, range.lowerBound), range.upperBound)
        let candidates = [wanted] + taken.flatMap { [$0.y - rect.height, $0.y + $0.height] }
        let free = candidates.filter { y in
            var moved = rect
            moved.y = y
            return range.contains(y) && !taken.contains { $0.overlaps(moved) }
        }
        return free.min { abs($0 - wanted) < abs($1 - wanted) } ?? wanted
    }

    /// Where a cue's box begins and how wide it is, in percent across.
    static func across(_ layout: CaptionLayout) -> (left: Double, size: Double) {
        let position: Double
        if let given = layout.position {
            position = min(max(given, 0), 100)
        } else {
            switch layout.align {
            case .start, .left: position = 0
            case .end, .right: position = 100
            case .center: position = 50
            }
        }
        var edge = layout.positionAlign
        if edge == .auto {
            switch layout.align {
            case .start, .left: edge = .lineLeft
            case .end, .right: edge = .lineRight
            case .center: edge = .center
            }
        }
        let size = min(max(layout.size, 0), 100)
        switch edge {
        case .lineLeft:
            let width = min(size, 100 - position)
            return (position, width)
        case .lineRight:
            let width = min(size, position)
            return (position - width, width)
        case .center, .auto:
            let width = min(size, 2 * min(position, 100 - position))
            return (position - width / 2, width)
        }
    }
}

extension ViewRect {
    func overlaps(_ other: ViewRect) -> Bool {
        let slack = 0.5
        return x < other.x + other.width - slack && other.x < x + width - slack && y < other.y + other.height - slack
            && other.y < y + height - slack
    }
}
