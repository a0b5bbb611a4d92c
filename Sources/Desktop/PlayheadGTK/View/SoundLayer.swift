#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// The cover, the title and the artist of media without pictures.
    @MainActor
    final class SoundLayer {
        /// The widget, which clicks pass through.
        private(set) var widget: Widget?
        /// The cover, or the icon in its place.
        private(set) var cover: Widget?
        private var picture, title, artist: Widget?
        private let icon = GlyphView(.music, size: 64)
        private var artwork: [UInt8]?
        private var shown: SoundCard?
        private var hasCover = true

        /// Whether the layer is visible.
        var isShown: Bool { shown != nil }

        init() {
            picture = gtk_picture_new()
            title = Widgets.text("", "title")
            artist = Widgets.text("", "dim")
            guard let picture, let title, let artist, let icon = icon.widget, let cover = gtk_overlay_new(),
                let box = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 6, [cover, title, artist])
            else { return }
            // A picture of its own size would enlarge the cover if it were the overlay's child.
            gtk_overlay_set_child(Widgets.opaque(cover), icon)
            gtk_overlay_add_overlay(Widgets.opaque(cover), picture)
            gtk_widget_add_css_class(cover, "cover")
            gtk_widget_set_overflow(cover, GTK_OVERFLOW_HIDDEN)
            gtk_widget_set_halign(cover, GTK_ALIGN_CENTER)
            gtk_widget_set_margin_bottom(cover, 10)
            Widgets.setAccessible(picture, GTK_ACCESSIBLE_PROPERTY_LABEL, to: "Cover")
            for label in [title, artist] {
                gtk_label_set_ellipsize(Widgets.opaque(label), PANGO_ELLIPSIZE_END)
                gtk_label_set_justify(Widgets.opaque(label), GTK_JUSTIFY_CENTER)
            }
            gtk_widget_add_css_class(box, "playhead-sound")
            gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
            gtk_widget_set_can_target(box, 0)
            gtk_widget_set_visible(box, 0)
            (widget, self.cover) = (box, cover)
        }

        /// Shows a card with the image file of a cover; `nil` hides the layer.
        func show(_ card: SoundCard?, artwork new: [UInt8]?) {
            guard let widget, let picture, let title, let artist else { return }
            if new != artwork {
                artwork = new
                let texture = new.flatMap { Widgets.texture(of: $0) }
                gtk_picture_set_paintable(Widgets.opaque(picture), texture)
                if let icon = icon.widget { Widgets.setVisible(icon, texture == nil) }
                if let texture { g_object_unref(UnsafeMutableRawPointer(texture)) }
            }
            guard card != shown else { return }
            shown = card
            if let card {
                Widgets.setText(title, card.title)
                Widgets.setText(artist, card.artist)
                Widgets.setVisible(artist, !card.artist.isEmpty)
            }
            Widgets.setVisible(widget, card != nil)
        }

        /// Decodes the cover; `nil` without one. The caller owns the texture.
        func artworkTexture() -> OpaquePointer? { artwork.flatMap { Widgets.texture(of: $0) } }

        /// Fits the cover into a view's size, in units of the view.
        func fit(width: Double, height: Double) {
            guard let cover else { return }
            let side = SoundCard.coverSide(viewWidth: width, viewHeight: height)
            Widgets.setVisible(cover, side != nil)
            Widgets.setSize(cover, width: side ?? 0, height: side ?? 0)
            icon.setSize((side ?? 0) * 0.5)
        }

        /// Keeps clear of a pane at the end of the view.
        func setPane(_ pane: PaneLayout?) {
            guard let widget else { return }
            gtk_widget_set_margin_end(widget, pane.map { $0.leavesRoom ? gint(saturating: $0.width) : 0 } ?? 0)
        }
    }
#endif
