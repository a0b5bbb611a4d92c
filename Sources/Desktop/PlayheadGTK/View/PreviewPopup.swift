#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadEngine
    import PlayheadView

    /// A thumbnail and the time at the pointer, beside the timeline.
    @MainActor
    final class PreviewPopup {
        private(set) var widget: Widget?
        private var image, label: Widget?
        private let player: () -> Player?
        private var loading: Task<Void, Never>?
        private static let size = PictureSize(width: 160, height: 90)

        init(player: @escaping () -> Player?) {
            self.player = player
            image = gtk_picture_new()
            label = Widgets.text("", "numeric")
            guard let image, let label, let box = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 2, [image, label]) else { return }
            gtk_widget_add_css_class(box, "playhead-preview")
            gtk_widget_set_halign(box, GTK_ALIGN_START)
            gtk_widget_set_valign(box, GTK_ALIGN_END)
            gtk_widget_set_can_target(box, 0)
            gtk_widget_set_visible(box, 0)
            gtk_widget_set_direction(box, GTK_TEXT_DIR_LTR)
            let maximumWidth: Int32 = 24
            gtk_label_set_justify(Widgets.opaque(label), GTK_JUSTIFY_CENTER)
            gtk_label_set_ellipsize(Widgets.opaque(label), PANGO_ELLIPSIZE_END)
            gtk_label_set_max_width_chars(Widgets.opaque(label), maximumWidth)
            gtk_picture_set_can_shrink(Widgets.opaque(image), 0)
            widget = box
        }

        /// Shows a position.
        func show(_ position: Double, text: String, at x: Double, above: Double, width: Double) {
            guard let widget, let label else { return }
            Widgets.setText(label, text)
            let half = Double(Self.size.width) / 2 + 4
            let start = min(max(x - half, 4), max(4, width - 2 * half - 4))
            gtk_widget_set_margin_start(widget, Int32(saturating: start, rounding: .towardZero))
            gtk_widget_set_margin_bottom(widget, Int32(saturating: above + 6, rounding: .towardZero))
            Widgets.setVisible(widget, true)
            loading?.cancel()
            guard let player = player() else { return }
            loading = Task { [weak self] in
                let thumbnail = await Self.thumbnail(of: player, at: position)
                guard !Task.isCancelled else { return }
                self?.show(thumbnail)
            }
        }

        /// Returns the place in a view, also before it is drawn; `nil` while it is hidden.
        func frame(height: Double) -> ViewRect? {
            guard let widget, gtk_widget_get_visible(widget) != 0 else { return nil }
            var (size, least) = (GtkRequisition(), GtkRequisition())
            gtk_widget_get_preferred_size(widget, &least, &size)
            // Margins are a part of the preferred size.
            let start = Double(gtk_widget_get_margin_start(widget))
            let bottom = Double(gtk_widget_get_margin_bottom(widget))
            let (width, tall) = (Double(size.width) - start, Double(size.height) - bottom)
            return ViewRect(x: start, y: height - bottom - tall, width: width, height: tall)
        }

        /// Loads the thumbnail, and retries if another request replaced this one or loading failed.
        private static func thumbnail(of player: Player, at position: Double) async -> Thumbnail? {
            let (tries, pause) = (4, 0.5)
            for attempt in 1...tries {
                do {
                    return try await player.thumbnail(at: position, fitting: size)
                } catch let error as PlaybackError where error.kind == .noDecodableTrack {
                    return nil
                } catch {
                    guard attempt < tries, (try? await SystemClock().sleep(for: pause)) != nil else { return nil }
                }
            }
            return nil
        }

        func hide() {
            loading?.cancel()
            if let widget { Widgets.setVisible(widget, false) }
        }

        /// Shows a thumbnail; `nil` removes the thumbnail of another position.
        private func show(_ thumbnail: Thumbnail?) {
            guard let image else { return }
            guard let thumbnail else { return gtk_picture_set_paintable(Widgets.opaque(image), nil) }
            let bytes = thumbnail.pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            defer { g_bytes_unref(bytes) }
            let texture = gdk_memory_texture_new(
                gint(clamping: thumbnail.width), gint(clamping: thumbnail.height), GDK_MEMORY_R8G8B8A8, bytes,
                gsize(clamping: thumbnail.width.saturatingMultiplied(by: 4)))
            guard let texture else { return }
            gtk_picture_set_paintable(Widgets.opaque(image), texture)
            g_object_unref(UnsafeMutableRawPointer(texture))
        }
    }
#endif
