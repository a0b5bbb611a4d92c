#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// The button of the settings and its menu, which shows one page at a time.
    @MainActor
    final class SettingsPopover {
        /// The button.
        private(set) var widget: Widget?
        /// The menu.
        private(set) var popover: Widget?
        private let icon = GlyphView(.settings, size: ControlSize.regular.icon)
        private var title, back, list: Widget?
        private var shown = SettingsMenu()
        private(set) var page = SettingsMenu.Page.root
        /// The page that the menu opens with.
        private var requested: SettingsMenu.Page?
        /// The action of each row, in order.
        private var entries: [SettingsMenu.Entry] = []
        private var rows: [Widget] = []
        private let perform: @MainActor @Sendable (SettingsMenu.Action) -> Void
        private(set) var isOpen = false

        /// - Parameters:
        ///   - onOpen: Called with whether the menu is open.
        ///   - perform: Called with each choice; the menu opens its pages itself.
        init(
            onOpen: @escaping @MainActor @Sendable (Bool) -> Void, perform: @escaping @MainActor @Sendable (SettingsMenu.Action) -> Void
        ) {
            self.perform = perform
            widget = gtk_menu_button_new()
            popover = gtk_popover_new()
            title = Widgets.text("", "title")
            list = gtk_list_box_new()
            let back = GlyphButton(.back, "Back", size: 18) { [weak self] in self?.goBack() }
            self.back = back.widget
            guard let widget, let popover, let title, let list, let backButton = back.widget, let icon = icon.widget else { return }
            let button = Widgets.opaque(widget)
            gtk_menu_button_set_child(button, icon)
            gtk_menu_button_set_popover(button, popover)
            gtk_menu_button_set_direction(button, GTK_ARROW_UP)
            gtk_widget_add_css_class(widget, "flat")
            gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
            Widgets.label(widget, "Settings")
            gtk_widget_add_css_class(popover, "playhead-menu")
            playhead_set_accessible_role(list, GTK_ACCESSIBLE_ROLE_MENU)
            gtk_list_box_set_selection_mode(Widgets.opaque(list), GTK_SELECTION_NONE)
            gtk_widget_set_halign(title, GTK_ALIGN_START)
            guard let head = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, [backButton, title]),
                let scroller = gtk_scrolled_window_new(),
                let content = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 4, [head, scroller])
            else { return }
            gtk_widget_add_css_class(head, "head")
            let window = Widgets.opaque(scroller)
            gtk_scrolled_window_set_child(window, list)
            gtk_scrolled_window_set_policy(window, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            gtk_scrolled_window_set_propagate_natural_height(window, 1)
            gtk_scrolled_window_set_propagate_natural_width(window, 1)
            self.scroller = scroller
            gtk_popover_set_child(Widgets.cast(popover, to: GtkPopover.self), content)
            Signals.onArgument(UnsafeMutableRawPointer(list), "row-activated") { [weak self] row in self?.activate(row) }
            Signals.on(UnsafeMutableRawPointer(popover), "show") { [weak self] in
                self?.opened()
                onOpen(true)
            }
            Signals.on(UnsafeMutableRawPointer(popover), "closed") { [weak self] in
                self?.isOpen = false
                onOpen(false)
            }
            listenToKeys(popover)
        }
        private var scroller: Widget?

        /// The name of the open page's menu, as in the places of a view; `nil` while the menu is closed.
        var openPage: SettingsMenu.Page? { isOpen ? page : nil }

        /// Sets the size of the icon, and the maximum height of the menu.
        func setSize(_ size: Double) { icon.setSize(size) }

        /// Limits the height of the list to the view.
        func setViewHeight(_ height: Double) {
            guard let scroller else { return }
            let (minimum, others) = (120.0, 150.0)
            gtk_scrolled_window_set_max_content_height(
                Widgets.opaque(scroller), Int32(saturating: max(minimum, height - others), rounding: .towardZero))
        }

        /// Opens the menu with a page.
        func open(_ page: SettingsMenu.Page) {
            guard let widget else { return }
            requested = page
            gtk_menu_button_popup(Widgets.opaque(widget))
        }

        /// Shows settings; without any the button is hidden.
        func show(_ menu: SettingsMenu) {
            guard menu != shown, let widget else { return }
            let wasSame = menu.pages[page] == shown.pages[page]
            shown = menu
            Widgets.setVisible(widget, menu.pages[.root] != nil)
            guard isOpen, !wasSame else { return }
            if menu.pages[page] == nil { page = .root }
            refresh()
        }

        private func opened() {
            isOpen = true
            page = requested.flatMap { shown.pages[$0] == nil ? nil : $0 } ?? .root
            requested = nil
            fill()
            focusChosen()
        }

        private func goBack() {
            guard let parent = page.parent else { return }
            let from = page
            page = parent
            fill()
            // The focus returns to the entry of the page that was left.
            focus(entries.firstIndex { $0.action == .open(from) } ?? 0)
        }

        private func activate(_ row: Int) {
            guard let pointer = UnsafeMutableRawPointer(bitPattern: row) else { return }
            let index = Int(gtk_list_box_row_get_index(pointer.assumingMemoryBound(to: GtkListBoxRow.self)))
            guard entries.indices.contains(index) else { return }
            let entry = entries[index]
            if case .open(let next) = entry.action {
                page = next
                fill()
                return focusChosen()
            }
            perform(entry.action)
            if !entry.staysOpen, let widget { gtk_menu_button_popdown(Widgets.opaque(widget)) }
        }

        private func focusChosen() { focus(shown.chosenEntry(of: page)) }

        private func focus(_ index: Int) { if rows.indices.contains(index) { gtk_widget_grab_focus(rows[index]) } }

        /// Left returns to the page before, Right opens the page of an entry.
        private func listenToKeys(_ popover: Widget) {
            guard let keys = gtk_event_controller_key_new() else { return }
            Signals.onKey(UnsafeMutableRawPointer(keys)) { [weak self] name in
                guard let self, name == "Left" || name == "BackSpace", page.parent != nil else { return false }
                goBack()
                return true
            }
            gtk_widget_add_controller(popover, keys)
        }

        // MARK: Rows

        /// Updates the page, and keeps the focus on its row.
        private func refresh() {
            let focused = rows.firstIndex { gtk_widget_has_focus($0) != 0 }
            fill()
            if let focused { focus(min(focused, rows.count - 1)) }
        }

        private func fill() {
            guard let list, let title, let back else { return }
            Widgets.setText(title, page.title)
            Widgets.setVisible(back, page.parent != nil)
            for row in rows { gtk_list_box_remove(Widgets.opaque(list), row) }
            rows = []
            entries = []
            for section in shown.pages[page] ?? [] {
                for (index, entry) in section.entries.enumerated() {
                    guard let row = row(entry, heading: index == 0 ? section.title : "") else { continue }
                    gtk_list_box_append(Widgets.opaque(list), row)
                    rows.append(row)
                    entries.append(entry)
                }
            }
        }

        private func row(_ entry: SettingsMenu.Entry, heading: String) -> Widget? {
            guard let row = gtk_list_box_row_new(), let text = Widgets.text(entry.title), let space = Widgets.space(),
                let line = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 10), let content = Widgets.box(GTK_ORIENTATION_VERTICAL)
            else { return nil }
            let isLink = if case .open = entry.action { true } else { false }
            let mark = GlyphView(isLink ? .forward : .check, size: 16)
            let value = entry.value.isEmpty ? nil : Widgets.text(entry.value, "dim")
            // "1.5×" has no letter that would give it a direction.
            if let value { Widgets.setLeftToRight(value) }
            // The mark of a choice is before its text, and that of a page behind it.
            let parts = isLink ? [text, space, value, mark.widget] : entry.isChosen == nil ? [text, space] : [mark.widget, text, space]
            for part in parts.compactMap(\.self) { gtk_box_append(Widgets.cast(line, to: GtkBox.self), part) }
            if let widget = mark.widget, !isLink { gtk_widget_set_opacity(widget, entry.isChosen == true ? 1 : 0) }
            if !heading.isEmpty, let label = Widgets.text(heading, "dim", "heading") {
                gtk_widget_set_halign(label, GTK_ALIGN_START)
                gtk_box_append(Widgets.cast(content, to: GtkBox.self), label)
            }
            gtk_box_append(Widgets.cast(content, to: GtkBox.self), line)
            gtk_list_box_row_set_child(UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkListBoxRow.self), content)
            playhead_set_accessible_role(row, entry.isChosen == nil ? GTK_ACCESSIBLE_ROLE_MENU_ITEM : GTK_ACCESSIBLE_ROLE_MENU_ITEM_RADIO)
            Widgets.setAccessible(row, GTK_ACCESSIBLE_PROPERTY_LABEL, to: entry.title)
            if !entry.value.isEmpty { Widgets.setAccessible(row, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, to: entry.value) }
            if let isChosen = entry.isChosen { Widgets.setChecked(row, isChosen) }
            return row
        }
    }
#endif
