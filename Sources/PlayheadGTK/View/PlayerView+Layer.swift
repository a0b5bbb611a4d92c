#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// What lies between the picture and the controls, and what it may do with both: an overlay's page.
    extension PlayerView {
        /// Puts a widget over the picture, and below the controls and all that is told. While an ad is shown clicks are the ad's.
        public func addLayer(_ layer: UnsafeMutablePointer<GtkWidget>) {
            guard let widget, let picture = picture.widget else { return }
            gtk_overlay_add_overlay(Widgets.opaque(widget), layer)
            gtk_widget_insert_after(layer, widget, picture)
            (self.layer, layerGivesWay) = (layer, false)
            // It says itself from when on it takes clicks.
            Signals.onNotify(UnsafeMutableRawPointer(layer), "can-target") { [weak self] in self?.followLayer() }
            followLayer()
        }

        /// A click on an ad's picture is to open what it leads to, whatever lies over it.
        func followLayer() {
            guard let layer else { return }
            let isAd = player?.advertisement != nil
            guard isAd ? gtk_widget_get_can_target(layer) != 0 : layerGivesWay else { return }
            layerGivesWay = isAd
            gtk_widget_set_can_target(layer, isAd ? 0 : 1)
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

        /// Calls back when a widget was clicked on, and leaves the click to it.
        package static func onClick(on widget: Widget, _ action: @escaping @MainActor @Sendable () -> Void) {
            guard let click = gtk_gesture_click_new() else { return }
            gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
            Signals.onPress(UnsafeMutableRawPointer(click), "pressed") { _, _, _ in action() }
            gtk_widget_add_controller(widget, click)
        }

        /// Takes an ad's page away.
        package func removeAdLayer(_ layer: Widget) {
            adLayers.removeAll { $0 == layer }
            remove(layer)
        }

        /// Takes a widget away that was put over the picture.
        public func removeLayer(_ layer: UnsafeMutablePointer<GtkWidget>) {
            if self.layer == layer { self.layer = nil }
            remove(layer)
        }

        private func remove(_ layer: Widget) {
            guard let widget, gtk_widget_get_parent(layer) == widget else { return }
            // Keys are to be heard also afterwards.
            let hadFocus = gtk_widget_get_focus_child(widget) == layer
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
