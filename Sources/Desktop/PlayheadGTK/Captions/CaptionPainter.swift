#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadCaptions
    import PlayheadView

    /// Draws captions at the positions given by WebVTT's rules, styled by style sheets and by the viewer's settings. Drawings are cached
    /// until one of these changes.
    @MainActor
    final class CaptionPainter {
        /// The inputs of a layout.
        struct Scene: Equatable {
            var cues: [CaptionCue] = []
            var style = CaptionStyle()
            /// The picture.
            var area = ViewRect(x: 0, y: 0, width: 0, height: 0)
            /// The areas over the picture that captions avoid.
            var covered: [ViewRect] = []
        }

        var cues: [CaptionCue] = []
        var style = CaptionStyle()
        /// Returns the playhead in the time base of the cues.
        var time: () -> Double = { 0 }
        /// The area of the last drawn captions; `nil` if there were none.
        private(set) var frame: ViewRect?

        private var scene = Scene()
        private var drawings: [Int: CueDrawing] = [:]
        private var placement = CaptionLayouter.Placement()
        private var regionStyles: [CueStyle] = []
        private var node: OpaquePointer?
        private var sheets: [String: CaptionStyleSheet] = [:]
        private var scrolling = RegionScroll()
        private let clock = SystemClock()

        isolated deinit { forget() }

        /// Paints the captions away from the covered areas.
        func paint(_ snapshot: OpaquePointer, _ widget: Widget, in area: ViewRect, covered: [ViewRect]) {
            guard !cues.isEmpty, area.width > 0, area.height > 0 else {
                forget()
                (scene, placement, drawings, frame) = (Scene(), .init(), [:], nil)
                scrolling = RegionScroll()
                return
            }
            let new = Scene(cues: cues, style: style, area: area, covered: covered)
            if new != scene || isStale {
                forget()
                lay(out: new, widget)
            }
            if scrolling.isMoving(at: clock.now) { forget() }
            if node == nil { node = makeNode() }
            if let node { gtk_snapshot_append_node(snapshot, node) }
        }

        /// Whether a timestamp inside of a cue was crossed, in either direction, since the cue was drawn.
        var isStale: Bool { drawings.values.contains { !($0.styled.since..<$0.styled.until).contains(markupTime(of: $0.cue)) } }

        /// Whether the drawing depends on the time.
        var isTimed: Bool { drawings.values.contains { $0.styled.since.isFinite || $0.styled.until.isFinite } }

        /// Whether an animation is in progress.
        var isMoving: Bool { scrolling.isMoving(at: clock.now) }

        private func forget() {
            if let node { gsk_render_node_unref(node) }
            node = nil
        }

        private func markupTime(of cue: CaptionCue) -> Double { time() - cue.startTime + (cue.markupStartTime ?? cue.startTime) }

        // MARK: Places

        private func lay(out new: Scene, _ widget: Widget) {
            let before = (scene: scene, placement: placement)
            scene = new
            var context = CueStyleContext(pictureWidth: new.area.width, pictureHeight: new.area.height)
            drawings = [:]
            // A cue without a drawing is not shown.
            for (index, cue) in CaptionLayouter.readable(new.cues).enumerated() {
                let sheets = sheets(of: cue)
                context.time = markupTime(of: cue)
                let region = cue.layout.region.map { StyledCue.region($0, sheets: sheets, context: context) }
                let styled = StyledCue(cue, sheets: sheets, context: context, region: region)
                drawings[index] = CueDrawing(cue, new.style.applied(to: styled), widget: widget)
            }
            let layouter = CaptionLayouter(area: new.area, covered: new.covered, margin: Self.margin)
            placement = layouter.place(new.cues, kept: kept(from: before)) { index, length in
                drawings[index]?.measure(length: length) ?? .init(extent: 0, step: 0)
            }
            // A cue that keeps its position is measured as well.
            for placed in placement.cues { _ = drawings[placed.index]?.measure(length: length(of: placed)) }
            regionStyles = placement.regions.map { placed in
                let cue = new.cues.first { $0.layout.region == placed.region }
                return StyledCue.region(placed.region, sheets: cue.map { self.sheets(of: $0) } ?? [], context: context)
            }
            frame = (placement.cues.filter { $0.region == nil }.map(\.rect) + placement.regions.map(\.rect)).reduce(nil) {
                $0?.union($1) ?? $1
            }
            scrolling.update(placement, new.cues, at: clock.now)
        }

        private func length(of placed: CaptionLayouter.Placed) -> Double {
            drawings[placed.index]?.isVertical == true ? placed.rect.height : placed.rect.width
        }

        /// Returns the rectangles of cues that keep their positions: those that were shown before, as long as the picture and the style are
        /// the same (WebVTT §7.1, step 13).
        private func kept(from before: (scene: Scene, placement: CaptionLayouter.Placement)) -> [Int: ViewRect] {
            guard before.scene.area == scene.area, before.scene.covered == scene.covered, before.scene.style == scene.style else {
                return [:]
            }
            var kept: [Int: ViewRect] = [:]
            var left = before.placement.cues.filter { $0.region == nil }
            for (index, cue) in scene.cues.enumerated() {
                guard let place = left.firstIndex(where: { before.scene.cues[$0.index].isSame(as: cue) }) else { continue }
                kept[index] = left.remove(at: place).rect
            }
            return kept
        }

        /// The distance of lines from the edges of the picture, as a share of its size.
        private static let margin = 0.02

        private func sheets(of cue: CaptionCue) -> [CaptionStyleSheet] {
            guard style.usesStreamStyles else { return [] }
            return cue.styleSheets.map { text in
                if let known = sheets[text] { return known }
                // The segments of a stream repeat the same few style sheets; the limit bounds the cache for other streams.
                let maximumCount = 16
                if sheets.count >= maximumCount { sheets = [:] }
                let sheet = CaptionStyleSheet(parsing: text)
                sheets[text] = sheet
                return sheet
            }
        }

        // MARK: Drawing

        private func makeNode() -> OpaquePointer? {
            guard let snapshot = gtk_snapshot_new() else { return nil }
            let room = scene.area.height * CueStyleContext.fontShare * 2
            let drawn = frame.map { ViewRect(x: $0.x - room, y: $0.y - room, width: $0.width + 2 * room, height: $0.height + 2 * room) }
            guard let place = drawn?.clipped(to: scene.area) else {
                g_object_unref(UnsafeMutableRawPointer(snapshot))
                return nil
            }
            var all = bounds(place)
            if let cairo = gtk_snapshot_append_cairo(snapshot, &all) {
                for (index, region) in placement.regions.enumerated() { draw(cairo, region, at: index) }
                for placed in placement.cues where placed.region == nil {
                    drawings[placed.index]?.draw(cairo, in: placed.rect, viewer: scene.style)
                }
                cairo_destroy(cairo)
            }
            return gtk_snapshot_free_to_node(snapshot)
        }

        private func draw(_ cairo: OpaquePointer, _ region: CaptionLayouter.PlacedRegion, at index: Int) {
            let rect = region.rect
            cairo_save(cairo)
            cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height)
            cairo_clip(cairo)
            let color = regionStyles[index].background ?? StyledCue.background
            let background = scene.style.background == CaptionStyle().background ? color : CSSColor(rgb: 0, opacity: 0)
            cairo_set_source_rgba(
                cairo, Double(background.rgb >> 16 & 0xFF) / 255, Double(background.rgb >> 8 & 0xFF) / 255,
                Double(background.rgb & 0xFF) / 255, background.opacity)
            cairo_paint(cairo)
            let offset = scrolling.offset(of: region.region.id, at: clock.now)
            for placed in placement.cues where placed.region == index {
                var rect = placed.rect
                rect.y += offset
                drawings[placed.index]?.draw(cairo, in: rect, viewer: scene.style)
            }
            cairo_restore(cairo)
        }
    }

    extension CaptionCue {
        /// Whether the cues differ at most in their times, which change in a DVR window.
        func isSame(as other: CaptionCue) -> Bool { id == other.id && markup == other.markup && layout == other.layout }
    }
#endif
