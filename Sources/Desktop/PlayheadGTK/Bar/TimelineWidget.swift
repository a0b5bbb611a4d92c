#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// The timeline: the loaded ranges, the playhead, and a knob for pointer and arrow keys.
    @MainActor
    final class TimelineWidget {
        private(set) var widget: Widget?
        private var scale: Widget?
        private var ground: Widget?
        private var adjustment: UnsafeMutablePointer<GtkAdjustment>?
        private var track: ControlBarModel.Track?
        /// The pointer's distance from the left; `nil` if it is not over the timeline.
        private var pointer: Double?
        /// The last reported position under the pointer.
        private var hovered: Double?
        /// Called with the position to which the viewer moves the knob.
        var onScrub: ((Double) -> Void)?
        /// Called with the position under the pointer and the pointer's distance from the left; `nil` when it has left.
        var onHover: (((position: Double, x: Double)?) -> Void)?

        init() {
            ground = Canvas.make { [weak self] snapshot, width, height in self?.draw(snapshot, width: width, height: height) }
            adjustment = gtk_adjustment_new(0, 0, 1, 5, 30, 0)
            scale = gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, adjustment)
            guard let ground, let scale, let overlay = gtk_overlay_new() else { return }
            gtk_scale_set_draw_value(Widgets.cast(scale, to: GtkScale.self), 0)
            gtk_widget_add_css_class(scale, "playhead-timeline")
            gtk_widget_set_hexpand(scale, 1)
            Widgets.label(scale, "Timeline")
            gtk_widget_set_tooltip_text(scale, nil)
            gtk_widget_set_valign(ground, GTK_ALIGN_CENTER)
            gtk_widget_set_size_request(ground, -1, Int32(saturating: Self.height, rounding: .towardZero))
            gtk_widget_set_can_target(ground, 0)
            gtk_overlay_set_child(Widgets.opaque(overlay), scale)
            gtk_overlay_add_overlay(Widgets.opaque(overlay), ground)
            widget = overlay
            Signals.onChangeValue(UnsafeMutableRawPointer(scale)) { [weak self] value in self?.moved(to: value) }
            guard let motion = gtk_event_controller_motion_new() else { return }
            for signal in ["enter", "motion"] {
                Signals.onPoint(UnsafeMutableRawPointer(motion), signal) { [weak self] x, _ in self?.hover(x) }
            }
            Signals.on(UnsafeMutableRawPointer(motion), "leave") { [weak self] in self?.leave() }
            gtk_widget_add_controller(scale, motion)
        }

        private var thickness = ControlSize.regular.track
        /// The height of the canvas, which has room for the knob.
        private static let height = 18.0
        /// The width of the gap at the start of a chapter, in units of the view.
        private static let gap = 3.0
        /// Half of the knob's width, which the scale leaves free at both ends; the canvas draws the knob over the track.
        private var inset = ControlSize.regular.knob / 2

        /// The colour of ad breaks.
        private static let ads: UInt32 = 0xF5C211

        /// Adapts the thickness to the size of the controls.
        func setSize(_ size: ControlSize) {
            thickness = size.track
            inset = size.knob / 2
            if let widget {
                gtk_widget_set_margin_start(widget, gint(saturating: size.timelineMargins.start))
                gtk_widget_set_margin_end(widget, gint(saturating: size.timelineMargins.end))
            }
            if let ground { gtk_widget_queue_draw(ground) }
        }

        /// Shows a track.
        func show(_ new: ControlBarModel.Track) {
            guard let adjustment, let scale else { return }
            let isSame = new == track
            track = new
            if isSame { return }
            gtk_adjustment_configure(adjustment, new.position, new.start, max(new.end, new.start + 0.001), 5, 30, 0)
            Widgets.setAccessible(scale, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, to: new.text)
            Widgets.setSensitive(scale, !new.isAd)
            if let ground { gtk_widget_queue_draw(ground) }
            followHover()
        }

        private func moved(to value: Double) {
            guard let track else { return }
            onScrub?(min(max(value, track.start), track.end))
        }

        private func hover(_ x: Double) {
            pointer = x
            hovered = position(at: x)
            if let ground { gtk_widget_queue_draw(ground) }
            if let hovered { onHover?((hovered, x)) }
        }

        /// Handles a pointer that rests where the timeline appears or disappears, because GTK does not always report "enter" and "leave"
        /// then.
        /// - Parameters:
        ///   - x: The distance from the left of `view`, in its units; negative if the pointer is outside.
        ///   - y: The distance from the top of `view`.
        ///   - view: The view that contains the timeline.
        func followPointer(x: Double, y: Double, in view: Widget) {
            guard let scale else { return }
            var (inside, above) = (0.0, 0.0)
            let isMapped = x >= 0 && gtk_widget_get_mapped(scale) != 0
            guard isMapped, gtk_widget_translate_coordinates(view, scale, x, y, &inside, &above) != 0,
                gtk_widget_contains(scale, inside, above) != 0, let picked = gtk_widget_pick(view, x, y, GTK_PICK_DEFAULT),
                picked == scale || gtk_widget_is_ancestor(picked, scale) != 0
            else {
                if pointer != nil { leave() }
                return
            }
            if pointer == nil { hover(inside) }
        }

        private func leave() {
            pointer = nil
            hovered = nil
            if let ground { gtk_widget_queue_draw(ground) }
            onHover?(nil)
        }

        /// Reports the position under a resting pointer if the timeline has changed under it.
        private func followHover() {
            guard let pointer, let now = position(at: pointer) else { return }
            let tolerance = 0.5
            if hovered.map({ abs($0 - now) > tolerance }) ?? true { hover(pointer) }
        }

        private func position(at x: Double) -> Double? {
            guard let track, let scale else { return nil }
            let width = Double(gtk_widget_get_width(scale)) - 2 * inset
            return width > 0 ? track.position(at: (x - inset) / width) : nil
        }

        private func draw(_ snapshot: OpaquePointer, width: Double, height: Double) {
            guard let track else { return }
            let canvas = TrackCanvas(
                snapshot: snapshot, inset: inset, room: max(0, width - 2 * inset), middle: height / 2,
                thickness: pointer == nil || track.isAd ? thickness : thickness + 2)
            let played = track.share(of: track.position)
            let parts = track.parts
            for (index, part) in parts.enumerated() {
                let gap = index + 1 < parts.count ? Self.gap : 0
                canvas.fill(part, shortened: gap, rgba(0xFFFFFF, 0.12))
                for loaded in track.loaded { canvas.fill(loaded.clamped(to: part), shortened: gap, within: part, rgba(0xFFFFFF, 0.15)) }
                let done = part.lowerBound...max(part.lowerBound, min(part.upperBound, played))
                canvas.fill(done, shortened: gap, within: part, rgba(track.isAd ? Self.ads : Self.accent))
            }
            for mark in track.marks where mark.kind == .ad { canvas.mark(track.share(of: mark.position), rgba(Self.ads)) }
            if let loop = track.loop {
                for share in [loop.lowerBound, loop.upperBound] { canvas.bracket(share, rgba(Self.loop)) }
            }
            if !track.isAd { canvas.knob(played) }
        }

        /// The colour of the played part: a light form of the accent, with a contrast of 3 : 1 to the loaded part over any picture.
        private static let accent: UInt32 = 0xFFC27A
        private static let loop: UInt32 = 0x57E389
    }

    /// Draws the parts of a timeline.
    @MainActor
    private struct TrackCanvas {
        let snapshot: OpaquePointer
        /// The distance of the track from the left, its width and the height of its middle, in units of the widget.
        let inset, room, middle: Double
        let thickness: Double

        /// Fills a range of shares, with round corners. A range that ends with its part is shorter by the gap behind the part.
        func fill(_ range: ClosedRange<Double>, shortened gap: Double, within part: ClosedRange<Double>? = nil, _ color: GdkRGBA) {
            let end = inset + range.upperBound * room - (range.upperBound >= (part ?? range).upperBound ? gap : 0)
            let start = inset + range.lowerBound * room
            guard end > start else { return }
            var place = bounds(ViewRect(x: start, y: middle - thickness / 2, width: end - start, height: thickness))
            var color = color
            var rounded = GskRoundedRect()
            gsk_rounded_rect_init_from_rect(&rounded, &place, Float(min(thickness, end - start) / 2))
            gtk_snapshot_push_rounded_clip(snapshot, &rounded)
            gtk_snapshot_append_color(snapshot, &color, &place)
            gtk_snapshot_pop(snapshot)
        }

        /// Marks an ad break: a coloured piece between two gaps.
        func mark(_ share: Double, _ color: GdkRGBA) {
            let (width, gap) = (5.0, 2.0)
            // On whole units, so that the small piece has sharp edges.
            let x = (inset + room * share - width / 2).rounded()
            let y = (middle - thickness / 2).rounded()
            var color = color
            var place = bounds(ViewRect(x: x, y: y, width: width, height: thickness))
            var shade = rgba(0, 0.75)
            var ground = bounds(ViewRect(x: x - gap, y: y, width: width + 2 * gap, height: thickness))
            gtk_snapshot_append_color(snapshot, &shade, &ground)
            gtk_snapshot_append_color(snapshot, &color, &place)
        }

        /// Draws the knob at a share.
        func knob(_ share: Double) {
            var color = rgba(0xFFFFFF)
            var place = bounds(ViewRect(x: room * share, y: middle - inset, width: 2 * inset, height: 2 * inset))
            var rounded = GskRoundedRect()
            gsk_rounded_rect_init_from_rect(&rounded, &place, Float(inset))
            gtk_snapshot_push_rounded_clip(snapshot, &rounded)
            gtk_snapshot_append_color(snapshot, &color, &place)
            gtk_snapshot_pop(snapshot)
        }

        /// Marks an end of the loop: a line that is higher than the track.
        func bracket(_ share: Double, _ color: GdkRGBA) {
            var color = color
            var place = bounds(ViewRect(x: inset + room * share - 1.5, y: middle - 6, width: 3, height: 12))
            gtk_snapshot_append_color(snapshot, &color, &place)
        }
    }
#endif
