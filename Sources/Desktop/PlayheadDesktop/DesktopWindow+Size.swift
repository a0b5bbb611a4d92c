#if canImport(CGtk)
    import CGtk
    import PlayheadGTK
    import PlayheadView

    /// The size of the window.
    extension DesktopWindow {
        func followFilm() {
            view.onPictureSize = { [weak self] width, height in self?.openWindow(for: WindowSize(width: width, height: height)) }
            var shown = view.stretching
            view.onSettingsChanged = { [weak self] in
                guard let self, view.stretching != shown else { return }
                shown = view.stretching
                guard shown == .none, let film = view.pictureSize else { return }
                let scale = gtk_widget_get_scale_factor(root)
                resize(to: WindowSize.original(WindowSize(width: film.0, height: film.1), scale: Double(scale), on: screen))
            }
        }

        /// Gives the window the aspect ratio of the first film, unless the command line has a size, or the viewer or the window manager chose one.
        private func openWindow(for film: WindowSize) {
            guard !hasFilmSize, !player.isInAdBreak else { return }
            hasFilmSize = true
            let shown = WindowSize(width: Double(gtk_widget_get_width(root)), height: Double(gtk_widget_get_height(root)))
            guard command.size == nil, shown == .standard || shown.width == 0 else { return }
            resize(to: WindowSize.opening(film, on: screen))
        }

        /// Resizes a window that is neither mini nor maximized nor on the whole screen.
        private func resize(to size: WindowSize?) {
            guard let size else { return }
            let (width, height) = (Int32(saturating: size.width), Int32(saturating: size.height))
            resizing?.cancel()
            resizing = Task { [weak self, clock] in
                // A window manager may ignore a request while it shows the window.
                let (attempts, interval) = (5, 0.4)
                for _ in 0..<attempts {
                    guard let self, !isEnding, !Task.isCancelled else { return }
                    guard gtk_widget_get_width(root) != width || gtk_widget_get_height(root) != height else { return }
                    request(width, height)
                    try? await clock.sleep(for: interval)
                }
            }
        }

        private func request(_ width: Int32, _ height: Int32) {
            guard fullSize == nil, gtk_window_is_maximized(window) == 0, gtk_window_is_fullscreen(window) == 0 else { return }
            let widget = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
            // The window may draw its own frame.
            let frame = (
                gtk_widget_get_width(widget).saturatingSubtracting(gtk_widget_get_width(root)),
                gtk_widget_get_height(widget).saturatingSubtracting(gtk_widget_get_height(root))
            )
            gtk_window_set_default_size(window, width.saturatingAdding(max(0, frame.0)), height.saturatingAdding(max(0, frame.1)))
        }

        private var screen: WindowSize { Dialogs.screen(of: window) }
    }
#endif
