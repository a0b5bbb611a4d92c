#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadGTK
    import PlayheadView

    /// The dialogs of the window.
    @MainActor
    enum Dialogs {
        /// Asks for files to open, with the dialog of the desktop.
        /// - Parameters:
        ///   - parent: The window that the dialog belongs to.
        ///   - title: The title.
        ///   - isSingle: Whether only one file can be selected.
        ///   - filters: The kinds of files that can be shown, the first one at first.
        ///   - done: Called with the addresses, unless the dialog is cancelled.
        static func openFiles(
            _ parent: UnsafeMutablePointer<GtkWindow>, title: String, isSingle: Bool = false, filters: [OpenFilter],
            done: @escaping @MainActor @Sendable ([String]) -> Void
        ) {
            guard let dialog = gtk_file_chooser_native_new(title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, "Open", "Cancel") else { return }
            let chooser: OpaquePointer = dialog
            gtk_file_chooser_set_select_multiple(chooser, isSingle ? 0 : 1)
            for filter in filters.compactMap(Self.filter) {
                gtk_file_chooser_add_filter(chooser, filter)
                g_object_unref(UnsafeMutableRawPointer(filter))
            }
            Signals.onArgument(UnsafeMutableRawPointer(dialog), "response") { response in
                let accepted = Int(GTK_RESPONSE_ACCEPT.rawValue)
                // The response is a 32-bit number, passed in a wider register.
                if Int(Int32(truncatingIfNeeded: response)) == accepted { done(addresses(of: chooser)) }
                g_object_unref(UnsafeMutableRawPointer(chooser))
            }
            gtk_native_dialog_set_modal(UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkNativeDialog.self), 1)
            gtk_native_dialog_show(UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkNativeDialog.self))
        }

        private static func filter(_ filter: OpenFilter) -> OpaquePointer? {
            guard let made = gtk_file_filter_new() else { return nil }
            gtk_file_filter_set_name(made, filter.title)
            for type in filter.types { gtk_file_filter_add_mime_type(made, type) }
            for suffix in filter.suffixes { gtk_file_filter_add_suffix(made, suffix) }
            if filter.isForAll { gtk_file_filter_add_pattern(made, "*") }
            return made
        }

        private static func addresses(of chooser: OpaquePointer) -> [String] {
            guard let files = gtk_file_chooser_get_files(chooser) else { return [] }
            defer { g_object_unref(UnsafeMutableRawPointer(files)) }
            return (0..<g_list_model_get_n_items(files)).compactMap { index in
                guard let item = g_list_model_get_item(files, index) else { return nil }
                defer { g_object_unref(item) }
                return address(of: OpaquePointer(item))
            }
        }

        /// Returns the address of a file. A path need not be UTF-8.
        static func address(of file: OpaquePointer) -> String? {
            let text = g_file_get_uri(file)
            defer { g_free(text) }
            return text.map { String(cString: $0) }
        }

        /// Asks for an address.
        /// - Parameters:
        ///   - parent: The window that the dialog belongs to.
        ///   - check: Returns the reason for which an address is invalid.
        ///   - done: Called with a valid address.
        static func openAddress(
            _ parent: UnsafeMutablePointer<GtkWindow>, check: @escaping @MainActor @Sendable (String) -> String?,
            done: @escaping @MainActor @Sendable (String) -> Void
        ) {
            guard let window = gtk_window_new(), let entry = gtk_entry_new(), let problem = Widgets.text("", "error"),
                let open = gtk_button_new_with_label("Open"), let cancel = gtk_button_new_with_label("Cancel"),
                let space = Widgets.space(), let buttons = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, [space, cancel, open]),
                let content = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 10, [entry, problem, buttons])
            else { return }
            prepare(window, parent, title: "Open address – Playhead", content)
            gtk_widget_set_size_request(entry, 420, -1)
            gtk_entry_set_placeholder_text(Widgets.cast(entry, to: GtkEntry.self), "https://…")
            Widgets.setAccessible(entry, GTK_ACCESSIBLE_PROPERTY_LABEL, to: "Address")
            gtk_label_set_xalign(Widgets.opaque(problem), 0)
            gtk_label_set_wrap(Widgets.opaque(problem), 1)
            gtk_widget_set_visible(problem, 0)
            gtk_widget_add_css_class(open, "suggested-action")
            let close = Widgets.cast(window, to: GtkWindow.self)
            let accept: @MainActor @Sendable () -> Void = {
                let text = gtk_editable_get_text(Widgets.opaque(entry)).map { String(cString: $0) } ?? ""
                if let reason = check(text) {
                    Widgets.setText(problem, reason)
                    return Widgets.setVisible(problem, true)
                }
                gtk_window_destroy(close)
                done(text)
            }
            Signals.on(UnsafeMutableRawPointer(entry), "activate", perform: accept)
            Signals.on(UnsafeMutableRawPointer(open), "clicked", perform: accept)
            Signals.on(UnsafeMutableRawPointer(cancel), "clicked") { gtk_window_destroy(close) }
            gtk_window_present(close)
        }

        /// Shows the table of keys.
        static func showKeys(_ parent: UnsafeMutablePointer<GtkWindow>) {
            guard let window = gtk_window_new(), let columns = gtk_grid_new(), let scroller = gtk_scrolled_window_new() else { return }
            for (column, group) in KeyHelp.groups.enumerated() {
                guard let table = gtk_grid_new(), let title = Widgets.text(group.title, "heading") else { continue }
                let place = UnsafeMutableRawPointer(table).assumingMemoryBound(to: GtkGrid.self)
                gtk_grid_set_column_spacing(place, 14)
                gtk_grid_set_row_spacing(place, 7)
                gtk_widget_set_halign(title, GTK_ALIGN_START)
                gtk_grid_attach(place, title, 0, 0, 2, 1)
                for (row, line) in group.lines.enumerated() {
                    guard let keys = Widgets.text(line.keys), let effect = Widgets.text(line.effect) else { continue }
                    for label in [keys, effect] { gtk_label_set_xalign(Widgets.opaque(label), 0) }
                    gtk_grid_attach(place, keys, 0, Int32(clamping: row + 1), 1, 1)
                    gtk_grid_attach(place, effect, 1, Int32(clamping: row + 1), 1, 1)
                }
                gtk_widget_set_valign(table, GTK_ALIGN_START)
                gtk_grid_attach(
                    UnsafeMutableRawPointer(columns).assumingMemoryBound(to: GtkGrid.self), table, Int32(clamping: column), 0, 1, 1)
            }
            gtk_grid_set_column_spacing(UnsafeMutableRawPointer(columns).assumingMemoryBound(to: GtkGrid.self), 34)
            let scrolled = Widgets.opaque(scroller)
            gtk_scrolled_window_set_child(scrolled, columns)
            gtk_widget_set_focusable(scroller, 1)
            gtk_scrolled_window_set_propagate_natural_width(scrolled, 1)
            gtk_scrolled_window_set_propagate_natural_height(scrolled, 1)
            // With large fonts the table is larger than the screen.
            let (screen, share) = (screen(of: parent), 0.8)
            gtk_scrolled_window_set_max_content_width(scrolled, Int32(saturating: max(200, screen.width * share)))
            gtk_scrolled_window_set_max_content_height(scrolled, Int32(saturating: max(200, screen.height * share)))
            prepare(window, parent, title: "Keys – Playhead", scroller)
            gtk_window_present(Widgets.cast(window, to: GtkWindow.self))
        }

        /// Asks whether something is to be deleted.
        /// - Parameters:
        ///   - parent: The window that the question belongs to.
        ///   - question: The question.
        ///   - detail: The consequence.
        ///   - button: The name of the button that agrees.
        ///   - done: Called if the viewer agrees.
        static func ask(
            _ parent: UnsafeMutablePointer<GtkWindow>, _ question: String, detail: String, button: String,
            done: @escaping @MainActor @Sendable () -> Void
        ) {
            guard let window = gtk_window_new(), let title = Widgets.text(question, "title-4"),
                let detail = Widgets.text(detail, "dim-label"),
                let agree = gtk_button_new_with_label(button), let cancel = gtk_button_new_with_label("Cancel"),
                let space = Widgets.space(), let buttons = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, [space, cancel, agree]),
                let content = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 10, [title, detail, buttons])
            else { return }
            for label in [title, detail] {
                gtk_label_set_xalign(Widgets.opaque(label), 0)
                gtk_label_set_wrap(Widgets.opaque(label), 1)
                gtk_label_set_wrap_mode(Widgets.opaque(label), PANGO_WRAP_WORD_CHAR)
                gtk_label_set_max_width_chars(Widgets.opaque(label), 46)
            }
            gtk_widget_set_margin_top(buttons, 8)
            gtk_widget_add_css_class(agree, "destructive-action")
            prepare(window, parent, title: "\(button) – Playhead", content)
            let close = Widgets.cast(window, to: GtkWindow.self)
            Signals.on(UnsafeMutableRawPointer(cancel), "clicked") { gtk_window_destroy(close) }
            Signals.on(UnsafeMutableRawPointer(agree), "clicked") {
                gtk_window_destroy(close)
                done()
            }
            gtk_window_present(close)
            gtk_widget_grab_focus(cancel)
        }

        /// Shows what the program is.
        static func showAbout(_ parent: UnsafeMutablePointer<GtkWindow>) {
            guard let widget = gtk_about_dialog_new() else { return }
            let about: OpaquePointer = Widgets.opaque(widget)
            gtk_about_dialog_set_program_name(about, "Playhead")
            gtk_about_dialog_set_version(about, ProgramVersion.current)
            gtk_about_dialog_set_comments(about, "Plays films, music and live streams.")
            gtk_about_dialog_set_license_type(about, GTK_LICENSE_APACHE_2_0)
            if let icon = AppIcon.paintable(size: 128) {
                gtk_about_dialog_set_logo(about, icon)
                g_object_unref(UnsafeMutableRawPointer(icon))
            }
            let window = Widgets.cast(widget, to: GtkWindow.self)
            gtk_window_set_transient_for(window, parent)
            gtk_window_set_modal(window, 1)
            gtk_window_present(window)
        }

        /// Returns the size of the screen with a window.
        static func screen(of window: UnsafeMutablePointer<GtkWindow>) -> WindowSize {
            let native = OpaquePointer(window)
            guard let display = gdk_display_get_default(), let surface = gtk_native_get_surface(native),
                let monitor = gdk_display_get_monitor_at_surface(display, surface)
            else { return WindowSize(width: 0, height: 0) }
            var area = GdkRectangle()
            gdk_monitor_get_geometry(monitor, &area)
            return WindowSize(width: Double(area.width), height: Double(area.height))
        }

        private static func prepare(_ window: Widget, _ parent: UnsafeMutablePointer<GtkWindow>, title: String, _ content: Widget) {
            let dialog = Widgets.cast(window, to: GtkWindow.self)
            gtk_window_set_title(dialog, title)
            gtk_window_set_transient_for(dialog, parent)
            gtk_window_set_modal(dialog, 1)
            gtk_window_set_resizable(dialog, 0)
            gtk_window_set_child(dialog, content)
            for set in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom, gtk_widget_set_margin_start, gtk_widget_set_margin_end] {
                set(content, 18)
            }
            guard let keys = gtk_event_controller_key_new() else { return }
            Signals.onKey(UnsafeMutableRawPointer(keys)) { name in
                guard name == "Escape" else { return false }
                gtk_window_destroy(dialog)
                return true
            }
            gtk_widget_add_controller(window, keys)
        }
    }
#endif
