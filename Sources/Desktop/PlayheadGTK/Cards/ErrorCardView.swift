#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// The card about an error: the item, the event, the recommended action, and buttons.
    @MainActor
    final class ErrorCardView {
        private(set) var widget: Widget?
        private var title, message, advice, code: Widget?
        private var retry, next: Widget?

        init(perform: @escaping @MainActor @Sendable (ScreenLayer.Command) -> Void) {
            title = Widgets.text("", "dim")
            message = Widgets.text("", "title")
            advice = Widgets.text("")
            code = Widgets.text("", "dim", "small")
            retry = gtk_button_new_with_label("Try again")
            next = gtk_button_new_with_label("Next")
            guard let title, let message, let advice, let code, let retry, let next, let icon = GlyphView(.warning, size: 36).widget,
                let buttons = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, [retry, next]),
                let card = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 8, [icon, title, message, advice, code, buttons])
            else { return }
            for label in [title, message, advice, code] {
                gtk_label_set_wrap(Widgets.opaque(label), 1)
                gtk_label_set_wrap_mode(Widgets.opaque(label), PANGO_WRAP_WORD_CHAR)
                gtk_label_set_justify(Widgets.opaque(label), GTK_JUSTIFY_CENTER)
                gtk_label_set_max_width_chars(Widgets.opaque(label), 44)
            }
            gtk_widget_add_css_class(retry, "primary")
            gtk_widget_set_halign(buttons, GTK_ALIGN_CENTER)
            gtk_widget_set_margin_top(buttons, 8)
            gtk_widget_add_css_class(card, "playhead-card")
            Signals.on(UnsafeMutableRawPointer(retry), "clicked") { perform(.retry) }
            Signals.on(UnsafeMutableRawPointer(next), "clicked") { perform(.next) }
            widget = card
        }

        /// The controls by name.
        var controls: [String: Widget?] { ["retry": retry, "errorNext": next] }

        func show(_ card: ControlBarModel.ErrorCard) {
            guard let widget, let title, let message, let advice, let code, let next else { return }
            for (label, text) in [
                (title, card.title), (message, card.message), (advice, card.advice), (code, card.code.isEmpty ? "" : "Error \(card.code)"),
            ] {
                Widgets.setText(label, text)
                Widgets.setVisible(label, !text.isEmpty)
            }
            Widgets.setVisible(next, card.hasNext)
            Widgets.setVisible(widget, true)
        }

        func hide() { if let widget { Widgets.setVisible(widget, false) } }
    }

    /// The card at the end of an item: a large button to replay, and the next item.
    @MainActor
    final class EndCardView {
        private(set) var widget: Widget?
        private var title, replay, next: Widget?

        init(perform: @escaping @MainActor @Sendable (ScreenLayer.Command) -> Void) {
            title = Widgets.text("", "title")
            let button = GlyphButton(.replay, "Replay", size: 40) { perform(.replay) }
            replay = button.widget
            next = gtk_button_new_with_label("Next")
            guard let title, let replay, let next, let caption = Widgets.text("Replay", "dim"),
                let card = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 8, [replay, caption, title, next])
            else { return }
            gtk_widget_add_css_class(replay, "playhead-replay")
            gtk_widget_set_halign(replay, GTK_ALIGN_CENTER)
            gtk_label_set_ellipsize(Widgets.opaque(title), PANGO_ELLIPSIZE_END)
            gtk_label_set_max_width_chars(Widgets.opaque(title), 40)
            gtk_widget_add_css_class(card, "playhead-end")
            Signals.on(UnsafeMutableRawPointer(next), "clicked") { perform(.next) }
            widget = card
        }

        /// The controls by name.
        var controls: [String: Widget?] { ["replay": replay, "cardNext": next] }

        func show(_ text: String, next following: String?) {
            guard let widget, let title, let next else { return }
            Widgets.setText(title, text)
            Widgets.setVisible(title, !text.isEmpty)
            if let following { gtk_button_set_label(Widgets.cast(next, to: GtkButton.self), "Next: \(following)") }
            Widgets.setVisible(next, following != nil)
            Widgets.setVisible(widget, true)
        }

        func hide() { if let widget { Widgets.setVisible(widget, false) } }
    }
#endif
