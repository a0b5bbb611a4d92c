#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// The layer for ads over the picture: the banner, the skip button, the companion, and overlay ads.
    @MainActor
    final class AdLayer {
        enum Command: Sendable {
            case skip, companion, overlay, closeOverlay
        }

        /// The widgets, each with its own alignment.
        private(set) var widgets: [Widget] = []
        let companion: AdPicture
        let overlay: AdPicture
        /// The companion, if it is a page.
        private var page: (page: any AdPage, resource: AdCompanion)?
        private var viewSize = (width: 0.0, height: 0.0)
        private var banner, skip, companionBox, overlayBox, close: Widget?
        private var shown: AdBanner?
        /// The distance between widgets and the view's edges, in units of the view.
        private static let gap: Int32 = 16

        init(perform: @escaping @MainActor @Sendable (Command) -> Void) {
            companion = AdPicture(name: "Advertisement") { perform(.companion) }
            overlay = AdPicture(name: "Advertisement") { perform(.overlay) }
            banner = Widgets.text("", "playhead-ad", "numeric")
            skip = gtk_button_new_with_label("")
            close = GlyphButton(.close, "Close ad", size: 16) { perform(.closeOverlay) }.widget
            guard let banner, let skip, let close, let companion = companion.widget, let overlay = overlay.widget else { return }
            companionBox = Widgets.box(GTK_ORIENTATION_VERTICAL, [companion])
            overlayBox = Widgets.box(GTK_ORIENTATION_VERTICAL, [close, overlay])
            guard let companionBox, let overlayBox else { return }
            gtk_widget_set_can_target(banner, 0)
            // The buttons are hidden while they have the focus; the focus stays with the view, which handles keys.
            for button in [skip, close] { gtk_widget_set_focus_on_click(button, 0) }
            gtk_widget_add_css_class(skip, "playhead-skip")
            gtk_widget_add_css_class(close, "playhead-close")
            gtk_widget_set_halign(close, GTK_ALIGN_END)
            Signals.on(UnsafeMutableRawPointer(skip), "clicked") { perform(.skip) }
            let places = [
                (banner, GTK_ALIGN_START, GTK_ALIGN_END), (skip, GTK_ALIGN_END, GTK_ALIGN_END),
                (companionBox, GTK_ALIGN_END, GTK_ALIGN_START),
                (overlayBox, GTK_ALIGN_CENTER, GTK_ALIGN_END),
            ]
            for (widget, across, down) in places {
                gtk_widget_set_halign(widget, across)
                gtk_widget_set_valign(widget, down)
                gtk_widget_set_margin_start(widget, Self.gap)
                gtk_widget_set_margin_end(widget, Self.gap)
                gtk_widget_set_margin_top(widget, Self.gap)
                gtk_widget_set_margin_bottom(widget, Self.gap)
                gtk_widget_set_visible(widget, 0)
            }
            widgets = places.map(\.0)
        }

        /// The controls by name.
        var controls: [String: Widget] {
            ["ad": banner, "skip": skip, "companion": page?.page.widget ?? companion.widget, "overlayAd": overlay.widget, "closeAd": close]
                .compactMapValues {
                    $0
                }
        }

        func show(_ new: AdBanner?) {
            guard new != shown, let banner, let skip else { return }
            shown = new
            Widgets.setText(banner, new?.text ?? "")
            Widgets.setVisible(banner, new != nil)
            let button = new?.skip ?? .none
            if button != .none { gtk_button_set_label(Widgets.cast(skip, to: GtkButton.self), button.text) }
            Widgets.setSensitive(skip, button == .ready)
            Widgets.setVisible(skip, button != .none)
        }

        /// Updates the visibility of the boxes: a box is visible as long as its image is.
        func pictureChanged() {
            if let companionBox { Widgets.setVisible(companionBox, companion.isShown || page != nil) }
            if let overlayBox { Widgets.setVisible(overlayBox, overlay.isShown) }
        }

        /// Keeps clear of the area that covers the lower edge.
        func setCovered(_ height: Double) {
            let margin = Int32(saturating: height, rounding: .towardZero).saturatingAdding(Self.gap)
            for widget in [banner, skip, overlayBox] { if let widget { gtk_widget_set_margin_bottom(widget, margin) } }
        }

        /// Shows or removes a companion that is a page.
        func showPage(_ new: (page: any AdPage, resource: AdCompanion)?) {
            if let old = page?.page, let companionBox {
                gtk_box_remove(Widgets.cast(companionBox, to: GtkBox.self), old.widget)
                old.close()
            }
            page = new
            if let new, let companionBox { gtk_box_append(Widgets.cast(companionBox, to: GtkBox.self), new.page.widget) }
            placePage()
            pictureChanged()
        }

        private func placePage() {
            guard let page else { return }
            let (width, height) = (Double(page.resource.width ?? 300), Double(page.resource.height ?? 250))
            let size = AdPlace.size(width: width, height: height, viewWidth: viewSize.width, viewHeight: viewSize.height)
            Widgets.setSize(page.page.widget, width: size.width, height: size.height)
        }

        func fit(width: Double, height: Double) {
            viewSize = (width, height)
            placePage()
            companion.fit(width: width, height: height)
            overlay.fit(width: width, height: height)
        }
    }
#endif
