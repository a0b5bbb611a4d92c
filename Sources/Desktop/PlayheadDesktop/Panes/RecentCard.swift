#if canImport(CGtk)
    import CGtk
    import PlayheadGTK
    import PlayheadView

    /// A recent item on the start screen: its picture with the progress, and its title.
    @MainActor
    enum RecentCard {
        private static let size = (width: 168.0, height: 94.0)

        static func content(_ recent: StartScreen.Recent) -> Widget? {
            guard let poster = gtk_overlay_new(), let picture = gtk_picture_new(), let icon = GlyphView(.film, size: 36).widget,
                let title = Widgets.text(recent.title),
                let box = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 6, [poster, title])
            else { return nil }
            // A picture of its own size would enlarge the card if it were the overlay's child.
            gtk_overlay_set_child(Widgets.opaque(poster), icon)
            gtk_overlay_add_overlay(Widgets.opaque(poster), picture)
            gtk_picture_set_content_fit(Widgets.opaque(picture), GTK_CONTENT_FIT_COVER)
            let texture = recent.picture.flatMap { Widgets.texture(of: $0) }
            if let texture {
                gtk_picture_set_paintable(Widgets.opaque(picture), texture)
                g_object_unref(UnsafeMutableRawPointer(texture))
            }
            Widgets.setVisible(icon, texture == nil)
            if let progress = recent.progress, let line = line(progress) { gtk_overlay_add_overlay(Widgets.opaque(poster), line) }
            Widgets.setSize(poster, width: size.width, height: size.height)
            gtk_widget_set_overflow(poster, GTK_OVERFLOW_HIDDEN)
            gtk_widget_add_css_class(poster, "poster")
            gtk_label_set_xalign(Widgets.opaque(title), 0)
            gtk_label_set_ellipsize(Widgets.opaque(title), PANGO_ELLIPSIZE_END)
            // The title has the width of the picture.
            gtk_label_set_max_width_chars(Widgets.opaque(title), 1)
            return box
        }

        /// Creates the line of the progress at the lower edge.
        private static func line(_ progress: Double) -> Widget? {
            let canvas = Canvas.make { snapshot, width, height in
                var (ground, done) = (rgba(0, 0.6), rgba(0xFF9F43))
                var whole = bounds(ViewRect(x: 0, y: 0, width: width, height: height))
                var part = bounds(ViewRect(x: 0, y: 0, width: width * progress, height: height))
                gtk_snapshot_append_color(snapshot, &ground, &whole)
                gtk_snapshot_append_color(snapshot, &done, &part)
            }
            guard let canvas else { return nil }
            let height: Int32 = 4
            gtk_widget_set_size_request(canvas, -1, height)
            gtk_widget_set_valign(canvas, GTK_ALIGN_END)
            Widgets.setLeftToRight(canvas)
            return canvas
        }
    }
#endif
