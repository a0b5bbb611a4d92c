#if canImport(CGtk)
    import CGtk
    import PlayheadView

    package typealias Widget = UnsafeMutablePointer<GtkWidget>

    /// Helpers that replace GTK's macros.
    @MainActor
    package enum Widgets {
        /// Casts a widget to a class that Swift imports.
        package static func cast<Type>(_ widget: Widget, to type: Type.Type) -> UnsafeMutablePointer<Type> {
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: type)
        }

        /// Casts a widget to a class that Swift imports as an opaque pointer.
        package static func opaque(_ widget: Widget) -> OpaquePointer { OpaquePointer(widget) }

        package static func box(_ orientation: GtkOrientation, spacing: Int32 = 0, _ children: [Widget] = []) -> Widget? {
            guard let box = gtk_box_new(orientation, spacing) else { return nil }
            for child in children { gtk_box_append(cast(box, to: GtkBox.self), child) }
            return box
        }

        /// Requests a size in pixels, rounded down.
        package static func setSize(_ widget: Widget, width: Double, height: Double) {
            gtk_widget_set_size_request(
                widget, Int32(saturating: width, rounding: .towardZero), Int32(saturating: height, rounding: .towardZero))
        }

        package static func text(_ text: String = "", _ css: String...) -> Widget? {
            guard let label = gtk_label_new(ViewText.label(text)) else { return nil }
            for name in css { gtk_widget_add_css_class(label, name) }
            return label
        }

        package static func setText(_ widget: Widget, _ text: String) {
            let (label, text) = (opaque(widget), ViewText.label(text))
            if gtk_label_get_text(label).map({ String(cString: $0) }) != text { gtk_label_set_text(label, text) }
        }

        package static func setVisible(_ widget: Widget, _ isVisible: Bool) {
            if (gtk_widget_get_visible(widget) != 0) != isVisible { gtk_widget_set_visible(widget, isVisible ? 1 : 0) }
        }

        package static func setSensitive(_ widget: Widget, _ isSensitive: Bool) {
            if (gtk_widget_get_sensitive(widget) != 0) != isSensitive { gtk_widget_set_sensitive(widget, isSensitive ? 1 : 0) }
        }

        /// Adds or removes a class of the style sheet.
        package static func setClass(_ widget: Widget, _ name: String, _ isSet: Bool) {
            if isSet { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
        }

        /// Returns the widgets directly inside of a widget, in display order.
        package static func children(of widget: Widget) -> [Widget] {
            guard let first = gtk_widget_get_first_child(widget) else { return [] }
            return Array(sequence(first: first) { gtk_widget_get_next_sibling($0) })
        }

        /// Creates a widget that takes the remaining width of a row.
        package static func space() -> Widget? {
            guard let space = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0) else { return nil }
            gtk_widget_set_hexpand(space, 1)
            return space
        }

        /// Lays a widget and all widgets inside of it out from left to right in every language, because the direction of time is not that
        /// of the text.
        package static func setLeftToRight(_ widget: Widget) {
            gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR)
            for child in children(of: widget) { setLeftToRight(child) }
        }

        /// Sets the accessible name of a widget.
        package static func label(_ widget: Widget, _ name: String) {
            let name = ViewText.label(name)
            if gtk_widget_get_tooltip_text(widget).map({ String(cString: $0) }) != name { gtk_widget_set_tooltip_text(widget, name) }
            setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, to: name)
        }

        /// Returns the widgets of a class inside of `widget`, in display order.
        package static func descendants(of widget: Widget, named name: String) -> [Widget] {
            children(of: widget).flatMap { child in
                let instance = UnsafeMutableRawPointer(child).assumingMemoryBound(to: GTypeInstance.self)
                let isWanted = g_type_name_from_instance(instance).map { String(cString: $0) } == name
                return isWanted ? [child] : descendants(of: child, named: name)
            }
        }

        /// Whether a widget is an instance of a class or of its subclasses.
        package static func isKind(_ widget: Widget, _ type: GType) -> Bool {
            g_type_check_instance_is_a(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self), type) != 0
        }

        /// Sets whether a choice is checked for assistive technology.
        package static func setChecked(_ widget: Widget, _ isChecked: Bool) { playhead_set_accessible_checked(widget, isChecked ? 1 : 0) }

        /// Sets whether a row is the selected one for assistive technology.
        package static func setSelected(_ widget: Widget, _ isSelected: Bool) {
            playhead_set_accessible_selected(widget, isSelected ? 1 : 0)
        }

        /// Sets an accessible property of a widget.
        package static func setAccessible(_ widget: Widget, _ property: GtkAccessibleProperty, to text: String) {
            var value = GValue()
            var property = property
            g_value_init(&value, GType(16 << 2))  // G_TYPE_STRING, a macro
            g_value_set_string(&value, ViewText.label(text))
            gtk_accessible_update_property_value(opaque(widget), 1, &property, &value)
            // Newer buttons are labelled by their text, which would take precedence.
            if property == GTK_ACCESSIBLE_PROPERTY_LABEL {
                gtk_accessible_reset_relation(opaque(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
            }
            g_value_unset(&value)
        }

        /// Decodes an image file of a sensible size; `nil` if the format is not supported. The caller owns the texture.
        package static func texture(of bytes: [UInt8]) -> OpaquePointer? {
            guard let header = ImageHeader(bytes), header.isSensible else { return nil }
            let data = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            defer { g_bytes_unref(data) }
            return gdk_texture_new_from_bytes(data, nil)
        }
    }
#endif
