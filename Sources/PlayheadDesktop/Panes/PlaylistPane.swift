#if canImport(CGtk)
    import CGtk
    import PlayheadGTK
    import PlayheadView

    /// The list of items beside the picture: select, move, remove.
    @MainActor
    final class PlaylistPane {
        /// A line of the pane.
        struct Line: Equatable {
            var title: String
            var length: String
        }

        enum Command: Sendable {
            case select(Int)
            case remove(Int)
            case move(from: Int, to: Int)
            case close
        }

        /// The maximum number of lines: GTK creates widgets for each of them.
        static let maximumLines = 500

        private(set) var widget: Widget?
        private var list, count, scroller: Widget?
        private var rows: [Widget] = []
        private var lines: [Line] = []
        private var current: Int?
        private let perform: @MainActor @Sendable (Command) -> Void

        init(perform: @escaping @MainActor @Sendable (Command) -> Void) {
            self.perform = perform
            list = gtk_list_box_new()
            count = Widgets.text("", "dim")
            scroller = gtk_scrolled_window_new()
            guard let list, let count, let scroller, let title = Widgets.text("Playlist", "title"), let space = Widgets.space(),
                let close = GlyphButton(.close, "Close playlist", size: 16, perform: { perform(.close) }).widget,
                let head = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, [title, count, space, close]),
                let pane = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 8, [head, scroller])
            else { return }
            gtk_list_box_set_selection_mode(Widgets.opaque(list), GTK_SELECTION_NONE)
            Signals.onArgument(UnsafeMutableRawPointer(list), "row-activated") { row in
                guard let row = UnsafeMutableRawPointer(bitPattern: row) else { return }
                perform(.select(Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self)))))
            }
            gtk_scrolled_window_set_child(Widgets.opaque(scroller), list)
            gtk_scrolled_window_set_policy(Widgets.opaque(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            gtk_widget_set_vexpand(scroller, 1)
            gtk_widget_set_size_request(pane, 320, -1)
            gtk_widget_set_halign(pane, GTK_ALIGN_END)
            gtk_widget_add_css_class(pane, "playhead-pane")
            gtk_widget_set_visible(pane, 0)
            widget = pane
            listenToKeys(list)
        }

        var isShown: Bool { widget.map { gtk_widget_get_visible($0) != 0 } ?? false }

        func setShown(_ isShown: Bool) {
            guard let widget else { return }
            Widgets.setVisible(widget, isShown)
            if isShown { focus(current ?? 0) }
        }

        /// Leaves a strip of a height free below the pane.
        func leaveFree(bottom height: Int32) {
            guard let widget, gtk_widget_get_margin_bottom(widget) != height else { return }
            gtk_widget_set_margin_bottom(widget, height)
        }

        /// Shows the lines, and marks the current item.
        func show(_ new: [Line], current index: Int?) {
            guard let list, let count else { return }
            Widgets.setText(count, new.count > Self.maximumLines ? "\(Self.maximumLines) of \(new.count)" : "\(new.count)")
            let shown = Array(new.prefix(Self.maximumLines))
            if shown != lines {
                let focused = rows.firstIndex { gtk_widget_get_focus_child(list) == $0 }
                for row in rows { gtk_list_box_remove(Widgets.opaque(list), row) }
                lines = shown
                rows = shown.enumerated().compactMap { row($1, index: $0) }
                for row in rows { gtk_list_box_append(Widgets.opaque(list), row) }
                if let focused, isShown { focus(min(focused, rows.count - 1)) }
            }
            current = index
            for (row, widget) in rows.enumerated() { Widgets.setClass(widget, "current", row == index) }
        }

        /// The rows with their buttons, for tools: `row0`, `remove0` and so on.
        var controls: [String: Widget] {
            var all: [String: Widget] = [:]
            for (index, row) in rows.prefix(20).enumerated() { all["row\(index)"] = row }
            if let widget { all["playlistPane"] = widget }
            return all
        }

        private func focus(_ index: Int) { if rows.indices.contains(index) { gtk_widget_grab_focus(rows[index]) } }

        private func row(_ line: Line, index: Int) -> Widget? {
            let remove = GlyphButton(.close, "Remove \(line.title)", size: 12) { [perform] in perform(.remove(index)) }
            guard let row = gtk_list_box_row_new(), let title = Widgets.text(line.title), let length = Widgets.text(line.length, "dim"),
                let button = remove.widget,
                let content = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, [title, length, button])
            else { return nil }
            gtk_widget_set_hexpand(title, 1)
            gtk_label_set_xalign(Widgets.opaque(title), 0)
            gtk_label_set_ellipsize(Widgets.opaque(title), PANGO_ELLIPSIZE_END)
            gtk_list_box_row_set_child(UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkListBoxRow.self), content)
            Widgets.setAccessible(
                row, GTK_ACCESSIBLE_PROPERTY_LABEL, to: line.length.isEmpty ? line.title : "\(line.title), \(line.length)")
            if let source = gtk_drag_source_new() {
                gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
                Signals.onDrag(UnsafeMutableRawPointer(source)) { "playhead-row:\(index)" }
                gtk_widget_add_controller(row, source)
            }
            if let target = gtk_drop_target_new(GType(16 << 2), GDK_ACTION_MOVE) {  // G_TYPE_STRING, a macro
                Signals.onDrop(UnsafeMutableRawPointer(target)) { [perform] value, _, _ in
                    guard let text = g_value_get_string(value).map({ String(cString: $0) }), text.hasPrefix("playhead-row:"),
                        let from = Int(text.dropFirst("playhead-row:".count))
                    else { return false }
                    perform(.move(from: from, to: index))
                    return true
                }
                gtk_widget_add_controller(row, target)
            }
            return row
        }

        /// Delete removes the focused row; Ctrl with an arrow moves it.
        private func listenToKeys(_ list: Widget) {
            guard let keys = gtk_event_controller_key_new() else { return }
            gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
            Signals.onShortcut(UnsafeMutableRawPointer(keys)) { [weak self] name, hasControl in
                guard let self, let index = rows.firstIndex(where: { gtk_widget_get_focus_child(list) == $0 }) else { return false }
                switch (name, hasControl) {
                case ("Delete", false): perform(.remove(index))
                case ("Up", true): perform(.move(from: index, to: index - 1))
                case ("Down", true): perform(.move(from: index, to: index + 1))
                case ("Escape", false): perform(.close)
                default: return false
                }
                if hasControl { focus(max(0, name == "Up" ? index - 1 : index + 1)) }
                return true
            }
            gtk_widget_add_controller(list, keys)
        }
    }
#endif
