#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// A button with a menu of sections, each with one chosen entry.
    @MainActor
    final class ChoiceMenu {
        let widget: Widget?
        private let model: OpaquePointer?
        private var sections: [ChoiceSection] = []
        /// The popover.
        private(set) var popover: Widget?

        /// Creates a button with an empty menu. `title` is the accessible name of the button; `onOpen` is called with whether the menu is
        /// open.
        init(icon: String, title: String, onOpen: @escaping @MainActor @Sendable (Bool) -> Void) {
            widget = gtk_menu_button_new()
            model = g_menu_new()
            guard let widget, let model else { return }
            let button = Widgets.opaque(widget)
            gtk_menu_button_set_icon_name(button, icon)
            gtk_menu_button_set_direction(button, GTK_ARROW_UP)
            gtk_menu_button_set_menu_model(button, Self.model(model))
            gtk_widget_add_css_class(widget, "flat")
            Widgets.label(widget, title)
            guard let popover = gtk_menu_button_get_popover(button) else { return }
            self.popover = UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self)
            Signals.on(UnsafeMutableRawPointer(popover), "show") { [weak self] in
                self?.focusChosen()
                onOpen(true)
            }
            Signals.on(UnsafeMutableRawPointer(popover), "closed") { onOpen(false) }
        }

        /// Adds a section below the others.
        /// - Parameters:
        ///   - name: The action's name.
        ///   - title: The heading.
        ///   - staysOpen: Whether the menu stays open after a choice.
        ///   - group: The group of the action.
        ///   - choose: Called with the index of the chosen entry.
        func addSection(
            _ name: String, title: String? = nil, staysOpen: Bool = false, in group: OpaquePointer?,
            choose: @escaping Signals.ParameterAction
        ) {
            let section = ChoiceSection(name, in: group) { [weak self] index in
                choose(index)
                if !staysOpen, let widget = self?.widget { gtk_menu_button_popdown(Widgets.opaque(widget)) }
            }
            if let model, let lines = section.lines { g_menu_append_section(model, title, Self.model(lines)) }
            sections.append(section)
        }

        /// Shows a menu in each section; hides the button if the first menu offers no choice.
        func show(_ menus: ControlBarModel.Menu...) {
            guard let widget else { return }
            Widgets.setVisible(widget, menus.first?.isShown ?? false)
            for (section, menu) in zip(sections, menus) { section.show(menu) }
        }

        /// Moves the keyboard focus from the first entry, where GTK puts it, to the chosen entry of the first section.
        private func focusChosen() {
            guard let popover, let row = sections.first?.chosenRow else { return }
            let entries = Widgets.descendants(of: popover, named: "GtkModelButton")
            if entries.indices.contains(row) { gtk_widget_grab_focus(entries[row]) }
        }

        private static func model(_ menu: OpaquePointer) -> UnsafeMutablePointer<GMenuModel> {
            UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GMenuModel.self)
        }
    }

    /// A section of entries, one of which is chosen.
    @MainActor
    private final class ChoiceSection {
        let lines: OpaquePointer?
        private let action: OpaquePointer?
        private let name: String
        private var shown = ControlBarModel.Menu()

        init(_ name: String, in group: OpaquePointer?, choose: @escaping Signals.ParameterAction) {
            self.name = name
            lines = g_menu_new()
            let integer = g_variant_type_new("i")
            action = g_simple_action_new_stateful(name, integer, g_variant_new_int32(-1))
            g_variant_type_free(integer)
            guard let action else { return }
            g_action_map_add_action(group, action)
            Signals.onActivate(UnsafeMutableRawPointer(action), choose)
        }

        /// The row of the chosen entry; `nil` if there is none.
        var chosenRow: Int? { shown.choices.firstIndex { $0.index == shown.chosen } }

        func show(_ menu: ControlBarModel.Menu) {
            guard menu != shown, let lines, let action else { return }
            if menu.choices != shown.choices {
                g_menu_remove_all(lines)
                for choice in menu.choices {
                    let item = g_menu_item_new(choice.title, nil)
                    g_menu_item_set_action_and_target_value(item, "playhead.\(name)", g_variant_new_int32(gint(choice.index)))
                    g_menu_append_item(lines, item)
                    g_object_unref(item.map { UnsafeMutableRawPointer($0) })
                }
            }
            g_simple_action_set_state(action, g_variant_new_int32(gint(menu.chosen)))
            shown = menu
        }
    }
#endif
