#if canImport(CGtk)
    import CGtk
    import PlayheadGTK
    import PlayheadView

    /// The menu at the pointer.
    @MainActor
    final class ContextMenu {
        private(set) var widget: Widget?
        private var list: Widget?
        private var lines: [WindowMenu.Line] = []

        /// Creates the menu of a widget. `perform` is called with the command of a chosen line.
        init(parent: Widget, perform: @escaping @MainActor @Sendable (WindowMenu.Command) -> Void) {
            widget = gtk_popover_new()
            list = gtk_list_box_new()
            guard let widget, let list, let scroller = gtk_scrolled_window_new() else { return }
            playhead_set_accessible_role(list, GTK_ACCESSIBLE_ROLE_MENU)
            gtk_list_box_set_selection_mode(Widgets.opaque(list), GTK_SELECTION_NONE)
            gtk_list_box_set_header_func(Widgets.opaque(list), Self.separate, nil, nil)
            let popover = Widgets.cast(widget, to: GtkPopover.self)
            gtk_scrolled_window_set_child(Widgets.opaque(scroller), list)
            gtk_scrolled_window_set_policy(Widgets.opaque(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            gtk_scrolled_window_set_propagate_natural_height(Widgets.opaque(scroller), 1)
            gtk_scrolled_window_set_propagate_natural_width(Widgets.opaque(scroller), 1)
            gtk_popover_set_child(popover, scroller)
            gtk_popover_set_has_arrow(popover, 0)
            gtk_widget_set_parent(widget, parent)
            gtk_widget_add_css_class(widget, "playhead-menu")
            Signals.onArgument(UnsafeMutableRawPointer(list), "row-activated") { [weak self] row in
                guard let self, let row = UnsafeMutableRawPointer(bitPattern: row) else { return }
                let index = Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self)))
                gtk_popover_popdown(popover)
                if lines.indices.contains(index) { perform(lines[index].command) }
            }
            Signals.on(UnsafeMutableRawPointer(parent), "destroy") { [weak self] in
                if let widget = self?.widget { gtk_widget_unparent(widget) }
                self?.widget = nil
            }
        }

        /// Puts a separator above the first row of a group.
        private nonisolated static let separate: GtkListBoxUpdateHeaderFunc = { row, _, _ in
            guard let row else { return }
            let widget = UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self)
            guard gtk_widget_has_css_class(widget, "group") != 0, gtk_list_box_row_get_header(row) == nil else { return }
            gtk_list_box_row_set_header(row, gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
        }

        /// Opens the menu with groups of lines at a point of its parent.
        func open(_ groups: [[WindowMenu.Line]], x: Double, y: Double) {
            guard let widget, let list else { return }
            while let row = Widgets.children(of: list).first(where: { Widgets.isKind($0, gtk_list_box_row_get_type()) }) {
                gtk_list_box_remove(Widgets.opaque(list), row)
            }
            lines = groups.flatMap(\.self)
            for (index, group) in groups.enumerated() {
                for (place, line) in group.enumerated() {
                    guard let row = row(line) else { continue }
                    if index > 0, place == 0 { gtk_widget_add_css_class(row, "group") }
                    gtk_list_box_append(Widgets.opaque(list), row)
                }
            }
            var place = GdkRectangle(
                x: Int32(saturating: x, rounding: .towardZero), y: Int32(saturating: y, rounding: .towardZero), width: 1, height: 1)
            gtk_popover_set_pointing_to(Widgets.cast(widget, to: GtkPopover.self), &place)
            gtk_popover_popup(Widgets.cast(widget, to: GtkPopover.self))
        }

        private func row(_ line: WindowMenu.Line) -> Widget? {
            let mark = GlyphView(.check, size: 16)
            guard let row = gtk_list_box_row_new(), let mark = mark.widget, let title = Widgets.text(line.title),
                let space = Widgets.space(), let keys = Widgets.text(line.keys, "dim"),
                let content = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 10, [mark, title, space, keys])
            else { return nil }
            playhead_set_accessible_role(
                row, line.isChecked == nil ? GTK_ACCESSIBLE_ROLE_MENU_ITEM : GTK_ACCESSIBLE_ROLE_MENU_ITEM_CHECKBOX)
            gtk_widget_set_opacity(mark, line.isChecked == true ? 1 : 0)
            gtk_widget_set_margin_start(space, 18)
            gtk_list_box_row_set_child(UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkListBoxRow.self), content)
            Widgets.setAccessible(row, GTK_ACCESSIBLE_PROPERTY_LABEL, to: line.title)
            if !line.keys.isEmpty { Widgets.setAccessible(row, GTK_ACCESSIBLE_PROPERTY_KEY_SHORTCUTS, to: line.keys) }
            if let isChecked = line.isChecked { Widgets.setChecked(row, isChecked) }
            return row
        }
    }
#endif
