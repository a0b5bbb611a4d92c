#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// The title over the upper edge of the picture, shown and hidden with the control bar.
    @MainActor
    final class TitleLayer {
        /// The widget, which clicks pass through.
        private(set) var widget: Widget?
        private var title, subtitle: Widget?

        init() {
            title = Widgets.text("", "title")
            subtitle = Widgets.text("", "dim")
            guard let title, let subtitle, let box = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 1, [title, subtitle]) else { return }
            for label in [title, subtitle] {
                gtk_label_set_ellipsize(Widgets.opaque(label), PANGO_ELLIPSIZE_END)
                gtk_label_set_xalign(Widgets.opaque(label), 0)
            }
            gtk_widget_add_css_class(box, "playhead-head")
            gtk_widget_set_valign(box, GTK_ALIGN_START)
            gtk_widget_set_can_target(box, 0)
            gtk_widget_set_visible(box, 0)
            widget = box
        }

        /// Shows the title of a model, if there is one.
        func show(_ model: ControlBarModel, isVisible: Bool) {
            guard let widget, let title, let subtitle else { return }
            Widgets.setText(title, model.title)
            Widgets.setVisible(title, showsTitle)
            Widgets.setText(subtitle, model.subtitle)
            Widgets.setVisible(subtitle, !model.subtitle.isEmpty)
            Widgets.setVisible(widget, isVisible && hasRoom && !(showsTitle ? model.title : model.subtitle).isEmpty)
        }

        /// Whether the title is shown here, and not by another layer.
        var showsTitle = true

        /// Whether there is room for the title.
        private var hasRoom = true

        /// Keeps clear of a pane at the end of the view.
        func setPane(_ pane: PaneLayout?) {
            guard let widget else { return }
            hasRoom = pane?.leavesRoom ?? true
            gtk_widget_set_margin_end(widget, hasRoom ? gint(saturating: pane?.width ?? 0) : 0)
        }
    }
#endif
