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
            case toggle
            case close
        }

        private(set) var widget: Widget?
        private var list, count: Widget?
        /// The lines in GTK's form, of which only the number matters.
        private var model: OpaquePointer?
        /// The rows in the list, by GTK's items.
        private var rows: [UnsafeMutableRawPointer: PlaylistRow] = [:]
        private var lines: [Line] = []
        private var current: Int?
        private let perform: @MainActor @Sendable (Command) -> Void

        init(perform: @escaping @MainActor @Sendable (Command) -> Void) {
            self.perform = perform
            model = gtk_string_list_new(nil)
            guard let model, let selection = gtk_no_selection_new(model), let factory = gtk_signal_list_item_factory_new(),
                let list = gtk_list_view_new(selection, factory), let count = Widgets.text("", "dim"),
                let scroller = gtk_scrolled_window_new(),
                let title = Widgets.text("Playlist", "title"), let space = Widgets.space(),
                let close = GlyphButton(.close, "Close playlist", size: 16, perform: { perform(.close) }).widget,
                let head = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, [title, count, space, close]),
                let pane = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 8, [head, scroller])
            else { return }
            (self.list, self.count) = (list, count)
            g_object_ref(UnsafeMutableRawPointer(model))
            listenToItems(factory)
            gtk_list_view_set_single_click_activate(Widgets.opaque(list), 1)
            Signals.onArgument(UnsafeMutableRawPointer(list), "activate") { index in
                // The index is a 32-bit number, passed in a wider register.
                perform(.select(Int(UInt32(truncatingIfNeeded: index))))
            }
            gtk_scrolled_window_set_child(Widgets.opaque(scroller), list)
            gtk_scrolled_window_set_policy(Widgets.opaque(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            gtk_widget_set_vexpand(scroller, 1)
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

        /// Shows the lines, and marks the current item.
        func show(_ new: [Line], current index: Int?) {
            guard let count, let model else { return }
            let focused = focusedIndex
            Widgets.setText(count, "\(new.count)")
            (lines, current) = (new, index)
            let old = Int(g_list_model_get_n_items(model))
            "".withCString { text in
                var added = [UnsafePointer<CChar>?](repeating: text, count: max(0, new.count - old)) + [nil]
                gtk_string_list_splice(model, guint(clamping: min(old, new.count)), guint(clamping: max(0, old - new.count)), &added)
            }
            for row in rows.values { show(row, row.index) }
            if let focused, focusedIndex == nil, isShown { focus(min(focused, new.count - 1)) }
        }

        private func show(_ row: PlaylistRow, _ index: Int) {
            if lines.indices.contains(index) { row.show(lines[index], at: index, isCurrent: index == current, isOnly: lines.count == 1) }
        }

        /// The rows, for tools: `row0` and so on.
        var controls: [String: Widget] {
            var all: [String: Widget] = [:]
            for row in rows.values where row.index < 20 { all["row\(row.index)"] = row.widget }
            if let widget { all["playlistPane"] = widget }
            return all
        }

        private var focusedIndex: Int? {
            guard let list, let focused = gtk_widget_get_focus_child(list) else { return nil }
            return rows.values.first { $0.widget == focused }?.index
        }

        private func focus(_ index: Int) {
            guard let list, lines.indices.contains(index) else { return }
            // The row exists after the list has scrolled to it.
            gtk_widget_activate_action_variant(list, "list.scroll-to-item", g_variant_new_uint32(guint(clamping: index)))
            if let row = rows.values.first(where: { $0.index == index })?.widget { gtk_widget_grab_focus(row) }
        }

        private func listenToItems(_ factory: OpaquePointer) {
            let factory = UnsafeMutableRawPointer(factory)
            Signals.onArgument(factory, "bind") { [weak self] argument in
                guard let self, let item = UnsafeMutableRawPointer(bitPattern: argument) else { return }
                let row = PlaylistRow(perform: perform)
                gtk_list_item_set_child(OpaquePointer(item), row.content)
                rows[item] = row
                show(row, Int(gtk_list_item_get_position(OpaquePointer(item))))
            }
            Signals.onArgument(factory, "unbind") { [weak self] argument in
                guard let item = UnsafeMutableRawPointer(bitPattern: argument) else { return }
                self?.rows[item] = nil
                gtk_list_item_set_child(OpaquePointer(item), nil)
            }
        }

        /// Delete removes the focused row; Ctrl with an arrow moves it.
        private func listenToKeys(_ list: Widget) {
            guard let keys = gtk_event_controller_key_new() else { return }
            gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
            Signals.onShortcut(UnsafeMutableRawPointer(keys)) { [weak self] name, hasControl in
                guard let self, let index = focusedIndex else { return false }
                switch (name, hasControl) {
                case ("Delete", false): perform(.remove(index))
                case ("Up", true): perform(.move(from: index, to: index - 1))
                case ("Down", true): perform(.move(from: index, to: index + 1))
                // The list would select the row.
                case ("space", false): perform(.toggle)
                case ("Escape", false): perform(.close)
                default: return false
                }
                if hasControl { focus(min(max(0, name == "Up" ? index - 1 : index + 1), lines.count - 1)) }
                return true
            }
            gtk_widget_add_controller(list, keys)
        }
    }
#endif
