#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// Creates widgets that a closure draws.
    @MainActor
    package enum Canvas {
        /// Draws into a snapshot; width and height are the widget's, in its units.
        package typealias Draw = @MainActor @Sendable (_ snapshot: OpaquePointer, _ width: Double, _ height: Double) -> Void

        private static let key = "playhead-draw"

        /// Creates a widget without a size of its own.
        package static func make(_ draw: @escaping Draw) -> Widget? {
            guard let object = g_object_new_with_properties(type, 0, nil, nil) else { return nil }
            g_object_set_data_full(object, key, ClosureBox(draw).owned) { data in
                if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
            }
            return UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
        }

        private static let type: GType = registered()

        private nonisolated static func registered() -> GType {
            g_type_register_static_simple(
                gtk_widget_get_type(), "PlayheadCanvas", guint(MemoryLayout<GtkWidgetClass>.size),
                { klass, _ in klass?.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot = Canvas.snapshot },
                guint(MemoryLayout<GtkWidget>.size), nil, GTypeFlags(rawValue: 0))
        }

        private nonisolated static let snapshot: @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void = {
            widget, snapshot in
            guard let widget, let snapshot else { return }
            let data = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
            guard let draw = ClosureBox<Draw>.from(g_object_get_data(data, "playhead-draw")) else { return }
            let size = (Double(gtk_widget_get_width(widget)), Double(gtk_widget_get_height(widget)))
            // GTK draws on the main thread, and the snapshot does not leave it.
            nonisolated(unsafe) let target = snapshot
            MainActor.assumeIsolated { draw(target, size.0, size.1) }
        }
    }

    /// Returns a colour for GDK.
    package func rgba(_ rgb: UInt32, _ opacity: Double = 1) -> GdkRGBA {
        GdkRGBA(
            red: Float(rgb >> 16 & 0xFF) / 255, green: Float(rgb >> 8 & 0xFF) / 255, blue: Float(rgb & 0xFF) / 255, alpha: Float(opacity))
    }

    /// Returns a rectangle for GTK.
    package func bounds(_ rect: ViewRect) -> graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(rect.x), y: Float(rect.y)),
            size: graphene_size_t(width: Float(max(0, rect.width)), height: Float(max(0, rect.height))))
    }
#endif
