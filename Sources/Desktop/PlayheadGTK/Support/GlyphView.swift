#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// A widget that draws an icon in the colour of its text.
    @MainActor
    package final class GlyphView {
        /// The widget.
        package private(set) var widget: Widget?
        /// The icon.
        package var glyph: Glyph { didSet { if glyph != oldValue, let widget { gtk_widget_queue_draw(widget) } } }

        /// Creates a widget of `size` units in both dimensions.
        package init(_ glyph: Glyph, size: Double) {
            self.glyph = glyph
            // The widget owns its drawing.
            widget = Canvas.make { [self] snapshot, width, height in draw(snapshot, width: width, height: height) }
            guard let widget else { return }
            gtk_widget_set_can_target(widget, 0)
            gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
            gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
            setSize(size)
        }

        /// Sets the width and the height.
        package func setSize(_ size: Double) { if let widget { Widgets.setSize(widget, width: size, height: size) } }

        private func draw(_ snapshot: OpaquePointer, width: Double, height: Double) {
            guard let widget, width > 0, height > 0 else { return }
            var place = bounds(ViewRect(x: 0, y: 0, width: width, height: height))
            guard let cairo = gtk_snapshot_append_cairo(snapshot, &place) else { return }
            defer { cairo_destroy(cairo) }
            let scale = min(width, height) / Glyph.grid
            cairo_translate(cairo, (width - Glyph.grid * scale) / 2, (height - Glyph.grid * scale) / 2)
            cairo_scale(cairo, scale, scale)
            if glyph.followsText, gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL {
                cairo_translate(cairo, Glyph.grid, 0)
                cairo_scale(cairo, -1, 1)
            }
            var color = GdkRGBA()
            gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
            gdk_cairo_set_source_rgba(cairo, &color)
            cairo_set_line_width(cairo, 2)
            cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
            cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
            // A group draws overlapping strokes and areas with one opacity.
            cairo_push_group(cairo)
            for shape in glyph.shapes { draw(shape, cairo) }
            cairo_pop_group_to_source(cairo)
            cairo_paint(cairo)
        }

        private func draw(_ shape: Glyph.Shape, _ cairo: OpaquePointer) {
            cairo_new_path(cairo)
            for step in shape.steps {
                switch step {
                case .move(let x, let y): cairo_move_to(cairo, x, y)
                case .line(let x, let y): cairo_line_to(cairo, x, y)
                case .arc(let x, let y, let radius, let from, let to):
                    cairo_arc(cairo, x, y, radius, from * .pi / 180, to * .pi / 180)
                case .close: cairo_close_path(cairo)
                }
            }
            if shape.isFilled { cairo_fill_preserve(cairo) }
            cairo_stroke(cairo)
        }
    }

    /// A button with an icon, and optionally a short text beside it.
    @MainActor
    package final class GlyphButton {
        /// The button.
        package private(set) var widget: Widget?
        private let icon: GlyphView?
        private var label: Widget?

        /// Creates a button. The name is its accessible name and its tooltip; without an icon the button has a text only.
        package init(_ glyph: Glyph?, _ name: String, size: Double = ControlSize.regular.icon, perform action: @escaping Signals.Action) {
            icon = glyph.map { GlyphView($0, size: size) }
            widget = gtk_button_new()
            label = Widgets.text("", "playhead-choice")
            guard let widget, let label,
                let row = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 4, [icon?.widget, label].compactMap(\.self))
            else { return }
            gtk_widget_set_visible(label, 0)
            gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
            gtk_button_set_child(Widgets.cast(widget, to: GtkButton.self), row)
            gtk_widget_add_css_class(widget, "flat")
            gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
            setName(name)
            Signals.on(UnsafeMutableRawPointer(widget), "clicked", perform: action)
        }

        /// Sets the accessible name.
        package func setName(_ name: String) { if let widget { Widgets.label(widget, name) } }

        /// Sets the icon.
        package func setGlyph(_ glyph: Glyph) { icon?.glyph = glyph }

        /// Sets the size of the icon.
        package func setSize(_ size: Double) { icon?.setSize(size) }

        /// Sets the text beside the icon; an empty one is hidden.
        package func setText(_ text: String) {
            guard let label else { return }
            Widgets.setText(label, text)
            Widgets.setVisible(label, !text.isEmpty)
        }

        /// Shows or hides the button.
        package func setVisible(_ isVisible: Bool) { if let widget { Widgets.setVisible(widget, isVisible) } }
    }
#endif
