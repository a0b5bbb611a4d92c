#if canImport(CGtk)
    import CGtk
    import PlayheadGTK
    import PlayheadView

    /// The screen without an item, or after an error: open a file or an address, drop something, or choose a recent item.
    @MainActor
    final class StartScreen {
        enum Command: Sendable {
            case openFiles, openAddress
            case recent(Int)
        }

        /// A recent item.
        struct Recent {
            var title: String
            /// The image file of its picture; `nil` shows an icon.
            var picture: [UInt8]?
            /// The share that was watched, from 0 to 1; `nil` for its start.
            var progress: Double?
        }

        private(set) var widget: Widget?
        private var list, heading: Widget?
        private var cards: [Widget] = []
        private(set) var openButton, addressButton: Widget?

        init(perform: @escaping @MainActor @Sendable (Command) -> Void) {
            list = gtk_flow_box_new()
            heading = Widgets.text("Recent", "dim")
            openButton = Self.button(.open, "Open files…", "Ctrl+O") { perform(.openFiles) }
            addressButton = Self.button(.link, "Open address…", "Ctrl+L") { perform(.openAddress) }
            guard let list, let heading, let openButton, let addressButton, let icon = AppIcon.widget(size: 96),
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
            for set in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { set(content, 24) }
            for set in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { set(content, 8) }
            gtk_widget_set_margin_top(heading, 18)
            gtk_widget_set_halign(heading, GTK_ALIGN_START)
            gtk_widget_set_margin_start(heading, 6)
            let maximumColumns: guint = 4
            gtk_flow_box_set_max_children_per_line(Widgets.opaque(list), maximumColumns)
            gtk_flow_box_set_homogeneous(Widgets.opaque(list), 1)
            gtk_flow_box_set_selection_mode(Widgets.opaque(list), GTK_SELECTION_NONE)
            Signals.onArgument(UnsafeMutableRawPointer(list), "child-activated") { card in
                guard let card = UnsafeMutableRawPointer(bitPattern: card) else { return }
                perform(.recent(Int(gtk_flow_box_child_get_index(card.assumingMemoryBound(to: GtkFlowBoxChild.self)))))
            }
            gtk_scrolled_window_set_child(Widgets.opaque(scroller), content)
            gtk_scrolled_window_set_policy(Widgets.opaque(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            gtk_widget_add_css_class(scroller, "playhead-start")
            widget = scroller
        }

        /// Shows recent items.
        func show(recents: [Recent]) {
            guard let list, let heading else { return }
            for card in cards { gtk_flow_box_remove(Widgets.opaque(list), card) }
            cards = recents.compactMap { recent in
                guard let card = gtk_flow_box_child_new(), let content = RecentCard.content(recent) else { return nil }
                gtk_flow_box_child_set_child(UnsafeMutableRawPointer(card).assumingMemoryBound(to: GtkFlowBoxChild.self), content)
                gtk_widget_set_halign(card, GTK_ALIGN_START)
                let progress = recent.progress.map { ", \(BarText.percent($0)) watched" } ?? ""
                Widgets.setAccessible(card, GTK_ACCESSIBLE_PROPERTY_LABEL, to: recent.title + progress)
                gtk_flow_box_append(Widgets.opaque(list), card)
                return card
            }
            Widgets.setVisible(heading, !recents.isEmpty)
            Widgets.setVisible(list, !recents.isEmpty)
        }

        /// The first recent item, for tests and tools.
        var firstCard: Widget? { cards.first }

        private static func button(_ glyph: Glyph, _ title: String, _ keys: String, perform: @escaping Signals.Action) -> Widget? {
            let button = GlyphButton(glyph, "\(title) (\(keys))", size: 20, perform: perform)
            button.setText(title)
            return button.widget
        }
    }
#endif
