#if canImport(CGtk)
    @_exported import PlayheadNumbers
    import CGtk
    import Dispatch
    import Foundation
    import Playhead
    import PlayheadArguments
    import PlayheadGTK
    import PlayheadNowPlaying
    #if canImport(CWebKit)
        import PlayheadOverlayGTK
    #endif
    import PlayheadPulse
    import PlayheadTransport
    import PlayheadView

    /// The program's window and its player.
    @MainActor
    final class DesktopWindow {
        // It has more than 20 stored properties: one for each part of the window.

        let window: UnsafeMutablePointer<GtkWindow>
        let view: PlayerView
        let player: Player
        let command: DesktopCommand
        let memory: StateFile
        /// The view with the panes over it.
        let root: Widget
        var start: StartScreen?
        var pane: PlaylistPane?
        var statistics: StatisticsPane?
        var menu: ContextMenu?
        var preferences: PreferencesPane?
        let toast: Toast
        /// The item whose position is remembered, and the last position.
        var watched: (item: PlayerItem, position: Double, duration: Double)?
        /// The times at which the position of the watched item is written.
        var positionSchedule = PositionSchedule(at: 0)
        let thumbnails = ThumbnailStore()
        /// The times at which pictures of the watched item are stored.
        var thumbnailSchedule = ThumbnailSchedule(at: 0)
        /// The position at which the next item starts; `nil` for where it was left.
        var requestedStart: Double?
        let clock = SystemClock()
        /// Whether an item has failed that another one replaces; its warning follows.
        private var isSkipping = false
        /// Whether the first film has determined the shape of the window.
        var hasFilmSize = false
        /// Requests a size until the window has it.
        var resizing: Task<Void, Never>?
        /// The size of the window before it became a mini window.
        var fullSize: (width: Int32, height: Int32)?
        var shownLevel: QualityLevel?
        #if canImport(CWebKit)
            private var overlay: DesktopOverlay?
        #endif
        private var listening: ObservationToken?
        private var signals: EndSignals?
        var status: Int32 = 0
        /// The locations that are read; a later request replaces an earlier one.
        var opening: Task<Void, Never>?
        private let sleep = SleepInhibitor()

        /// Initializes GTK; false if there is no display.
        static func prepare() -> Bool {
            // The windows of X11 and Wayland have the name of the program as their class or application id.
            g_set_prgname(ApplicationID.current)
            g_set_application_name("Playhead")
            guard gtk_init_check() != 0 else { return false }
            gtk_window_set_default_icon_name(ApplicationID.current)
            MainLoop.attach()
            return true
        }

        /// Creates the window, after ``prepare()``.
        init?(_ command: DesktopCommand, width: Int32, height: Int32) {
            guard let widget = gtk_window_new(), let root = gtk_overlay_new() else { return nil }
            window = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkWindow.self)
            self.root = root
            toast = Toast()
            memory = StateFile()
            view = PlayerView()
            self.command = command
            Diagnosis.blockedMainActor.mute()
            try? AudioSession.shared.setCategory(
                command.category, mode: command.category == .playback ? .moviePlayback : .default)
            var configuration = PlayerConfiguration()
            configuration.autoplay = command.autoplay
            configuration.live.isDVR = command.dvr
            configuration.playlist.itemFailure = command.skipFailed ? .skip : .stop
            configuration.videoOutput = view.videoOutput
            configuration.ads.advertising = try? command.ads.configuration
            if let language = command.captions ?? memory.state.preferences.captionsLanguage {
                configuration.captions.languages = [language]
                configuration.captions.mode = .on
            }
            configuration.captions.encoding = command.captionsEncoding
            configuration.audioOutput = command.audio == .pulse ? .custom { PulseAudioOutput() } : .none
            player = Player(configuration: configuration)
            gtk_window_set_title(window, "Playhead")
            gtk_window_set_default_size(window, width, height)
            gtk_window_set_child(window, root)
            if let widget = view.widget { gtk_overlay_set_child(Widgets.opaque(root), widget) }
        }

        /// Plays until the window is closed.
        /// - Returns: The exit status.
        func run() -> Int32 {
            listening = player.onEvent { [weak self] event in self?.handle(event) }
            useTheme()
            usePreferences()
            // The view's controls have the options of the program from the start.
            startLockScreen()
            view.player = player
            view.onClose(of: window) { [weak self] in self?.end() }
            addPanes()
            listenToDesktop()
            view.movesWindow = true
            followFilm()
            #if canImport(CWebKit)
                player.interactiveAdPresenter = InteractiveAdView(over: view)
            #endif
            startOverlay()
            signals = EndSignals(timeout: 2) { [weak self] in Task { @MainActor in self?.end() } }
            if command.places { view.onPlaces = { Self.printLine(["places": $0.mapValues(Self.fields)]) } }
            if command.isService {
                awaitRequest()
            } else {
                gtk_window_present(window)
                if command.fullscreen { view.setFullscreen(true) }
            }
            if command.urls.isEmpty { showStart(true) } else { openArguments() }
            MainLoop.run()
            return status
        }

        /// Handles the requests of later starts and of the desktop.
        func serve(_ instance: DesktopInstance) {
            let requests = DesktopInstance.Requests(
                activate: { [weak self] in self?.present() },
                open: { [weak self] urls in self?.openRequested(urls) },
                openWindow: { [weak self] in self?.openWindow() })
            instance.serve(window, requests)
        }

        private var isRequested = false

        /// Opens URLs of another program.
        private func openRequested(_ urls: [URL]) {
            present()
            open(urls)
        }

        /// Opens a separate window, in a process of its own.
        private func openWindow() {
            guard isRequested || !command.isService else { return present() }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = ["--new-window"]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            do { try process.run() } catch { warn("Another window can't be opened: \(error.localizedDescription)") }
        }

        private func present() {
            guard !isEnding else { return }
            isRequested = true
            gtk_window_present(window)
        }

        /// Ends the program if the desktop started it and requests nothing.
        private func awaitRequest() {
            let timeout = 10.0
            Task { [weak self] in
                try? await SystemClock().sleep(for: timeout)
                if self?.isRequested == false { self?.end() }
            }
        }

        private static func fields(_ rect: ViewRect) -> [String: Double] {
            ["x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height]
        }

        /// Writes a line of JSON. The window stays open if standard output is closed, because the viewer may still be watching.
        private static func writeLine(_ json: String) { LineWriter.standardOutput.write(json: json) }

        private static func printLine(_ object: [String: Any]) {
            guard let line = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]) else { return }
            writeLine(String(decoding: line, as: UTF8.self))
        }

        private func handle(_ event: any PlayerEvent) {
            if command.json { Self.writeLine(EventLine.text(of: event)) }
            remember(event)
            sleep.follow(player)
            switch event {
            case is ItemMetadataEvent:
                showTitle()
                showPlaylist()
            case is PlaylistItemEvent:
                shownLevel = nil
                if isStartShown { showStart(false) }
                showTitle()
                showPlaylist()
            case let quality as VisualQualityEvent: shownLevel = quality.level
            case is PlaylistEvent: showPlaylist()
            case let change as StateChangeEvent where change.newState == .ready:
                showTitle()
                showPlaylist()
            case let change as StateChangeEvent where change.newState == .stopping: isSkipping = change.reason == .failure
            case let warning as WarningEvent where isSkipping:
                isSkipping = false
                warn("\(player.currentItem?.displayTitle ?? ""): \(warning.error.message) (\(warning.error.code))")
            case let meta as MetaEvent: if case .nowPlaying = meta.content { showTitle() }
            case let failure as SetupErrorEvent: report(failure.error)
            case let failure as ErrorEvent: report(failure.error)
            default: break
            }
        }

        private func showTitle() {
            gtk_window_set_title(window, player.currentItem.map { "\($0.displayTitle) – Playhead" } ?? "Playhead")
        }

        func report(_ error: PlaybackError) {
            standardError("\(error.message) (\(error.code))")
        }

        private func startLockScreen() {
            var options = NowPlayingOptions()
            options.applicationName = "Playhead"
            options.busName = "playhead"
            options.desktopEntry = ApplicationID.current
            options.onOpen = { [weak self] in self?.openRequested([$0]) }
            options.onFullscreen = { [weak self] in self?.view.setFullscreen($0) }
            options.onQuit = { [weak self] in self?.end() }
            options.onRaise = { [weak self] in self.map { gtk_window_present($0.window) } }
            view.nowPlayingOptions = options
        }

        /// Reloads the overlay.
        /// - Returns: Whether there is an overlay.
        func reloadOverlay() -> Bool {
            #if canImport(CWebKit)
                overlay?.reload()
                return overlay != nil
            #else
                return false
            #endif
        }

        private func startOverlay() {
            #if canImport(CWebKit)
                guard let page = command.overlay else { return }
                do {
                    overlay = try DesktopOverlay(page, over: view, player: player) { [command] message in
                        if command.json { Self.writeLine(message.text()) }
                    }
                    if command.overlayMessages { overlay?.readMessages() }
                } catch {
                    standardError("The overlay can't be shown: \(error.localizedDescription)")
                }
            #endif
        }

        private(set) var isEnding = false

        func end() {
            guard !isEnding else { return }
            isEnding = true
            rememberAtEnd()
            sleep.end()
            view.nowPlaying?.close()
            #if canImport(CWebKit)
                overlay?.close()
            #endif
            player.release()
            Task {
                await player.released()
                listening?.invalidate()
                MainLoop.quit()
            }
        }
    }
#endif
