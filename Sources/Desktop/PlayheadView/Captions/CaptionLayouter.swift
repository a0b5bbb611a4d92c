import PlayheadCaptions
import PlayheadCore

/// Places captions in a picture by WebVTT's rules for processing cue settings (§7.1 and §7.2).
package struct CaptionLayouter: Sendable {
    /// The size of a cue's text in a box with a given line length.
    package struct Measure: Sendable, Equatable {
        /// The extent of all lines: the height, or the width of vertical lines. 0 for an empty cue, which is not shown.
        package var extent: Double
        /// The extent of the first line.
        package var step: Double
        /// The range along the line length that contains text; `nil` if text may be anywhere.
        package var text: ClosedRange<Double>?

        /// Creates a measure.
        package init(extent: Double, step: Double, text: ClosedRange<Double>? = nil) {
            self.extent = extent
            self.step = step
            self.text = text
        }
    }

    /// A cue and its position.
    package struct Placed: Sendable, Equatable {
        /// The index among the cues.
        package var index: Int
        /// The box.
        package var rect: ViewRect
        /// The part of the box that contains text.
        package var text: ViewRect
        /// The index of the cue's region in ``Placement/regions``.
        package var region: Int?
    }

    /// A region and its position.
    package struct PlacedRegion: Sendable, Equatable {
        /// The region's settings in the stream.
        package var region: CaptionRegion
        /// The part of the region that its cues cover; cues are clipped to it.
        package var rect: ViewRect
    }

    /// The cues and regions to show.
    package struct Placement: Sendable, Equatable {
        /// The cues in their order, without those for which there is no room.
        package var cues: [Placed] = []
        /// The regions that contain cues.
        package var regions: [PlacedRegion] = []

        /// Creates an empty placement.
        package init() {}
    }

    /// The height of a line of a region, as a share of the picture's height (§7.1: 6vh).
    package static let regionLineShare = 0.06
    /// The maximum number of cues that are shown together, because more are unreadable and placing them takes time.
    package static let maximumCues = 32

    /// The maximum length of the text of all cues together, in bytes: more fits in no picture, and breaking it into lines takes time.
    package static let maximumText = 16_384

    /// Returns the first cues, limited to ``maximumCues`` and ``maximumText``.
    package static func readable(_ cues: [CaptionCue]) -> ArraySlice<CaptionCue> {
        var length = 0
        return cues.prefix(maximumCues).prefix { cue in
            length = length.saturatingAdding(min(cue.markup.utf8.count, StyledCue.maximumMarkupLength))
            return length <= maximumText
        }
    }

    /// The picture, in the view's units.
    package var area: ViewRect
    /// The areas over the picture that cues avoid.
    package var covered: [ViewRect]
    /// The distance of numbered lines from the picture's edges, as a share of the picture.
    package var margin: Double

    /// Creates a layouter for a picture.
    package init(area: ViewRect, covered: [ViewRect] = [], margin: Double = 0) {
        self.area = area
        self.covered = covered
        self.margin = margin
    }

    /// Places cues, which are given in WebVTT's order.
    /// - Parameters:
    ///   - cues: The cues; only the first ``maximumCues`` are placed.
    ///   - kept: The rectangles of cues that were shown before, by index; these cues are not moved.
    ///   - measure: Measures the text of a cue for a line length.
    /// - Returns: The placement of the cues, sorted by index.
    package func place(_ cues: [CaptionCue], kept: [Int: ViewRect] = [:], measure: (Int, _ length: Double) -> Measure) -> Placement {
        var placement = Placement()
        guard area.width > 0, area.height > 0 else { return placement }
        let shown = cues.prefix(Self.maximumCues)
        placeRegions(shown, into: &placement, measure: measure)
        for (index, cue) in shown.enumerated() where cue.layout.region == nil {
            guard let rect = kept[index] else { continue }
            let isVertical = cue.layout.vertical != .horizontal
            let size = measure(index, isVertical ? rect.height : rect.width)
            placement.cues.append(Placed(index: index, rect: rect, text: rect.part(size.text, isVertical: isVertical)))
        }
        for (index, cue) in shown.enumerated() where cue.layout.region == nil && kept[index] == nil {
            if let placed = place(index, cue, beside: placement, measure: measure) { placement.cues.append(placed) }
        }
        placement.cues.sort { $0.index < $1.index }
        return placement
    }

    // MARK: Regions

    /// Places the cues of each region below one another, the last one at the region's lower edge.
    private func placeRegions(_ cues: ArraySlice<CaptionCue>, into placement: inout Placement, measure: (Int, Double) -> Measure) {
        var regions: [CaptionRegion] = []
        for cue in cues { if let region = cue.layout.region, !regions.contains(region) { regions.append(region) } }
        for region in regions {
            let box = box(of: region)
            let members = cues.enumerated().filter { $0.element.layout.region == region }
            var bottom = box.y + box.height
            var top = bottom
            for (index, cue) in members.reversed() {
                let across = CuePosition(cue.layout, text: cue.text)
                let width = box.width * across.size / 100
                let extent = measure(index, width).extent
                guard extent > 0 else { continue }
                top = bottom - extent
                let rect = ViewRect(x: box.x + box.width * across.start / 100, y: top, width: width, height: extent)
                placement.cues.append(Placed(index: index, rect: rect, text: rect, region: placement.regions.count))
                bottom = top
            }
            let lower = box.y + box.height
            top = max(top, box.y)
            placement.regions.append(
                PlacedRegion(region: region, rect: ViewRect(x: box.x, y: top, width: box.width, height: lower - top)))
        }
    }

    private func box(of region: CaptionRegion) -> ViewRect {
        let width = area.width * region.width / 100
        let height = min(region.lines, Self.maximumRegionLines) * area.height * Self.regionLineShare
        return ViewRect(
            x: area.x + area.width * region.viewportAnchorX / 100 - width * region.regionAnchorX / 100,
            y: area.y + area.height * region.viewportAnchorY / 100 - height * region.regionAnchorY / 100, width: width, height: height)
    }

    /// A limit above the number of lines of any real region.
    private static let maximumRegionLines = 100.0

    // MARK: The picture

    /// The area for vertical lines: they end above whatever covers the picture's lower edge.
    private var clearArea: ViewRect {
        var area = area
        for rect in covered where rect.x <= area.x && rect.x + rect.width >= area.x + area.width && rect.y > area.y + area.height / 2 {
            area.height = min(area.height, rect.y - area.y)
        }
        return area
    }

    private func place(
        _ index: Int, _ cue: CaptionCue, beside placement: Placement, measure: (Int, Double) -> Measure
    ) -> Placed? {
        let layout = cue.layout
        let isVertical = layout.vertical != .horizontal
        let area = isVertical ? clearArea : area
        let position = CuePosition(layout, text: cue.text)
        let along = isVertical ? (start: area.y, length: area.height) : (start: area.x, length: area.width)
        let length = along.length * position.size / 100
        let size = measure(index, length)
        guard size.extent > 0 else { return nil }
        let start = along.start + along.length * position.start / 100
        let box =
            isVertical
            ? ViewRect(x: area.x, y: start, width: size.extent, height: length)
            : ViewRect(x: start, y: area.y, width: length, height: size.extent)
        func placed(_ rect: ViewRect) -> Placed {
            Placed(index: index, rect: rect, text: rect.part(size.text, isVertical: isVertical))
        }
        let others = placement.cues.filter { $0.region == nil }
        let regions = placement.regions.map(\.rect)
        let taken = others.map(\.rect) + regions
        guard layout.snapToLines else {
            return placed(CueGap(area: area, taken: taken + covered).nearest(to: atPercentage(box, layout, in: area)))
        }
        guard size.step > 0 else { return placed(box) }
        func free(_ box: ViewRect, margin: Double, beside taken: [ViewRect]) -> ViewRect? {
            CueLines(area: area, margin: margin, layout: layout).free(box, step: size.step, beside: taken)
        }
        if let rect = free(box, margin: margin, beside: taken + covered) { return placed(rect) }
        // The standard would drop the cue. If only the boxes overlap, and not their texts, the cue is readable:
        let texts = others.map(\.text) + regions
        if let text = free(placed(box).text, margin: margin, beside: texts + covered) {
            var rect = box
            if isVertical { rect.x = text.x } else { rect.y = text.y }
            return placed(rect)
        }
        // As a last resort the cue is placed behind the covered area, where it appears when the cover is hidden. A single cue is always
        // shown.
        if let rect = free(box, margin: 0, beside: taken) { return placed(rect) }
        return taken.isEmpty ? placed(box) : nil
    }

    /// Returns a box placed by percentage, using the edge given by the line alignment.
    private func atPercentage(_ box: ViewRect, _ layout: CaptionLayout, in area: ViewRect) -> ViewRect {
        let isVertical = layout.vertical != .horizontal
        // "auto" means the end, as do values that are no percentage (WebVTT §3.1, "computed line").
        let line = layout.line.flatMap { (0...100).contains($0) ? $0 : nil } ?? 100
        let extent = isVertical ? box.width : box.height
        let aligned: Double =
            switch layout.lineAlign {
            case .start: 0
            case .center: extent / 2
            case .end: extent
            }
        var box = box
        if isVertical {
            box.x = area.x + area.width * line / 100 - aligned
        } else {
            box.y = area.y + area.height * line / 100 - aligned
        }
        return box
    }
}

extension ViewRect {
    /// Returns the part of the rectangle that text covers along its lines.
    fileprivate func part(_ text: ClosedRange<Double>?, isVertical: Bool) -> ViewRect {
        guard let text else { return self }
        let length = text.upperBound - text.lowerBound
        return isVertical
            ? ViewRect(x: x, y: y + text.lowerBound, width: width, height: length)
            : ViewRect(x: x + text.lowerBound, y: y, width: length, height: height)
    }

    func overlaps(_ other: ViewRect) -> Bool {
        let slack = 0.5
        return x < other.x + other.width - slack && other.x < x + width - slack && y < other.y + other.height - slack
            && other.y < y + height - slack
    }
}
