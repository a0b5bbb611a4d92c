#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadNowPlaying

    /// Lock-screen controls, which are on by default.
    extension PlayerView {
        /// Creates the controls of the current player.
        func startNowPlaying() {
            nowPlaying?.close()
            nowPlaying = nil
            guard let player, player.configuration.displaysLockScreenControls else { return }
            nowPlaying = NowPlayingController(standingInFor: player, options: nowPlayingOptions ?? standardNowPlayingOptions)
        }

        private var standardNowPlayingOptions: NowPlayingOptions {
            var options = NowPlayingOptions()
            if let name = g_get_application_name() { options.applicationName = String(cString: name) }
            options.onFullscreen = { [weak self] in self?.setFullscreen($0) }
            options.onRaise = { [weak self] in if let window = self?.window { gtk_window_present(window) } }
            return options
        }
    }
#endif
