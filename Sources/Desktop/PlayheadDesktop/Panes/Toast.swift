#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadGTK

    /// A message over the picture that disappears by itself.
    @MainActor
    final class Toast {
        private(set) var widget: Widget?
        private var hiding: Task<Void, Never>?
        private static let duration = 5.0

        init() {
            widget = Widgets.text("", "playhead-toast")
            guard let widget else { return }
            gtk_label_set_wrap(Widgets.opaque(widget), 1)
            gtk_label_set_max_width_chars(Widgets.opaque(widget), 60)
            gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
            gtk_widget_set_valign(widget, GTK_ALIGN_START)
            gtk_widget_set_can_target(widget, 0)
            gtk_widget_set_visible(widget, 0)
        }

        func show(_ text: String) {
            guard let widget else { return }
            Widgets.setText(widget, text)
            Widgets.setVisible(widget, true)
            hiding?.cancel()
            hiding = Task { [weak self] in
                guard (try? await SystemClock().sleep(for: Self.duration)) != nil, !Task.isCancelled else { return }
                if let widget = self?.widget { Widgets.setVisible(widget, false) }
            }
        }
    }
#endif
