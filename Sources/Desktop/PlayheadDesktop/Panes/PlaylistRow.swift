#if canImport(CGtk)
    import CGtk
    import Foundation
    import PlayheadGTK
    import PlayheadView

    /// A row of the playlist, which shows one line after the other: the list has as many rows as are visible.
    @MainActor
    final class PlaylistRow {
        /// The content of the list's own row.
        private(set) var content: Widget?
        /// The index of the shown line.
        private(set) var index = 0
        private var title, length: Widget?
        private var button: GlyphButton?

        /// The list's own row, while the row is in the list.
        var widget: Widget? { content.flatMap { gtk_widget_get_parent($0) } }

        init(perform: @escaping @MainActor @Sendable (PlaylistPane.Command) -> Void) {
            title = Widgets.text()
            length = Widgets.text("", "dim")
            button = GlyphButton(.close, "Remove", size: 12) { [weak self] in
                if let self { perform(.remove(index)) }
            }
            guard let title, let length, let remove = button?.widget,
                let content = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, [title, length, remove])
            else { return }
            gtk_widget_set_hexpand(title, 1)
            gtk_label_set_xalign(Widgets.opaque(title), 0)
            gtk_label_set_ellipsize(Widgets.opaque(title), PANGO_ELLIPSIZE_END)
            gtk_widget_add_css_class(content, "playhead-row")
            self.content = content
            if let source = gtk_drag_source_new() {
                gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
                Signals.onDrag(UnsafeMutableRawPointer(source)) { [weak self] x, y in
                    guard let self else { return nil }
                    showPicture(of: content, at: source, x, y)
                    return DraggedRow(index: index, process: getpid()).text
                }
                Signals.onArgument(UnsafeMutableRawPointer(source), "drag-begin") { drag in
                    // Rows have no background, and without a compositor the icon would be black.
                    guard let icon = gtk_drag_icon_get_for_drag(OpaquePointer(bitPattern: drag)) else { return }
                    gtk_widget_add_css_class(icon, "playhead-dragged")
                }
                gtk_widget_add_controller(content, source)
            }
            if let target = gtk_drop_target_new(GType(16 << 2), GDK_ACTION_MOVE) {  // G_TYPE_STRING, a macro
                Signals.onDrop(UnsafeMutableRawPointer(target)) { [weak self] value, _, _ in
                    guard let self, let text = g_value_get_string(value).map({ String(cString: $0) }),
                        let row = DraggedRow(text, process: getpid())
                    else { return false }
                    perform(.move(from: row.index, to: index))
                    return true
                }
                gtk_widget_add_controller(content, target)
            }
        }

        /// Shows the row as it looks now while it is dragged from a point.
        private func showPicture(of content: Widget, at source: OpaquePointer, _ x: Double, _ y: Double) {
            guard let live = gtk_widget_paintable_new(content) else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(live)) }
            guard let picture = gdk_paintable_get_current_image(live) else { return }
            // The picture begins with the padding, before the origin of the point.
            var box = graphene_rect_t()
            _ = gtk_widget_compute_bounds(content, content, &box)
            let hotspot = (x: x - Double(box.origin.x), y: y - Double(box.origin.y))
            gtk_drag_source_set_icon(source, picture, Int32(saturating: hotspot.x), Int32(saturating: hotspot.y))
            g_object_unref(UnsafeMutableRawPointer(picture))
        }

        /// Shows a line. The only one of a list can't be removed.
        func show(_ line: PlaylistPane.Line, at index: Int, isCurrent: Bool, isOnly: Bool) {
            self.index = index
            guard let title, let length, let widget else { return }
            Widgets.setText(title, line.title)
            Widgets.setText(length, line.length)
            button?.setName("Remove \(line.title)")
            if let remove = button?.widget { gtk_widget_set_sensitive(remove, isOnly ? 0 : 1) }
            Widgets.setClass(widget, "current", isCurrent)
            Widgets.setSelected(widget, isCurrent)
            Widgets.setAccessible(
                widget, GTK_ACCESSIBLE_PROPERTY_LABEL, to: line.length.isEmpty ? line.title : "\(line.title), \(line.length)")
        }
    }
#endif
