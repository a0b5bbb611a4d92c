#if canImport(CGtk)
    import CGtk
    import PlayheadGTK
    import PlayheadView

    /// The application's icon, drawn as in `Packaging/icons/org.playhead.Playhead.svg`, so that it does not depend on an installed icon theme
    /// and is sharp at every size.
    @MainActor
    enum AppIcon {
        /// The side of the drawing's grid.
        private static let grid = 128.0

        /// Creates a widget of `size` units in both dimensions.
        static func widget(size: Double) -> Widget? {
            let canvas = Canvas.make { snapshot, width, height in draw(snapshot, size: min(width, height)) }
            guard let canvas else { return nil }
            Widgets.setSize(canvas, width: size, height: size)
            gtk_widget_set_halign(canvas, GTK_ALIGN_CENTER)
            return canvas
        }

        /// Creates a paintable of `size` units, which the caller owns.
        static func paintable(size: Double) -> OpaquePointer? {
            guard let snapshot = gtk_snapshot_new() else { return nil }
            draw(snapshot, size: size)
            var area = graphene_size_t(width: Float(size), height: Float(size))
            return gtk_snapshot_free_to_paintable(snapshot, &area)
        }

        private static func draw(_ snapshot: OpaquePointer, size: Double) {
            var place = bounds(ViewRect(x: 0, y: 0, width: size, height: size))
            guard size > 0, let cairo = gtk_snapshot_append_cairo(snapshot, &place) else { return }
            defer { cairo_destroy(cairo) }
            cairo_scale(cairo, size / grid, size / grid)
            plate(cairo, y: 16, height: 104)
            set(cairo, 0x10142E)
            cairo_fill(cairo)
            plate(cairo, y: 10, height: 106)
            fill(cairo, from: (0, 10, 0x3A4A8C), to: (0, 116, 0x1B2147))
            drawTriangle(cairo)
            drawLine(cairo)
        }

        private static func drawTriangle(_ cairo: OpaquePointer) {
            cairo_move_to(cairo, 50, 33)
            cairo_line_to(cairo, 85, 53)
            cairo_line_to(cairo, 50, 73)
            cairo_close_path(cairo)
            cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
            cairo_set_line_width(cairo, 9)
            set(cairo, 0xEAEEFB)
            cairo_fill_preserve(cairo)
            cairo_stroke(cairo)
        }

        private static func drawLine(_ cairo: OpaquePointer) {
            cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
            cairo_set_line_width(cairo, 7)
            for (end, color, opacity) in [(100.0, UInt32(0x8D99D6), 0.55), (68, 0xFF9F43, 1)] {
                cairo_move_to(cairo, 28, 96)
                cairo_line_to(cairo, end, 96)
                set(cairo, color, opacity)
                cairo_stroke(cairo)
            }
            for (radius, color) in [(10.0, UInt32(0xFFFFFF)), (5, 0xFF9F43)] {
                cairo_arc(cairo, 68, 96, radius, 0, 2 * .pi)
                set(cairo, color)
                cairo_fill(cairo)
            }
        }

        /// Adds a rectangle with round corners to the path.
        private static func plate(_ cairo: OpaquePointer, y: Double, height: Double) {
            let (left, right, radius) = (10.0, 118.0, 22.0)
            cairo_new_path(cairo)
            cairo_arc(cairo, right - radius, y + radius, radius, -.pi / 2, 0)
            cairo_arc(cairo, right - radius, y + height - radius, radius, 0, .pi / 2)
            cairo_arc(cairo, left + radius, y + height - radius, radius, .pi / 2, .pi)
            cairo_arc(cairo, left + radius, y + radius, radius, .pi, 3 * .pi / 2)
            cairo_close_path(cairo)
        }

        private static func fill(_ cairo: OpaquePointer, from: (x: Double, y: Double, UInt32), to: (x: Double, y: Double, UInt32)) {
            let pattern = cairo_pattern_create_linear(from.x, from.y, to.x, to.y)
            defer { cairo_pattern_destroy(pattern) }
            for (offset, color) in [(0.0, from.2), (1, to.2)] {
                let parts = parts(of: color)
                cairo_pattern_add_color_stop_rgb(pattern, offset, parts.0, parts.1, parts.2)
            }
            cairo_set_source(cairo, pattern)
            cairo_fill(cairo)
        }

        private static func set(_ cairo: OpaquePointer, _ color: UInt32, _ opacity: Double = 1) {
            let parts = parts(of: color)
            cairo_set_source_rgba(cairo, parts.0, parts.1, parts.2, opacity)
        }

        private static func parts(of color: UInt32) -> (Double, Double, Double) {
            (Double(color >> 16 & 0xFF) / 255, Double(color >> 8 & 0xFF) / 255, Double(color & 0xFF) / 255)
        }
    }
#endif
