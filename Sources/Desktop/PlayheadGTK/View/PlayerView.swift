#if canImport(CGtk)
    @_exported import PlayheadNumbers
    @_exported import CGtk
    import Playhead
    import PlayheadEngine
    @_exported import PlayheadNowPlaying
    import PlayheadView

    /// Shows a player in a GTK app: the picture with its captions, and controls.
    ///
    /// ```swift
    /// let view = PlayerView()
    /// var configuration = PlayerConfiguration()
    /// configuration.videoOutput = view.videoOutput
    /// view.player = Player(configuration: configuration)
    /// gtk_window_set_child(window, view.widget)
    /// ```
    /// GTK must be initialized before. The view belongs to the main actor, which GLib's loop runs (``MainLoop``). It reports its state to
    /// the player (`Player.view`, `Player.isInBackground`), and ends with its widget.
    @MainActor
    public final class PlayerView {
        // It has more than 20 stored properties: half of them are options of the app, the others are the layers of the view and what they show.

        /// The widget to add to a window.
        public let widget: UnsafeMutablePointer<GtkWidget>?
        /// The output for pictures; set it in the configuration of the player.
        public var videoOutput: (any VideoOutput)? { picture.output }
        /// The player, whose configuration has ``videoOutput``.
        public var player: Player? { didSet { if player !== oldValue { connect() } } }
        /// The way in which the picture fills the view. Uniform by default.
        public var stretching: Stretching {
            get { picture.stretching }
            set {
                picture.stretching = newValue
                setNeedsUpdate()
            }
        }
        /// The look of captions; WebVTT's by default.
        public var captionStyle: CaptionStyle {
            get { picture.captionStyle }
            set {
                picture.captionStyle = newValue
                setNeedsUpdate()
            }
        }
        /// Whether the view has controls and handles keys and clicks. True by default.
        public var hasControls = true { didSet { if hasControls != oldValue { controlsChanged() } } }
        /// Whether a click on the picture plays and pauses. True by default.
        public var togglesOnClick = true
        /// The delay of captions in seconds; negative shows them earlier.
        public var captionsDelay: Double {
            get { player?.captionsDelay ?? 0 }
            set {
                player?.captionsDelay = newValue
                showCues()
                setNeedsUpdate()
            }
        }
        /// Called when the viewer wants to open a file with captions; by default `nil`: the settings do not offer it.
        public var onOpenCaptions: (() -> Void)? { didSet { setNeedsUpdate() } }
        /// Whether the bar shows the remaining time instead of the duration. False by default; a click on the times changes it.
        public var showsRemainingTime: Bool {
            get { facts.showsRemaining }
            set {
                facts.showsRemaining = newValue
                setNeedsUpdate()
            }
        }
        /// Returns further widgets for ``places``, by name.
        package var additionalPlaces: (() -> [String: Widget])?
        /// Called when the viewer wants to see the playlist; by default `nil`: the bar has no button for it.
        public var onPlaylist: (() -> Void)? { didSet { bar?.hasPlaylist = onPlaylist != nil } }
        /// Called when the viewer wants a small window; by default `nil`: the bar has no button for it.
        public var onMiniWindow: (() -> Void)? { didSet { bar?.hasMiniWindow = onMiniWindow != nil } }
        /// Whether dragging the picture moves the window.
        package var movesWindow = false
        /// Called with the size of the picture in square pixels when it changes.
        package var onPictureSize: ((Double, Double) -> Void)? {
            get { picture.onPictureSize }
            set { picture.onPictureSize = newValue }
        }
        /// Whether a pane covers the end of the view, whose width is that of ``paneLayout``. Title and captions stay clear of it.
        package var hasPane = false { didSet { if hasPane != oldValue { followPane() } } }
        /// Called with the place of a pane when the width of the view changes.
        package var onPaneLayout: ((PaneLayout) -> Void)?
        /// Called when the viewer has changed a setting of the view.
        public var onSettingsChanged: (() -> Void)?
        /// Called with keys that have no action in the view, by GTK's names; returns whether the key was handled.
        public var onKey: ((String) -> Bool)?
        /// Called with ``places`` after they have changed and were drawn.
        package var onPlaces: (([String: ViewRect]) -> Void)?
        /// Called after each drawing with the height of the visible control bar.
        package var onBarHeight: ((Int32) -> Void)?
        /// The positions in seconds, to mark on the timeline, at which the app itself shows other content. The player's own ad breaks and
        /// the item's chapters are marked in any case.
        public var adBreaks: [Double] = [] { didSet { if adBreaks != oldValue { setNeedsUpdate() } } }
        /// Whether a click on an ad opens the desktop's browser if the player does not (`openBrowserOnAdClick`). True by default.
        public var opensAdClicks = true
        /// Whether an image companion of an ad is shown over the picture. True by default.
        public var showsCompanions = true
        /// Shows companions that are pages; by default `nil`: only images are shown. The reference is weak.
        package weak var adPages: (any AdPages)?
        /// Whether the view fills the screen.
        public internal(set) var isFullscreen = false
        /// The application's data and permissions for lock screens and media keys. By default the application's name is shown
        /// (`g_set_application_name`), and the window can be raised.
        public var nowPlayingOptions: NowPlayingOptions? { didSet { startNowPlaying() } }
        /// The lock-screen controls of the player. The view creates them, unless the player's configuration disables
        /// `displaysLockScreenControls` or the app has created its own `NowPlayingController` for the player; then the value is `nil`, or a
        /// closed controller.
        public internal(set) var nowPlaying: NowPlayingController?

        let picture = PictureView()
        let clock = SystemClock()
        var visibility: ControlBarVisibility
        var bar: ControlBar?
        let sound = SoundLayer()
        let head = TitleLayer()
        let feedback = FeedbackLayer()
        var screens: ScreenLayer?
        var ads: AdLayer?
        var shownCompanion: (index: Int, click: String?)?
        var shownOverlay = 0
        var preview: PreviewPopup?
        /// The widget that was last added over the picture.
        var layer: Widget?
        /// Whether the layer accepts clicks when no ad is shown.
        var layerGivesWay = false
        /// The pages of ads over the layer.
        var adLayers: [Widget] = []
        var facts = ControlBarFacts()
        package internal(set) var model = ControlBarModel()
        var listening: ObservationToken?
        private var soundDevices: AudioSession.Token?
        var isUpdateDue = false
        var tasks = Tasks()
        var isWindowConnected = false
        /// Whether the window's focus is in the view, as of the last change of the focus.
        var hasFocus = false
        var isHidden = false
        var isBarInUse = false
        var lastPoint = (-1.0, -1.0)
        var reportedPlaces: [String: ViewRect] = [:]
        var chapters: [Chapter] = []
        /// The captions of a file that the viewer opened.
        var openedCaptions: OpenedCaptions?
        /// Stops playback before the end of an item whose successor the viewer cancelled.
        var endObserver: ObservationToken?

        /// Creates a view without a player.
        public init() {
            visibility = ControlBarVisibility(at: clock.now)
            widget = gtk_overlay_new()
            Style.load()
            bar = ControlBar { [weak self] isHeld in
                self?.setHeld(isHeld)
            } perform: { [weak self] command in
                self?.perform(command)
            }
            screens = ScreenLayer { [weak self] command in self?.perform(command) }
            ads = AdLayer { [weak self] command in self?.perform(command) }
            preview = PreviewPopup { [weak self] in self?.player }
            picture.onResize = { [weak self] width, height in self?.resized(width, height) }
            bar?.timeline.onHover = { [weak self] hover in self?.hovered(hover) }
            guard let widget else { return }
            let overlay = Widgets.opaque(widget)
            if let picture = picture.widget { gtk_overlay_set_child(overlay, picture) }
            // The title's gradient is below the companion of an ad, which has its own colours.
            let layers = [sound.widget, head.widget].compactMap(\.self) + (ads?.widgets ?? []) + (screens?.widgets ?? [])
            for layer in layers + [feedback.widget].compactMap(\.self) { gtk_overlay_add_overlay(overlay, layer) }
            if let bar = bar?.widget { gtk_overlay_add_overlay(overlay, bar) }
            if let preview = preview?.widget { gtk_overlay_add_overlay(overlay, preview) }
            gtk_widget_add_css_class(widget, "playhead-view")
            Widgets.setClass(widget, "contrast", Style.hasHighContrast)
            gtk_widget_set_focusable(widget, 1)
            playhead_make_accessible_group(widget)
            Widgets.setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, to: "Video player")
            listenToViewer(widget)
            listenToWindow(widget)
            update()
        }

        // MARK: The player

        private func connect() {
            listening?.invalidate()
            listening = player?.onEvent { [weak self] event in self?.handle(event) }
            soundDevices = player?.configuration.audio.session.listen { [weak self] event in
                guard case .routeChanged(let change) = event, change.reason == .newDeviceAvailable else { return }
                Task { @MainActor in
                    self?.facts.hasLostSound = false
                    self?.setNeedsUpdate()
                }
            }
            let showsRemaining = facts.showsRemaining
            facts = ControlBarFacts()
            facts.showsRemaining = showsRemaining
            forgetAds()
            loadChapters()
            player?.isInBackground = isHidden
            player?.viewSize = pixels
            player?.view.controlsChanged(to: hasControls)
            player?.view.controlBarChanged(isVisible: visibility.isVisible && hasControls)
            startNowPlaying()
            update()
        }

        private func handle(_ event: any PlayerEvent) {
            switch event {
            case let seek as SeekEvent: seekTarget = seek.offset
            case is SeekedEvent, is PlaylistItemEvent, is IdleEvent:
                seekTarget = nil
                guard event is PlaylistItemEvent else { break }
                startItem()
            case let quality as VisualQualityEvent: facts.shownLevel = quality.level
            case is CaptionCueEvent: showCues()
            case let warning as WarningEvent where warning.error.kind == .audioOutput: facts.hasLostSound = true
            case is TimeEvent: followLoop()
            default: break
            }
            handleAd(event)
            setNeedsUpdate()
        }

        /// Shows the current cues. Their times are positions, which move with the end of a live stream; so the playhead is computed for the
        /// current time.
        func showCues() {
            picture.cues = shownCues
            guard let timeline = player?.timeline else { return }
            let shift = timeline.position(at: 0)
            picture.captionTime = { [weak self] in (self?.player?.smoothPlayhead ?? 0) + shift }
        }

        /// Forgets the choices that belong to one item.
        private func startItem() {
            facts.shownLevel = nil
            facts.loop = LoopRange()
            facts.isNextUpCancelled = false
            endObserver?.invalidate()
            endObserver = nil
            openedCaptions = nil
            loadChapters()
        }

        private func loadChapters() {
            chapters = []
            tasks.chapters?.cancel()
            guard let player, let item = player.currentItem else { return }
            tasks.chapters = Task { [weak self] in
                // Playback does not depend on chapters.
                guard let chapters = try? await player.chapters(), let self, player === self.player, item === player.currentItem else {
                    return
                }
                self.chapters = chapters
                setNeedsUpdate()
            }
        }

        var seekTarget: Double?

        /// Schedules an update; simultaneous changes cause a single one.
        func setNeedsUpdate() {
            guard !isUpdateDue else { return }
            isUpdateDue = true
            Task { [weak self] in if self?.isUpdateDue == true { self?.update() } }
        }

        /// Updates the view to the player's state.
        func update() {
            isUpdateDue = false
            let wasOpen = facts.media != nil
            gather()
            // The chapters of a file are known once it is open.
            if !wasOpen, facts.media != nil, chapters.isEmpty { loadChapters() }
            let new = ControlBarModel(facts)
            if new != model || player == nil {
                let isOther = new.nextUp?.title != model.nextUp?.title
                model = new
                bar?.show(new)
                screens?.show(new)
                if isOther { showNextPicture() }
                head.show(new, isVisible: isBarShown)
                ads?.show(new.ad)
                followLayer()
                keepFocus()
            }
            if picture.cues != shownCues { showCues() }
            visibility.setPlaying(facts.state == .playing, at: clock.now)
            look()
            followLiveEdge()
        }

        func gather() {
            guard let player else { return }
            facts.state = player.state
            facts.intendsToPlay = player.intendsToPlay
            facts.timeline = player.timeline
            facts.position = seekTarget ?? player.position
            facts.duration = player.duration
            facts.loaded = player.standingBufferedRanges
            facts.media = player.media
            sound.show(soundCard, artwork: Self.cover(of: player))
            picture.isSound = sound.isShown
            head.showsTitle = !sound.isShown
            facts.marks =
                chapters.map { TimelineMark(position: $0.range.start, kind: .chapter, title: $0.title) }
                + (adBreaks + player.adMarks).map { TimelineMark(position: $0, kind: .ad) }
            facts.isInAdBreak = player.isInAdBreak
            facts.ad = player.advertisement.map { AdFacts($0) }
            facts.captionStyle = captionStyle
            facts.rate = player.rate
            facts.volume = player.volume
            facts.isMuted = player.isMuted
            facts.index = player.currentIndex
            facts.count = player.items.count
            facts.title = player.currentItem.map(Self.title) ?? ""
            facts.nextUp = player.nextUpItem.map(Self.title)
            facts.error = player.error
            facts.isFullscreen = isFullscreen
            facts.stretching = stretching
            facts.adjustment = picture.adjustment
            facts.audioDelay = player.audioDelay
            facts.captionsDelay = captionsDelay
            facts.captionsFile = openedCaptions?.name
            facts.opensCaptions = onOpenCaptions != nil
        }

        var pixels: PictureSize?

        private static func title(of item: PlayerItem) -> String { item.displayTitle }
    }

    extension Player {
        /// The playhead on the playback's own timeline, interpolated between two reports.
        fileprivate var smoothPlayhead: Double {
            let timeline = timeline
            guard state == .playing else { return timeline.playhead }
            // Reports arrive several times a second; without reports the playhead stands still.
            let maximumAge = 1.0
            return timeline.playhead + min(max(0, configuration.clock.now - timeline.time), maximumAge) * rate
        }
    }

    extension AdFacts {
        /// Reads the facts of a player's ad.
        fileprivate init(_ ad: Advertisement) {
            self.init()
            (position, duration, sequence, podCount) = (ad.position, ad.duration, ad.sequence, ad.podCount)
            (isPaused, skipOffset) = (ad.isPaused, ad.skipOffset)
        }
    }
#endif
