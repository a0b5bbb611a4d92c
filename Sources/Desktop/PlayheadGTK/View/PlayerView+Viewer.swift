#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// Handles pointer and keys, and the visibility of the control bar.
    extension PlayerView {
        func listenToViewer(_ widget: Widget) {
            if let motion = gtk_event_controller_motion_new() {
                for signal in ["enter", "motion"] {
                    Signals.onPoint(UnsafeMutableRawPointer(motion), signal) { [weak self] x, y in self?.moved(x, y) }
                }
                Signals.on(UnsafeMutableRawPointer(motion), "leave") { [weak self] in self?.left() }
                gtk_widget_add_controller(widget, motion)
            }
            if let keys = gtk_event_controller_key_new() {
                // Handles keys that no focused control has consumed.
                Signals.onKey(UnsafeMutableRawPointer(keys)) { [weak self] name in
                    guard let self else { return false }
                    return press(name) || onKey?(name) ?? false
                }
                gtk_widget_add_controller(widget, keys)
            }
            if let keys = gtk_event_controller_key_new() {
                // Every key shows the bar, including those that move the focus.
                gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
                Signals.onKey(UnsafeMutableRawPointer(keys)) { [weak self] _ in
                    self?.wake()
                    return false
                }
                gtk_widget_add_controller(widget, keys)
            }
            if let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES) {
                Signals.onScroll(UnsafeMutableRawPointer(wheel)) { [weak self] right, down in self?.scrolled(right, down) ?? false }
                gtk_widget_add_controller(widget, wheel)
            }
            if let click = gtk_gesture_click_new(), let target = picture.widget {
                Signals.onPress(UnsafeMutableRawPointer(click), "pressed") { [weak self] presses, _, _ in self?.pressed(presses) }
                Signals.onPress(UnsafeMutableRawPointer(click), "released") { [weak self] presses, x, y in
                    self?.released(presses, x: x, y: y)
                }
                gtk_widget_add_controller(target, click)
                listenToDrags(target)
            }
        }

        /// Performs the action of a key that no focused control has consumed.
        /// - Parameter name: GDK's name of the key, such as `space`.
        /// - Returns: Whether the key has an action now.
        package func press(_ name: String) -> Bool {
            hasControls && ControlKey(name: name).map(perform) ?? false
        }

        /// Handles a press: the second one of a double click toggles full screen, and its first click has no other effect.
        private func pressed(_ presses: Int) {
            if let widget { gtk_widget_grab_focus(widget) }
            tasks.click?.cancel()
            wake()
            if presses == 2, hasControls { setFullscreen(!isFullscreen, reason: .interaction) }
        }

        /// Handles the end of a click that was not a drag: a single click plays or pauses.
        private func released(_ presses: Int, x: Double, y: Double) {
            guard presses == 1 else { return }
            player?.view.displayClicked()
            guard togglesOnClick && hasControls || player?.isInAdBreak == true else { return }
            let delay = 0.25
            tasks.click = Task { [weak self, clock] in
                guard (try? await clock.sleep(until: clock.now + delay)) != nil else { return }
                guard let self else { return }
                if player?.isInAdBreak == true { clickedAd(x, y) } else { perform(ControlBar.Command.toggle) }
            }
        }

        /// Changes the volume with the wheel, and skips with a wheel to the side.
        private func scrolled(_ right: Double, _ down: Double) -> Bool {
            guard hasControls, player != nil, !(bar?.isMenuOpen ?? false) else { return false }
            wake()
            let step = 0.05
            if down != 0 { return perform(ControlKey.volume(-step * min(max(down, -2), 2))) }
            if right != 0 { return perform(ControlKey.skip(right < 0 ? -5 : 5)) }
            return false
        }

        /// The height of the bar's gradient above its controls.
        private static let fade = 14.0

        private func moved(_ x: Double, _ y: Double) {
            // GTK also reports a movement if a widget changes under the pointer.
            guard (x, y) != lastPoint else { return }
            lastPoint = (x, y)
            wake()
            reportPlaces()
        }

        /// Shows the preview if the timeline appears under a resting pointer.
        func followPointer() {
            guard let widget else { return }
            bar?.timeline.followPointer(x: lastPoint.0, y: lastPoint.1, in: widget)
        }

        private func left() {
            lastPoint = (-1, -1)
            visibility.leave(at: clock.now)
            look()
            reportPlaces()
        }

        func setHeld(_ isHeld: Bool) {
            isBarInUse = isHeld
            // A pane ends above the bar.
            visibility.setHeld(isHeld || hasPane, at: clock.now)
            look()
            reportPlaces()
        }

        /// Handles activity of the viewer.
        func wake() {
            visibility.wake(at: clock.now)
            look()
        }

        /// Updates the visibility of the bar, and schedules the next check.
        func look() {
            tasks.look?.cancel()
            let next = visibility.look(at: clock.now)
            showBar(visibility.isVisible && hasControls)
            guard let next else { return }
            tasks.look = Task { [weak self, clock] in
                guard (try? await clock.sleep(until: next)) != nil else { return }
                self?.look()
            }
        }

        private func showBar(_ isVisible: Bool) {
            guard let widget, let bar = bar?.widget else { return }
            let wasVisible = gtk_widget_get_visible(bar) != 0
            defer { coverPicture(isVisible) }
            head.show(model, isVisible: isVisible)
            guard isVisible != wasVisible else { return }
            // A hidden widget must not have the focus.
            if !isVisible, gtk_widget_get_focus_child(widget) == bar { gtk_widget_grab_focus(widget) }
            gtk_widget_set_visible(bar, isVisible ? 1 : 0)
            if !isVisible {
                preview?.hide()
                picture.preview = nil
            }
            gtk_widget_set_cursor_from_name(widget, isVisible ? nil : "none")
            player?.view.controlBarChanged(isVisible: isVisible)
        }

        /// Whether the bar is visible.
        var isBarShown: Bool { bar?.widget.map { gtk_widget_get_visible($0) != 0 } ?? false }

        /// Keeps captions, ads and cards away from the bar.
        private func coverPicture(_ isVisible: Bool) {
            let height = isVisible ? self.bar?.height ?? 0 : 0
            picture.covered = height
            ads?.setCovered(height)
            screens?.nextCard.setCovered(height)
        }

        func controlsChanged() {
            player?.view.controlsChanged(to: hasControls)
            look()
        }

        func hovered(_ hover: (position: Double, x: Double)?) {
            guard let hover, let widget, let bar, let timeline = bar.timeline.widget, let track = model.track, !track.isAd else {
                picture.preview = nil
                return preview?.hide() ?? ()
            }
            var (x, y) = (0.0, 0.0)
            gtk_widget_translate_coordinates(timeline, widget, hover.x, 0, &x, &y)
            preview?.show(
                hover.position, text: track.text(at: hover.position), at: x, above: bar.height - Self.fade,
                width: Double(gtk_widget_get_width(widget)))
            picture.preview = preview?.frame(height: Double(gtk_widget_get_height(widget)))
        }
    }
#endif
