#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// The announcement of the next item: its picture, its title, the countdown, and a button to cancel.
    @MainActor
    final class NextCardView {
        private(set) var widget: Widget?
        private var picture, placeholder, countdown, title, play, cancel: Widget?
        private var texture: PictureOutput.Texture?
        private static let size = (width: 128.0, height: 72.0)
        private static let margin: Int32 = 16

        init(perform: @escaping @MainActor @Sendable (ScreenLayer.Command) -> Void) {
            picture = gtk_picture_new()
            placeholder = GlyphView(.film, size: 36).widget
            countdown = Widgets.text("", "dim", "numeric")
            title = Widgets.text("", "title")
            play = gtk_button_new_with_label("Play now")
            cancel = gtk_button_new_with_label("Cancel")
            guard let picture, let placeholder, let countdown, let title, let play, let cancel,
                let frame = gtk_overlay_new(), let buttons = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, [play, cancel]),
                let texts = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 3, [countdown, title, buttons]),
                let card = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, [frame, texts])
            else { return }
            gtk_overlay_set_child(Widgets.opaque(frame), picture)
            gtk_overlay_add_overlay(Widgets.opaque(frame), placeholder)
            Widgets.setSize(frame, width: Self.size.width, height: Self.size.height)
            gtk_widget_set_overflow(frame, GTK_OVERFLOW_HIDDEN)
            gtk_widget_set_valign(frame, GTK_ALIGN_CENTER)
            gtk_widget_add_css_class(frame, "poster")
            for label in [countdown, title] { gtk_label_set_xalign(Widgets.opaque(label), 0) }
            gtk_label_set_ellipsize(Widgets.opaque(title), PANGO_ELLIPSIZE_END)
            gtk_label_set_max_width_chars(Widgets.opaque(title), 22)
            gtk_widget_add_css_class(play, "primary")
            gtk_widget_add_css_class(card, "playhead-next")
            gtk_widget_set_halign(card, GTK_ALIGN_END)
            gtk_widget_set_valign(card, GTK_ALIGN_END)
            gtk_widget_set_margin_end(card, Self.margin)
            gtk_widget_set_visible(card, 0)
            Signals.on(UnsafeMutableRawPointer(play), "clicked") { perform(.next) }
            Signals.on(UnsafeMutableRawPointer(cancel), "clicked") { perform(.cancelNext) }
            Widgets.setAccessible(cancel, GTK_ACCESSIBLE_PROPERTY_LABEL, to: "Next: cancel")
            widget = card
        }

        /// The controls by name.
        var controls: [String: Widget?] { ["nextUp": widget, "nextPlay": play, "nextCancel": cancel] }

        func show(_ next: ControlBarModel.NextUp?) {
            guard let widget, let countdown, let title, let play else { return }
            if let next {
                Widgets.setText(countdown, next.text)
                Widgets.setText(title, next.title)
                Widgets.setAccessible(play, GTK_ACCESSIBLE_PROPERTY_LABEL, to: "Next: \(next.title)")
            }
            Widgets.setVisible(widget, next != nil)
        }

        /// Shows the item's picture; `nil` shows a symbol.
        func setPicture(_ bytes: [UInt8]?) {
            guard let picture, let placeholder else { return }
            let made = bytes.flatMap { Widgets.texture(of: $0) }
            gtk_picture_set_paintable(Widgets.opaque(picture), made)
            Widgets.setVisible(placeholder, made == nil)
            if let made { g_object_unref(UnsafeMutableRawPointer(made)) }
        }

        /// Keeps clear of the area that covers the lower edge.
        func setCovered(_ height: Double) {
            guard let widget else { return }
            gtk_widget_set_margin_bottom(widget, Int32(saturating: height, rounding: .towardZero).saturatingAdding(Self.margin))
        }
    }
#endif
