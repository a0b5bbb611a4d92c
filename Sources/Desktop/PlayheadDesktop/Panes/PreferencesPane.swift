#if canImport(CGtk)
    import CGtk
    import PlayheadGTK
    import PlayheadView

    /// The preferences beside the picture.
    @MainActor
    final class PreferencesPane {
        enum Command: Sendable {
            case remembers(Bool)
            case showsRemaining(Bool)
            /// Chooses a theme by name; `nil` is that of the desktop.
            case theme(String?)
            case forget
            case close
        }

        private(set) var widget: Widget?
        private var remembers, remaining, forget: Widget?
        private var themes: [(name: String?, widget: Widget)] = []
        /// Whether the pane shows values, which is not a choice of the viewer.
        private var isShowing = false
        private let perform: @MainActor @Sendable (Command) -> Void

        init(perform: @escaping @MainActor @Sendable (Command) -> Void) {
            self.perform = perform
            remembers = check("Remember positions and recent items") { .remembers($0) }
            remaining = check("Show the remaining time") { .showsRemaining($0) }
            forget = gtk_button_new_with_label("Forget positions and recent items…")
            let names: [(String?, String)] = [(nil, "That of the desktop"), ("light", "Light"), ("dark", "Dark")]
            themes = names.compactMap { name, title in
                check(title) { $0 ? .theme(name) : nil }.map { (name, $0) }
            }
            for theme in themes.dropFirst() {
                gtk_check_button_set_group(
                    Widgets.cast(theme.widget, to: GtkCheckButton.self), Widgets.cast(themes[0].widget, to: GtkCheckButton.self))
            }
            guard let remembers, let remaining, let forget, let title = Widgets.text("Preferences", "title"), let space = Widgets.space(),
                let close = GlyphButton(.close, "Close preferences", size: 16, perform: { perform(.close) }).widget,
                let head = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, [title, space, close]),
                let memory = Widgets.text("Memory", "dim"), let display = Widgets.text("Display", "dim"),
                let theme = Widgets.text("Theme of dialogs and panes", "dim"), let scroller = gtk_scrolled_window_new(),
                let content = Widgets.box(
                    GTK_ORIENTATION_VERTICAL, spacing: 10,
                    [memory, remembers, forget, display, remaining, theme] + themes.map(\.widget)),
                let pane = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 8, [head, scroller])
            else { return }
            for heading in [memory, display, theme] { gtk_label_set_xalign(Widgets.opaque(heading), 0) }
            for heading in [display, theme] { gtk_widget_set_margin_top(heading, 14) }
            gtk_widget_set_halign(forget, GTK_ALIGN_START)
            Signals.on(UnsafeMutableRawPointer(forget), "clicked") { perform(.forget) }
            gtk_scrolled_window_set_child(Widgets.opaque(scroller), content)
            gtk_scrolled_window_set_policy(Widgets.opaque(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            gtk_widget_set_vexpand(scroller, 1)
            gtk_widget_set_halign(pane, GTK_ALIGN_END)
            gtk_widget_add_css_class(pane, "playhead-pane")
            gtk_widget_set_visible(pane, 0)
            playhead_make_accessible_group(pane)
            Widgets.setAccessible(pane, GTK_ACCESSIBLE_PROPERTY_LABEL, to: "Preferences")
            widget = pane
            listenToKeys(pane)
        }

        /// Shows the values.
        func show(_ preferences: ViewerState.Preferences, showsRemaining: Bool, hasMemory: Bool) {
            isShowing = true
            defer { isShowing = false }
            set(remembers, preferences.remembers)
            set(remaining, showsRemaining)
            for theme in themes where theme.name == preferences.theme { set(theme.widget, true) }
            if let forget { Widgets.setSensitive(forget, hasMemory) }
        }

        /// Moves the keyboard focus to the first preference.
        func takeFocus() { if let remembers { gtk_widget_grab_focus(remembers) } }

        /// The controls by name, for tools.
        var controls: [String: Widget] {
            ["preferencesPane": widget, "remembers": remembers, "forget": forget, "darkTheme": themes.last?.widget].compactMapValues { $0 }
        }

        private func set(_ button: Widget?, _ isActive: Bool) {
            if let button { gtk_check_button_set_active(Widgets.cast(button, to: GtkCheckButton.self), isActive ? 1 : 0) }
        }

        private func check(_ title: String, _ command: @escaping @MainActor @Sendable (Bool) -> Command?) -> Widget? {
            guard let button = gtk_check_button_new_with_label(title) else { return nil }
            Signals.on(UnsafeMutableRawPointer(button), "toggled") { [weak self] in
                guard let self, !isShowing else { return }
                if let command = command(gtk_check_button_get_active(Widgets.cast(button, to: GtkCheckButton.self)) != 0) {
                    perform(command)
                }
            }
            return button
        }

        private func listenToKeys(_ pane: Widget) {
            guard let keys = gtk_event_controller_key_new() else { return }
            Signals.onKey(UnsafeMutableRawPointer(keys)) { [perform] name in
                guard name == "Escape" else { return false }
                perform(.close)
                return true
            }
            gtk_widget_add_controller(pane, keys)
        }
    }
#endif
