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

        private static let thickness = 4.0
        /// The height of marks, which extend above and below the timeline.
        private static let height = 8.0
        /// Half of the knob's width, which the scale leaves free at both ends.
        private static let inset = 8.0

        /// The colour of ad breaks.
        private static let ads: UInt32 = 0xF5C211

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
            let width = Double(gtk_widget_get_width(scale)) - 2 * Self.inset
            return width > 0 ? track.position(at: (x - Self.inset) / width) : nil
        }

        private func draw(_ snapshot: OpaquePointer, width: Double, height: Double) {
            guard let track, let ground else { return }
            let color = Self.color(of: ground)
            let room = max(0, width - 2 * Self.inset)
            fill(snapshot, 0...1, room: room, height: height, color: color, opacity: 0.2)
            for range in track.loaded {
                fill(snapshot, range, room: room, height: height, color: color, opacity: 0.35)
            }
            let played = track.share(of: track.position)
            var accent = rgba(track.isAd ? Self.ads : 0x3584E4)
            var place = bounds(
                ViewRect(x: Self.inset, y: (height - Self.thickness) / 2, width: room * played, height: Self.thickness))
            gtk_snapshot_append_color(snapshot, &accent, &place)
            for mark in track.marks where mark.kind == .ad || mark.position > track.start {
                let thickness = mark.kind == .ad ? 4.0 : 2.0
                var shade = mark.kind == .ad ? rgba(Self.ads) : color
                let x = Self.inset + room * track.share(of: mark.position) - thickness / 2
                var place = bounds(ViewRect(x: x, y: 0, width: thickness, height: height))
                gtk_snapshot_append_color(snapshot, &shade, &place)
            }
        }

        private func fill(
            _ snapshot: OpaquePointer, _ range: ClosedRange<Double>, room: Double, height: Double, color: GdkRGBA, opacity: Float
        ) {
            var color = color
            color.alpha *= opacity
            var place = bounds(
                ViewRect(
                    x: Self.inset + range.lowerBound * room, y: (height - Self.thickness) / 2,
                    width: (range.upperBound - range.lowerBound) * room, height: Self.thickness))
            gtk_snapshot_append_color(snapshot, &color, &place)
        }

        /// Returns the theme's text colour, which contrasts with light and dark backgrounds.
        private static func color(of widget: Widget) -> GdkRGBA {
            var color = GdkRGBA()
            gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
            return color
        }
    }
#endif
