#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// The view's window: full screen, visibility and size.
    extension PlayerView {
        /// Enters or leaves full screen; the player emits events before and after.
        public func setFullscreen(_ wanted: Bool, reason: FullscreenReason = .external) {
            guard wanted != isFullscreen, window != nil else { return }
            player?.view.requestFullscreen(wanted, reason: reason)
            askForFullscreen(wanted)
            tasks.fullscreen?.cancel()
            tasks.fullscreen = Task { [weak self, clock] in
                // A window manager may ignore a request while it changes the window's size.
                let (attempts, interval) = (5, 0.5)
                for _ in 0..<attempts {
                    try? await clock.sleep(for: interval)
                    guard !Task.isCancelled, let self else { return }
                    // GTK's state is read, because its notification may be missing.
                    followFullscreen()
                    guard wanted != isFullscreen else { return }
                    askForFullscreen(wanted)
                }
            }
        }

        private func askForFullscreen(_ wanted: Bool) {
            guard let window else { return }
            if wanted { gtk_window_fullscreen(window) } else { gtk_window_unfullscreen(window) }
        }

        var window: UnsafeMutablePointer<GtkWindow>? {
            guard let widget, let root = gtk_widget_get_root(widget) else { return nil }
            let instance = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GTypeInstance.self)
            guard g_type_check_instance_is_a(instance, gtk_window_get_type()) != 0 else { return nil }
            return UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWindow.self)
        }

        /// Chooses GTK's dark or light widgets; `nil` is the desktop's setting, the default.
        public static func prefersDark(_ isDark: Bool?) {
            guard let settings = gtk_settings_get_default() else { return }
            guard let isDark else { return gtk_settings_reset_property(settings, "gtk-application-prefer-dark-theme") }
            var value = GValue()
            g_value_init(&value, GType(5 << 2))  // G_TYPE_BOOLEAN, a macro
            g_value_set_boolean(&value, isDark ? 1 : 0)
            g_object_set_property(
                UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), "gtk-application-prefer-dark-theme", &value)
            g_value_unset(&value)
        }

        /// Hides a window instead of closing it, and calls back: to release the player, and then to destroy the window or to end.
        public func onClose(of window: UnsafeMutablePointer<GtkWindow>, _ action: @escaping @MainActor @Sendable () -> Void) {
            Signals.onClose(UnsafeMutableRawPointer(window), action)
        }

        func listenToWindow(_ widget: Widget) {
            Signals.on(UnsafeMutableRawPointer(widget), "destroy") { [weak self] in self?.nowPlaying?.close() }
            Signals.on(UnsafeMutableRawPointer(widget), "map") { [weak self] in
                self?.connectWindow()
                self?.followWindow()
            }
            Signals.on(UnsafeMutableRawPointer(widget), "unmap") { [weak self] in self?.followWindow() }
            Signals.on(UnsafeMutableRawPointer(widget), "unrealize") { [weak self] in self?.isWindowConnected = false }
        }

        private func connectWindow() {
            guard !isWindowConnected, let window, let surface else { return }
            isWindowConnected = true
            Signals.onNotify(UnsafeMutableRawPointer(surface), "state") { [weak self] in self?.followWindow() }
            Signals.onNotify(UnsafeMutableRawPointer(surface), "mapped") { [weak self] in self?.followWindow() }
            Signals.onNotify(UnsafeMutableRawPointer(window), "fullscreened") { [weak self] in self?.followFullscreen() }
            Signals.onNotify(UnsafeMutableRawPointer(window), "focus-widget") { [weak self] in self?.followFocus() }
            Signals.onNotify(UnsafeMutableRawPointer(window), "is-active") { [weak self] in self?.reportPlaces() }
            if let widget { gtk_widget_grab_focus(widget) }
            guard let widget, let frames = gtk_widget_get_frame_clock(widget) else { return }
            Signals.on(UnsafeMutableRawPointer(frames), "after-paint") { [weak self] in
                self?.followPointer()
                self?.painted()
            }
        }

        /// Returns the focus to the view when the focused control disappears or becomes insensitive, because keys would go to the window only.
        private func followFocus() {
            guard let widget, let window else { return }
            if let focus = gtk_window_get_focus(window) {
                hasFocus = focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
            } else if hasFocus {
                // While Tab moves the focus from the last control to the first there is none for a moment.
                Task { [weak self] in self?.restoreFocus() }
            }
        }

        private func restoreFocus() {
            guard let widget, let window, gtk_window_get_focus(window) == nil, gtk_widget_get_mapped(widget) != 0 else { return }
            gtk_widget_grab_focus(widget)
        }

        private var surface: OpaquePointer? {
            guard let widget, let native = gtk_widget_get_native(widget) else { return nil }
            return gtk_native_get_surface(native)
        }

        private func followFullscreen() {
            guard let window else { return }
            let isNow = gtk_window_is_fullscreen(window) != 0
            guard isNow != isFullscreen else { return }
            isFullscreen = isNow
            player?.view.fullscreenChanged(to: isNow)
            setNeedsUpdate()
        }

        /// Reports to the player whether the window is visible. On X11, a window on another workspace looks the same as a minimized one.
        private func followWindow() {
            guard let widget else { return }
            let isMapped = gtk_widget_get_mapped(widget) != 0 && surface.map { gdk_surface_get_mapped($0) != 0 } ?? false
            let state = surface.map { gdk_toplevel_get_state($0).rawValue } ?? 0
            let isHidden = !isMapped || state & playhead_hidden_states != 0
            player?.view.visibilityChanged(to: !isHidden)
            guard isHidden != self.isHidden else { return }
            self.isHidden = isHidden
            player?.isInBackground = isHidden
            setNeedsUpdate()
        }

        /// The place of a pane at the end of the view.
        package var paneLayout: PaneLayout { PaneLayout(viewWidth: picture.widget.map { Double(gtk_widget_get_width($0)) } ?? 0) }

        /// Keeps title and captions clear of the pane.
        func followPane() {
            let layout = hasPane ? paneLayout : nil
            picture.coveredWidth = layout?.width ?? 0
            head.setPane(layout)
            sound.setPane(layout)
            screens?.setPane(layout)
            setHeld(isBarInUse)
        }

        func resized(_ width: Int, _ height: Int) {
            let scale = widget.map { Int(gtk_widget_get_scale_factor($0)) } ?? 1
            let size = (width: Double(width / max(1, scale)), height: Double(height / max(1, scale)))
            bar?.setSize(width: size.width, height: size.height)
            feedback.setWidth(size.width)
            sound.fit(width: size.width, height: size.height)
            ads?.fit(width: size.width, height: size.height)
            if let widget {
                let controlSize = ControlSize(viewWidth: size.width, viewHeight: size.height)
                for size in ControlSize.allCases { Widgets.setClass(widget, size.rawValue, size == controlSize) }
            }
            onPaneLayout?(paneLayout)
            followPane()
            pixels = PictureSize(width: width, height: height)
            player?.viewSize = pixels
            // The view may have become lower.
            look()
            player?.view.resized(width: width, height: height)
        }
    }
#endif
