#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// The layer over the picture: the spinner, errors, the end, the next item, and the replay and retry buttons.
    @MainActor
    final class ScreenLayer {
        enum Command: Sendable {
            case replay, retry, next
        }

        /// The widgets, each with its own alignment.
        private(set) var widgets: [Widget] = []
        private var spinner, waiting, waitingTitle, card, cardTitle, cardText, replay, retry, cardNext, next: Widget?
        private var shown = ControlBarModel.Screen.none

        init(perform: @escaping @MainActor @Sendable (Command) -> Void) {
            spinner = gtk_spinner_new()
            waitingTitle = Widgets.text("")
            cardTitle = Widgets.text("", "title")
            cardText = Widgets.text("")
            replay = gtk_button_new_with_label("Replay")
            retry = gtk_button_new_with_label("Try again")
            cardNext = gtk_button_new_with_label("Next")
            next = gtk_button_new_with_label("Next")
            guard let spinner, let waitingTitle, let cardTitle, let cardText, let replay, let retry, let cardNext, let next else { return }
            gtk_widget_set_size_request(spinner, 48, 48)
            Widgets.setAccessible(spinner, GTK_ACCESSIBLE_PROPERTY_LABEL, to: "Loading")
            for label in [cardTitle, cardText, waitingTitle] {
                gtk_label_set_wrap(Widgets.opaque(label), 1)
                gtk_label_set_justify(Widgets.opaque(label), GTK_JUSTIFY_CENTER)
                gtk_label_set_max_width_chars(Widgets.opaque(label), 48)
            }
            Signals.on(UnsafeMutableRawPointer(replay), "clicked") { perform(.replay) }
            Signals.on(UnsafeMutableRawPointer(retry), "clicked") { perform(.retry) }
            Signals.on(UnsafeMutableRawPointer(cardNext), "clicked") { perform(.next) }
            Signals.on(UnsafeMutableRawPointer(next), "clicked") { perform(.next) }
            card = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 12, [cardTitle, cardText, replay, retry, cardNext])
            waiting = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 12, [spinner, waitingTitle])
            guard let card, let waiting else { return }
            gtk_widget_set_halign(spinner, GTK_ALIGN_CENTER)
            gtk_widget_add_css_class(card, "playhead-card")
            gtk_widget_add_css_class(waiting, "playhead-waiting")
            gtk_widget_set_can_target(waiting, 0)
            for widget in [waiting, card] {
                gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
                gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
                gtk_widget_set_visible(widget, 0)
            }
            gtk_widget_add_css_class(next, "playhead-next")
            gtk_widget_set_halign(next, GTK_ALIGN_END)
            gtk_widget_set_valign(next, GTK_ALIGN_END)
            gtk_widget_set_margin_end(next, 16)
            gtk_widget_set_margin_bottom(next, 90)
            gtk_widget_set_visible(next, 0)
            widgets = [waiting, card, next]
        }

        /// The controls by name.
        var controls: [String: Widget] {
            ["waiting": waiting, "card": card, "replay": replay, "retry": retry, "cardNext": cardNext, "nextUp": next].compactMapValues {
                $0
            }
        }

        func show(_ model: ControlBarModel) {
            if let next {
                if let title = model.nextUp { gtk_button_set_label(Widgets.cast(next, to: GtkButton.self), "Next: \(title)") }
                Widgets.setVisible(next, model.nextUp != nil)
            }
            guard model.screen != shown, let spinner, let waiting, let waitingTitle, let card else { return }
            shown = model.screen
            if case .buffering(let title) = shown {
                Widgets.setText(waitingTitle, title)
                Widgets.setVisible(waitingTitle, !title.isEmpty)
                gtk_spinner_set_spinning(Widgets.opaque(spinner), 1)
                Widgets.setVisible(waiting, true)
            } else {
                gtk_spinner_set_spinning(Widgets.opaque(spinner), 0)
                Widgets.setVisible(waiting, false)
            }
            switch shown {
            case .none, .buffering: Widgets.setVisible(card, false)
            case .error(let message, let code): show(message, code.isEmpty ? "" : "Error \(code)", retries: true)
            case .ended(let title, let nextUp): show(title, "", retries: false, next: nextUp)
            }
        }

        private func show(_ title: String, _ text: String, retries: Bool, next: String? = nil) {
            guard let card, let cardTitle, let cardText, let replay, let retry, let cardNext else { return }
            Widgets.setText(cardTitle, title)
            Widgets.setText(cardText, text)
            Widgets.setVisible(cardTitle, !title.isEmpty)
            Widgets.setVisible(cardText, !text.isEmpty)
            Widgets.setVisible(retry, retries)
            Widgets.setVisible(replay, !retries)
            if let next { gtk_button_set_label(Widgets.cast(cardNext, to: GtkButton.self), "Next: \(next)") }
            Widgets.setVisible(cardNext, next != nil)
            Widgets.setVisible(card, true)
        }
    }
#endif
