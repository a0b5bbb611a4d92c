#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// Moves the window by dragging the picture.
    extension PlayerView {
        func listenToDrags(_ picture: Widget) {
            guard let drag = gtk_gesture_drag_new() else { return }
            Signals.onPoint(UnsafeMutableRawPointer(drag), "drag-update") { [weak self] x, y in self?.dragged(drag, picture, x, y) }
            gtk_widget_add_controller(picture, drag)
        }

        /// Passes the drag on to the window manager once it is no click.
        private func dragged(_ drag: OpaquePointer, _ picture: Widget, _ x: Double, _ y: Double) {
            guard movesWindow, !isFullscreen,
                gtk_drag_check_threshold(picture, 0, 0, Int32(saturating: x), Int32(saturating: y)) != 0,
                let native = gtk_widget_get_native(picture), let surface = gtk_native_get_surface(native),
                let device = gtk_gesture_get_device(drag)
            else { return }
            tasks.click?.cancel()
            // The click ends without an effect.
            gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
            var (start, inWindow, frame) = ((x: 0.0, y: 0.0), (x: 0.0, y: 0.0), (x: 0.0, y: 0.0))
            gtk_gesture_drag_get_start_point(drag, &start.x, &start.y)
            let window = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
            gtk_widget_translate_coordinates(picture, window, start.x, start.y, &inWindow.x, &inWindow.y)
            gtk_native_get_surface_transform(native, &frame.x, &frame.y)
            gdk_toplevel_begin_move(
                surface, device, Int32(clamping: gtk_gesture_single_get_current_button(drag)), inWindow.x + frame.x, inWindow.y + frame.y,
                gtk_event_controller_get_current_event_time(drag))
            gtk_event_controller_reset(drag)
        }
    }
#endif
