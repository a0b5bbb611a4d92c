#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// The cover of media without pictures.
    @MainActor
    final class CoverLayer {
        /// The widget, which clicks pass through.
        private(set) var widget: Widget?
        private var shown: [UInt8]?

        init() {
            guard let picture = gtk_picture_new() else { return }
            Widgets.setAccessible(picture, GTK_ACCESSIBLE_PROPERTY_LABEL, to: "Cover")
            gtk_widget_set_can_target(picture, 0)
            gtk_widget_set_visible(picture, 0)
            widget = picture
        }

        /// Shows an image file; `nil` shows nothing.
        func show(_ bytes: [UInt8]?) {
            guard let widget, bytes != shown else { return }
            shown = bytes
            let texture = bytes.flatMap { Widgets.texture(of: $0) }
            gtk_picture_set_paintable(Widgets.opaque(widget), texture)
            Widgets.setVisible(widget, texture != nil)
            if let texture { g_object_unref(UnsafeMutableRawPointer(texture)) }
        }
    }
#endif
