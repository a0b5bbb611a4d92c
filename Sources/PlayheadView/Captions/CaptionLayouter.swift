import PlayheadCore

/// Where captions stand in a picture: WebVTT's rules for processing cue settings (§7.1 and §7.2 of its specification).
public struct CaptionLayouter: Sendable {
    /// How large a cue's text is in a box of a size.
    public struct Measure: Sendable, Equatable {
        /// How far its lines go, all together: down, or across for vertical ones. 0 for a cue that says nothing, which is not shown.
        public var extent: Double
        /// How far its first line goes.
        public var step: Double
        /// Where in its lines' length there is text; `nil` where it may be anywhere.
        public var text: ClosedRange<Double>?

        /// Makes a measure.
        public init(extent: Double, step: Double, text: ClosedRange<Double>? = nil) {
            self.extent = extent
            self.step = step
            self.text = text
        }
    }

    /// A cue with its place.
    public struct Placed: Sendable, Equatable {
        /// Its index among the cues.
        public var index: Int
        /// Where its box is.
        public var rect: ViewRect
        /// Where in it there is text.
        public var text: ViewRect
        /// The index of the region that it is in, among ``Placement/regions``.
        public var region: Int?
    }

    /// A region with its place.
    public struct PlacedRegion: Sendable, Equatable {
        /// What the stream says of it.
        public var region: CaptionRegion
        /// As much of it as its cues take; what of them is outside is not shown.
        public var rect: ViewRect
    }

    /// All cues and regions that are shown.
    public struct Placement: Sendable, Equatable {
        /// The cues, in their order; those that there is no room for are not among them.
        public var cues: [Placed] = []
        /// The regions that have cues.
        public var regions: [PlacedRegion] = []

        /// Makes one of nothing.
        public init() {}
    }

    /// How much of the height of a picture a line of a region has (§7.1: 6vh).
    public static let regionLineShare = 0.06
    /// How many cues are shown at a time; more can't be read, and placing them takes time.
    public static let mostCues = 32

    /// The picture, in the view's units.
    public var area: ViewRect
    /// What stands over the picture: cues stay away from it, as they do from one another.
    public var covered: [ViewRect]
    /// How far lines that are counted stay away from the picture's edges, as a share of it.
    public var margin: Double

    /// Makes a layouter for a place.
    public init(area: ViewRect, covered: [ViewRect] = [], margin: Double = 0) {
        self.area = area
        self.covered = covered
        self.margin = margin
    }

    /// Places cues, in WebVTT's order.
    /// - Parameters:
    ///   - kept: Where cues are that were shown before, by their indices: they stay there.
    ///   - measure: Measures the text of a cue in lines of a length.
    public func place(_ cues: [CaptionCue], kept: [Int: ViewRect] = [:], measure: (Int, _ length: Double) -> Measure) -> Placement {
        var placement = Placement()
        guard area.width > 0, area.height > 0 else { return placement }
        let shown = cues.prefix(Self.mostCues)
        placeRegions(shown, &placement, measure)
        for (index, cue) in shown.enumerated() where cue.layout.region == nil {
            guard let rect = kept[index] else { continue }
            let isVertical = cue.layout.vertical != .horizontal
            let size = measure(index, isVertical ? rect.height : rect.width)
            placement.cues.append(Placed(index: index, rect: rect, text: rect.part(size.text, isVertical: isVertical)))
        }
        for (index, cue) in shown.enumerated() where cue.layout.region == nil && kept[index] == nil {
            if let placed = place(index, cue, beside: placement, measure) { placement.cues.append(placed) }
        }
        placement.cues.sort { $0.index < $1.index }
        return placement
    }

    // MARK: Regions

    /// Cues of a region stand below one another, the last one at its lower edge.
    private func placeRegions(_ cues: ArraySlice<CaptionCue>, _ placement: inout Placement, _ measure: (Int, Double) -> Measure) {
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
        let height = min(region.lines, Self.mostRegionLines) * area.height * Self.regionLineShare
        return ViewRect(
            x: area.x + area.width * region.viewportAnchorX / 100 - width * region.regionAnchorX / 100,
            y: area.y + area.height * region.viewportAnchorY / 100 - height * region.regionAnchorY / 100, width: width, height: height)
    }

    /// More lines than any picture holds.
    private static let mostRegionLines = 100.0

    // MARK: The picture

    /// Where vertical lines may be: what lies over the picture's lower edge is in the way of all of them, so they end above it.
    private var clearArea: ViewRect {
        var area = area
        for rect in covered where rect.x <= area.x && rect.x + rect.width >= area.x + area.width && rect.y > area.y + area.height / 2 {
            area.height = min(area.height, rect.y - area.y)
        }
        return area
    }

    private func place(
        _ index: Int, _ cue: CaptionCue, beside placement: Placement, _ measure: (Int, Double) -> Measure
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
        // The standard would leave it out. Where just the boxes are in one another's way, and not what is written in them, it can be read all the same;
        let texts = others.map(\.text) + regions
        if let text = free(placed(box).text, margin: margin, beside: texts + covered) {
            var rect = box
            if isVertical { rect.x = text.x } else { rect.y = text.y }
            return placed(rect)
        }
        // and behind what lies over the picture it is there once that goes. The only one is shown, however large it is.
        if let rect = free(box, margin: 0, beside: taken) { return placed(rect) }
        return taken.isEmpty ? placed(box) : nil
    }

    /// Where a percentage puts a box, by the edge that is aligned.
    private func atPercentage(_ box: ViewRect, _ layout: CaptionLayout, in area: ViewRect) -> ViewRect {
        let isVertical = layout.vertical != .horizontal
        // Auto is the end, and so is what is no percentage (WebVTT §3.1, "computed line").
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
    /// The part of it that text takes along its lines.
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
