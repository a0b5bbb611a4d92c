#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// The feedback about the last key, over the picture.
    @MainActor
    final class FeedbackLayer {
        /// The widget, which clicks pass through.
        private(set) var widget: Widget?
        private let icon = GlyphView(.play, size: 44)
        private var text, level: Widget?
        private(set) var shown: KeyFeedback?
        private var hiding: Task<Void, Never>?
        private let clock = SystemClock()

        init() {
            text = Widgets.text("", "numeric")
            level = gtk_progress_bar_new()
            guard let text, let level, let icon = icon.widget,
                let box = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 6, [icon, text, level])
            else { return }
            gtk_widget_add_css_class(box, "playhead-feedback")
            gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
            gtk_widget_set_can_target(box, 0)
            gtk_widget_set_visible(box, 0)
            gtk_widget_set_direction(level, GTK_TEXT_DIR_LTR)
            widget = box
        }

        /// Shows feedback for its duration.
        func show(_ feedback: KeyFeedback) {
            guard let widget, let text, let level else { return }
            shown = feedback
            if let glyph = feedback.glyph { icon.glyph = glyph }
            if let icon = icon.widget { Widgets.setVisible(icon, feedback.glyph != nil) }
            Widgets.setText(text, feedback.text)
            Widgets.setVisible(text, !feedback.text.isEmpty)
            Widgets.setVisible(level, feedback.level != nil)
            gtk_progress_bar_set_fraction(Widgets.opaque(level), feedback.level ?? 0)
            let places: [KeyFeedback.Side: GtkAlign] = [.left: GTK_ALIGN_START, .middle: GTK_ALIGN_CENTER, .right: GTK_ALIGN_END]
            gtk_widget_set_halign(widget, places[feedback.side] ?? GTK_ALIGN_CENTER)
            gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR)
            Widgets.setVisible(widget, true)
            hiding?.cancel()
            hiding = Task { [weak self, clock] in
                guard (try? await clock.sleep(for: KeyFeedback.duration)) != nil, !Task.isCancelled else { return }
                self?.hide()
            }
        }

        private func hide() {
            shown = nil
            if let widget { Widgets.setVisible(widget, false) }
        }

        /// Keeps the distance from the edges proportional to the width of the view.
        func setWidth(_ width: Double) {
            guard let widget else { return }
            let margin = Int32(saturating: width * 0.12)
            gtk_widget_set_margin_start(widget, margin)
            gtk_widget_set_margin_end(widget, margin)
        }
    }
#endif
