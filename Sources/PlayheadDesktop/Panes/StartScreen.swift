#if canImport(CGtk)
    import CGtk
    import PlayheadGTK
    import PlayheadView

    /// The screen without an item: open a file or an address, drop something, or choose a recent item.
    @MainActor
    final class StartScreen {
        enum Command: Sendable {
            case openFiles, openAddress
            case recent(Int)
        }

        private(set) var widget: Widget?
        private var list, heading: Widget?
        private var rows: [Widget] = []
        private(set) var openButton, addressButton: Widget?

        init(perform: @escaping @MainActor @Sendable (Command) -> Void) {
            list = gtk_list_box_new()
            heading = Widgets.text("Recent", "dim")
            openButton = Self.button(.open, "Open files…", "Ctrl+O") { perform(.openFiles) }
            addressButton = Self.button(.link, "Open address…", "Ctrl+L") { perform(.openAddress) }
            guard let list, let heading, let openButton, let addressButton, let icon = GlyphView(.film, size: 72).widget,
                let title = Widgets.text("Playhead", "title"), let hint = Widgets.text("Drop files, folders or addresses here", "dim"),
                let buttons = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 10, [openButton, addressButton]),
                let content = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 10, [icon, title, hint, buttons, heading, list]),
                let scroller = gtk_scrolled_window_new()
            else { return }
            gtk_widget_add_css_class(openButton, "primary")
            gtk_widget_set_halign(buttons, GTK_ALIGN_CENTER)
            gtk_widget_set_margin_top(buttons, 8)
            gtk_widget_set_halign(content, GTK_ALIGN_CENTER)
            gtk_widget_set_valign(content, GTK_ALIGN_CENTER)
            gtk_widget_set_margin_top(content, 20)
            gtk_widget_set_margin_bottom(content, 20)
            gtk_widget_set_margin_top(heading, 14)
            gtk_widget_set_size_request(list, 340, -1)
            gtk_list_box_set_selection_mode(Widgets.opaque(list), GTK_SELECTION_NONE)
            Signals.onArgument(UnsafeMutableRawPointer(list), "row-activated") { row in
                guard let row = UnsafeMutableRawPointer(bitPattern: row) else { return }
                perform(.recent(Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self)))))
            }
            gtk_scrolled_window_set_child(Widgets.opaque(scroller), content)
            gtk_scrolled_window_set_policy(Widgets.opaque(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            gtk_widget_add_css_class(scroller, "playhead-start")
            widget = scroller
        }

        /// Shows the titles of recent items.
        func show(recents: [String]) {
            guard let list, let heading else { return }
            for row in rows { gtk_list_box_remove(Widgets.opaque(list), row) }
            rows = recents.compactMap { title in
                guard let row = gtk_list_box_row_new(), let label = Widgets.text(title) else { return nil }
                gtk_label_set_xalign(Widgets.opaque(label), 0)
                gtk_label_set_ellipsize(Widgets.opaque(label), PANGO_ELLIPSIZE_MIDDLE)
                gtk_label_set_max_width_chars(Widgets.opaque(label), 46)
                gtk_list_box_row_set_child(UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkListBoxRow.self), label)
                Widgets.setAccessible(row, GTK_ACCESSIBLE_PROPERTY_LABEL, to: title)
                gtk_list_box_append(Widgets.opaque(list), row)
                return row
            }
            Widgets.setVisible(heading, !recents.isEmpty)
            Widgets.setVisible(list, !recents.isEmpty)
        }

        /// The rows, for tests and tools.
        var firstRow: Widget? { rows.first }

        private static func button(_ glyph: Glyph, _ title: String, _ keys: String, perform: @escaping Signals.Action) -> Widget? {
            let button = GlyphButton(glyph, "\(title) (\(keys))", size: 20, perform: perform)
            button.setText(title)
            return button.widget
        }
    }
#endif
