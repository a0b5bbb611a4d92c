#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// The layer over the picture: the spinner, errors, the end, and the next item.
    @MainActor
    final class ScreenLayer {
        enum Command: Sendable {
            case replay, retry, next, cancelNext
        }

        /// The widgets, each with its own alignment.
        private(set) var widgets: [Widget] = []
        private var spinner, waiting, waitingTitle: Widget?
        private let errorCard: ErrorCardView
        private let endCard: EndCardView
        let nextCard: NextCardView
        private var shown = ControlBarModel.Screen.none
        private var delay = WaitingDelay()
        private var showing: Task<Void, Never>?
        private let clock = SystemClock()

        init(perform: @escaping @MainActor @Sendable (Command) -> Void) {
            spinner = gtk_spinner_new()
            waitingTitle = Widgets.text("")
            errorCard = ErrorCardView(perform: perform)
            endCard = EndCardView(perform: perform)
            nextCard = NextCardView(perform: perform)
            guard let spinner, let waitingTitle,
                let waiting = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 12, [spinner, waitingTitle])
            else { return }
            self.waiting = waiting
            gtk_widget_set_size_request(spinner, 52, 52)
            gtk_widget_set_halign(spinner, GTK_ALIGN_CENTER)
            Widgets.setAccessible(spinner, GTK_ACCESSIBLE_PROPERTY_LABEL, to: "Loading")
            gtk_label_set_wrap(Widgets.opaque(waitingTitle), 1)
            gtk_label_set_justify(Widgets.opaque(waitingTitle), GTK_JUSTIFY_CENTER)
            gtk_label_set_max_width_chars(Widgets.opaque(waitingTitle), 40)
            gtk_widget_add_css_class(waiting, "playhead-waiting")
            gtk_widget_set_can_target(waiting, 0)
            for widget in [waiting, errorCard.widget, endCard.widget].compactMap(\.self) {
                gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
                gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
                gtk_widget_set_visible(widget, 0)
            }
            widgets = [waiting, errorCard.widget, endCard.widget, nextCard.widget].compactMap(\.self)
        }

        /// The controls by name.
        var controls: [String: Widget] {
            var all: [String: Widget?] = ["waiting": waiting]
            all.merge(errorCard.controls) { first, _ in first }
            all.merge(endCard.controls) { first, second in first ?? second }
            all.merge(nextCard.controls) { first, _ in first }
            if let card = [errorCard.widget, endCard.widget].compactMap(\.self).first(where: { gtk_widget_get_visible($0) != 0 }) {
                all["card"] = card
            }
            return all.compactMapValues { $0 }
        }

        func show(_ model: ControlBarModel) {
            nextCard.show(model.nextUp)
            guard model.screen != shown else { return }
            shown = model.screen
            if case .buffering(let title) = shown, let waitingTitle {
                Widgets.setText(waitingTitle, title)
                Widgets.setVisible(waitingTitle, !title.isEmpty)
                delay.setWaiting(true, at: clock.now)
            } else {
                delay.setWaiting(false, at: clock.now)
            }
            followDelay()
            if case .error(let card) = shown { errorCard.show(card) } else { errorCard.hide() }
            if case .ended(let title, let next) = shown { endCard.show(title, next: next) } else { endCard.hide() }
        }

        /// Keeps the cards clear of a pane; one that covers the whole width is above them.
        func setPane(_ pane: PaneLayout?) {
            let margin = pane.map { $0.leavesRoom ? gint(saturating: $0.width) : 0 } ?? 0
            for widget in [waiting, errorCard.widget, endCard.widget].compactMap(\.self) { gtk_widget_set_margin_end(widget, margin) }
        }

        private func followDelay() {
            guard let spinner, let waiting else { return }
            let isShown = delay.isShown(at: clock.now)
            gtk_spinner_set_spinning(Widgets.opaque(spinner), isShown ? 1 : 0)
            Widgets.setVisible(waiting, isShown)
            showing?.cancel()
            guard let next = delay.nextChange(after: clock.now) else { return }
            showing = Task { [weak self, clock] in
                guard (try? await clock.sleep(until: next)) != nil, !Task.isCancelled else { return }
                self?.followDelay()
            }
        }
    }
#endif
