#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// What lies between the picture and the controls, and what it may do with both: an overlay's page.
    extension PlayerView {
        /// Puts a widget over the picture, and below the controls and all that is told.
        public func addLayer(_ layer: UnsafeMutablePointer<GtkWidget>) {
            guard let widget, let picture = picture.widget else { return }
            gtk_overlay_add_overlay(Widgets.opaque(widget), layer)
            gtk_widget_insert_after(layer, widget, picture)
            self.layer = layer
        }

        /// Puts an ad's page over the picture and over what lies on it, and below what is told of ads.
        /// - Parameter onInteraction: Hears of clicks and keys in it.
        package func addAdLayer(_ layer: Widget, onInteraction: @escaping @MainActor @Sendable () -> Void) {
            guard let widget, let below = self.layer ?? picture.widget else { return }
            gtk_overlay_add_overlay(Widgets.opaque(widget), layer)
            gtk_widget_insert_after(layer, widget, below)
            adLayers.append(layer)
            if let click = gtk_gesture_click_new() {
                gtk_gesture_single_set_button(click, 0)
                gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
                Signals.onPress(UnsafeMutableRawPointer(click), "pressed") { _, _, _ in onInteraction() }
                gtk_widget_add_controller(layer, click)
            }
            guard let keys = gtk_event_controller_key_new() else { return }
            gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
            Signals.onKey(UnsafeMutableRawPointer(keys)) { _ in
                onInteraction()
                return false
            }
            gtk_widget_add_controller(layer, keys)
        }

        /// Takes an ad's page away.
        package func removeAdLayer(_ layer: Widget) {
            adLayers.removeAll { $0 == layer }
            removeLayer(layer)
        }

        /// Takes a widget away that was put over the picture.
        public func removeLayer(_ layer: UnsafeMutablePointer<GtkWidget>) {
            guard let widget, gtk_widget_get_parent(layer) == widget else { return }
            // Keys are to be heard also afterwards.
            let hadFocus = gtk_widget_get_focus_child(widget) == layer
            if self.layer == layer { self.layer = nil }
            gtk_overlay_remove_overlay(Widgets.opaque(widget), layer)
            if hadFocus { gtk_widget_grab_focus(widget) }
        }

        /// Keys are for the player again, and no longer for what lies over the picture.
        public func takeKeys() { if let widget { gtk_widget_grab_focus(widget) } }

        /// Shows the control bar as if the viewer had moved, or lets it go, also while nothing plays; it stays where somebody uses it.
        public func showControls(_ isShown: Bool) {
            guard isShown else {
                visibility.dismiss()
                return look()
            }
            wake()
        }

        /// Shows the picture with its captions in a part of the view, over `duration` seconds.
        public func scalePicture(to scale: VideoScale, over duration: Double) { picture.scale(to: scale, over: duration) }
    }
#endif
