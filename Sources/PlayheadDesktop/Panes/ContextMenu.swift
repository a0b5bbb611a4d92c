#if canImport(CGtk)
    import CGtk
    import PlayheadGTK

    /// The menu at the pointer.
    @MainActor
    final class ContextMenu {
        /// A line of the menu.
        struct Line {
            var title: String
            var perform: @MainActor @Sendable () -> Void
        }

        private(set) var widget: Widget?
        private var list: Widget?
        private var lines: [Line] = []

        /// Creates the menu of a widget.
        init(parent: Widget) {
            widget = gtk_popover_new()
            list = gtk_list_box_new()
            guard let widget, let list else { return }
            gtk_list_box_set_selection_mode(Widgets.opaque(list), GTK_SELECTION_NONE)
            let popover = Widgets.cast(widget, to: GtkPopover.self)
            gtk_popover_set_child(popover, list)
            gtk_popover_set_has_arrow(popover, 0)
            gtk_widget_set_parent(widget, parent)
            gtk_widget_add_css_class(widget, "playhead-menu")
            Signals.onArgument(UnsafeMutableRawPointer(list), "row-activated") { [weak self] row in
                guard let self, let row = UnsafeMutableRawPointer(bitPattern: row) else { return }
                let index = Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self)))
                gtk_popover_popdown(popover)
                if lines.indices.contains(index) { lines[index].perform() }
            }
            Signals.on(UnsafeMutableRawPointer(parent), "destroy") { [weak self] in
                if let widget = self?.widget { gtk_widget_unparent(widget) }
                self?.widget = nil
            }
        }

        /// Opens the menu with lines at a point of its parent.
        func open(_ new: [Line], x: Double, y: Double) {
            guard let widget, let list else { return }
            while let row = gtk_widget_get_first_child(list) { gtk_list_box_remove(Widgets.opaque(list), row) }
            lines = new
            for line in new {
                guard let row = gtk_list_box_row_new(), let label = Widgets.text(line.title) else { continue }
                gtk_label_set_xalign(Widgets.opaque(label), 0)
                gtk_list_box_row_set_child(UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkListBoxRow.self), label)
                Widgets.setAccessible(row, GTK_ACCESSIBLE_PROPERTY_LABEL, to: line.title)
                gtk_list_box_append(Widgets.opaque(list), row)
            }
            var place = GdkRectangle(
                x: Int32(saturating: x, rounding: .towardZero), y: Int32(saturating: y, rounding: .towardZero), width: 1, height: 1)
            gtk_popover_set_pointing_to(Widgets.cast(widget, to: GtkPopover.self), &place)
            gtk_popover_popup(Widgets.cast(widget, to: GtkPopover.self))
        }
    }
#endif
