#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// The layer between the picture and the controls, for an overlay's page.
    extension PlayerView {
        /// Adds a widget above the picture, and below the controls and messages. During an ad, clicks go to the ad.
        public func addLayer(_ layer: UnsafeMutablePointer<GtkWidget>) {
            guard let widget, let picture = picture.widget else { return }
            gtk_overlay_add_overlay(Widgets.opaque(widget), layer)
            gtk_widget_insert_after(layer, widget, picture)
            (self.layer, layerGivesWay) = (layer, false)
            // The page itself decides when it accepts clicks.
            Signals.onNotify(UnsafeMutableRawPointer(layer), "can-target") { [weak self] in self?.followLayer() }
            followLayer()
        }

        /// Disables clicks on the layer during an ad, so that a click opens the ad's click-through address.
        func followLayer() {
            guard let layer else { return }
            let isAd = player?.advertisement != nil
            guard isAd ? gtk_widget_get_can_target(layer) != 0 : layerGivesWay else { return }
            layerGivesWay = isAd
            gtk_widget_set_can_target(layer, isAd ? 0 : 1)
        }

        /// Adds an ad's page above the picture and its layers, and below the ad's controls. `onInteraction` is called for clicks and keys
        /// in the page.
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

        /// Calls back when a widget is clicked, without consuming the click.
        package static func onClick(on widget: Widget, _ action: @escaping @MainActor @Sendable () -> Void) {
            guard let click = gtk_gesture_click_new() else { return }
            gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
            Signals.onPress(UnsafeMutableRawPointer(click), "pressed") { _, _, _ in action() }
            gtk_widget_add_controller(widget, click)
        }

        /// Removes an ad's page.
        package func removeAdLayer(_ layer: Widget) {
            adLayers.removeAll { $0 == layer }
            remove(layer)
        }

        /// Removes a widget that was added by ``addLayer(_:)``.
        public func removeLayer(_ layer: UnsafeMutablePointer<GtkWidget>) {
            if self.layer == layer { self.layer = nil }
            remove(layer)
        }

        private func remove(_ layer: Widget) {
            guard let widget, gtk_widget_get_parent(layer) == widget else { return }
            // Key events must remain available after the removal.
            let hadFocus = gtk_widget_get_focus_child(widget) == layer
            gtk_overlay_remove_overlay(Widgets.opaque(widget), layer)
            if hadFocus { gtk_widget_grab_focus(widget) }
        }

        /// Saves the picture as it is shown, without captions, as a PNG file.
        /// - Returns: Whether there is a picture and it was written.
        public func savePicture(to path: String) -> Bool { picture.save(to: path) }

        /// Opens a page of the settings in the control bar.
        package func openSettings(_ page: SettingsMenu.Page) {
            wake()
            bar?.openSettings(page)
        }

        /// The size of the picture in square pixels; `nil` without one.
        package var pictureSize: (Double, Double)? { picture.currentTexture.map { ($0.width, $0.height) } }

        /// Whether there is a picture.
        package var hasPicture: Bool { picture.hasPicture }

        /// Moves the keyboard focus from the layer to the player.
        public func takeKeys() { if let widget { gtk_widget_grab_focus(widget) } }

        /// Shows the control bar as if the viewer were active, or hides it, also while paused. A bar that is in use stays visible.
        public func showControls(_ isShown: Bool) {
            guard isShown else {
                visibility.dismiss()
                return look()
            }
            wake()
        }

        /// Shows the picture with its captions in a part of the view, with an animation of `duration` seconds.
        package func scalePicture(to scale: VideoScale, over duration: Double) { picture.scale(to: scale, over: duration) }
    }
#endif
