#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// A button with a menu of which one line holds.
    @MainActor
    final class ChoiceMenu {
        let widget: Widget?
        private let lines: OpaquePointer?
        private let action: OpaquePointer?
        private let name: String
        private var shown = ControlBarModel.Menu()

        /// - Parameters:
        ///   - name: The action's name.
        ///   - title: What assistive technology calls the button.
        ///   - choose: Gets the index of what the viewer chooses.
        init(
            _ name: String, icon: String, title: String, in group: OpaquePointer?, onOpen: @escaping @MainActor @Sendable (Bool) -> Void,
            choose: @escaping Signals.ParameterAction
        ) {
            self.name = name
            widget = gtk_menu_button_new()
            lines = g_menu_new()
            let integer = g_variant_type_new("i")
            action = g_simple_action_new_stateful(name, integer, g_variant_new_int32(-1))
            g_variant_type_free(integer)
            guard let widget, let lines, let action else { return }
            let button = Widgets.opaque(widget)
            gtk_menu_button_set_icon_name(button, icon)
            gtk_menu_button_set_direction(button, GTK_ARROW_UP)
            gtk_menu_button_set_menu_model(button, UnsafeMutableRawPointer(lines).assumingMemoryBound(to: GMenuModel.self))
            gtk_widget_add_css_class(widget, "flat")
            Widgets.label(widget, title)
            g_action_map_add_action(group, action)
            Signals.onActivate(UnsafeMutableRawPointer(action), choose)
            guard let popover = gtk_menu_button_get_popover(button) else { return }
            Signals.on(UnsafeMutableRawPointer(popover), "show") { onOpen(true) }
            Signals.on(UnsafeMutableRawPointer(popover), "closed") { onOpen(false) }
        }

        /// Shows a menu; of one line or none nothing is shown.
        func show(_ menu: ControlBarModel.Menu) {
            guard let widget, let lines, let action else { return }
            Widgets.setVisible(widget, menu.isShown)
            if menu.choices != shown.choices {
                g_menu_remove_all(lines)
                for choice in menu.choices {
                    let item = g_menu_item_new(choice.title, nil)
                    g_menu_item_set_action_and_target_value(item, "playhead.\(name)", g_variant_new_int32(gint(choice.index)))
                    g_menu_append_item(lines, item)
                    g_object_unref(item.map { UnsafeMutableRawPointer($0) })
                }
            }
            if menu.chosen != shown.chosen || menu.choices != shown.choices {
                g_simple_action_set_state(action, g_variant_new_int32(gint(menu.chosen)))
            }
            shown = menu
        }
    }
#endif
