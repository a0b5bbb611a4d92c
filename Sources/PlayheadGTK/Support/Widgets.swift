#if canImport(CGtk)
    import CGtk

    package typealias Widget = UnsafeMutablePointer<GtkWidget>

    /// Helpers that replace GTK's macros.
    @MainActor
    enum Widgets {
        /// Casts a widget to a class that Swift imports.
        static func cast<Type>(_ widget: Widget, to type: Type.Type) -> UnsafeMutablePointer<Type> {
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: type)
        }

        /// Casts a widget to a class that Swift imports as an opaque pointer.
        static func opaque(_ widget: Widget) -> OpaquePointer { OpaquePointer(widget) }

        static func box(_ orientation: GtkOrientation, spacing: Int32 = 0, _ children: [Widget] = []) -> Widget? {
            guard let box = gtk_box_new(orientation, spacing) else { return nil }
            for child in children { gtk_box_append(cast(box, to: GtkBox.self), child) }
            return box
        }

        /// Creates a button with an icon; the name is its accessible name and its tooltip.
        static func button(_ icon: String, _ name: String, perform action: @escaping Signals.Action) -> Widget? {
            guard let button = gtk_button_new_from_icon_name(icon) else { return nil }
            label(button, name)
            gtk_widget_add_css_class(button, "flat")
            Signals.on(button, "clicked", perform: action)
            return button
        }

        /// Requests a size in pixels, rounded down.
        static func setSize(_ widget: Widget, width: Double, height: Double) {
            gtk_widget_set_size_request(
                widget, Int32(saturating: width, rounding: .towardZero), Int32(saturating: height, rounding: .towardZero))
        }

        static func text(_ text: String = "", _ css: String...) -> Widget? {
            guard let label = gtk_label_new(text) else { return nil }
            for name in css { gtk_widget_add_css_class(label, name) }
            return label
        }

        static func setText(_ widget: Widget, _ text: String) {
            let label = opaque(widget)
            if gtk_label_get_text(label).map({ String(cString: $0) }) != text { gtk_label_set_text(label, text) }
        }

        static func setVisible(_ widget: Widget, _ isVisible: Bool) {
            if (gtk_widget_get_visible(widget) != 0) != isVisible { gtk_widget_set_visible(widget, isVisible ? 1 : 0) }
        }

        static func setSensitive(_ widget: Widget, _ isSensitive: Bool) {
            if (gtk_widget_get_sensitive(widget) != 0) != isSensitive { gtk_widget_set_sensitive(widget, isSensitive ? 1 : 0) }
        }

        static func setIcon(_ button: Widget, _ name: String) {
            let button = cast(button, to: GtkButton.self)
            if gtk_button_get_icon_name(button).map({ String(cString: $0) }) != name { gtk_button_set_icon_name(button, name) }
        }

        /// Sets the accessible name of a widget.
        static func label(_ widget: Widget, _ name: String) {
            if gtk_widget_get_tooltip_text(widget).map({ String(cString: $0) }) != name { gtk_widget_set_tooltip_text(widget, name) }
            setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, to: name)
        }

        /// Returns the widgets of a class inside of `widget`, in display order.
        static func descendants(of widget: Widget, named name: String) -> [Widget] {
            var found: [Widget] = []
            var child = gtk_widget_get_first_child(widget)
            while let current = child {
                let instance = UnsafeMutableRawPointer(current).assumingMemoryBound(to: GTypeInstance.self)
                let isWanted = g_type_name_from_instance(instance).map { String(cString: $0) } == name
                found += isWanted ? [current] : descendants(of: current, named: name)
                child = gtk_widget_get_next_sibling(current)
            }
            return found
        }

        /// Sets an accessible property of a widget.
        static func setAccessible(_ widget: Widget, _ property: GtkAccessibleProperty, to text: String) {
            var value = GValue()
            var property = property
            g_value_init(&value, GType(16 << 2))  // G_TYPE_STRING, a macro
            g_value_set_string(&value, text)
            gtk_accessible_update_property_value(opaque(widget), 1, &property, &value)
            g_value_unset(&value)
        }
    }
#endif
