#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// The widgets of a control bar: they show a ``ControlBarModel`` and report the viewer's commands.
    @MainActor
    final class ControlBar {
        /// A command of the viewer.
        enum Command: Sendable {
            case toggle, previous, next, mute, fullscreen, live
            case scrub(Double)
            case volume(Double)
            case quality(Int)
            case audio(Int)
            case captions(Int)
            /// Sets the caption size, in percent.
            case captionSize(Int)
            case captionLook(Int)
            /// Sets the playback rate, in percent.
            case speed(Int)
        }

        private(set) var widget: Widget?
        let timeline = TimelineWidget()
        private var play, previous, next, mute, fullscreen, live: Widget?
        private var elapsed, remaining, wallClock: Widget?
        private var volume: Widget?
        private var quality, audio, captions, speed: ChoiceMenu?
        private var model = ControlBarModel()
        private let perform: @MainActor @Sendable (Command) -> Void
        private let hold: @MainActor @Sendable (Bool) -> Void
        private var openMenus = 0
        private var isUnderPointer = false
        private var isNarrow = false

        /// - Parameters:
        ///   - group: The group to which the menus' actions are added.
        ///   - hold: Called when use of the bar begins or ends.
        ///   - perform: Called with each command of the viewer.
        init(
            actions group: OpaquePointer?, hold: @escaping @MainActor @Sendable (Bool) -> Void,
            perform: @escaping @MainActor @Sendable (Command) -> Void
        ) {
            self.perform = perform
            self.hold = hold
            make(group)
            show(model)
        }

        private func make(_ group: OpaquePointer?) {
            play = Widgets.button("media-playback-start-symbolic", "Play") { [perform] in perform(.toggle) }
            previous = Widgets.button("media-skip-backward-symbolic", "Previous") { [perform] in perform(.previous) }
            next = Widgets.button("media-skip-forward-symbolic", "Next") { [perform] in perform(.next) }
            mute = Widgets.button("audio-volume-high-symbolic", "Mute") { [perform] in perform(.mute) }
            fullscreen = Widgets.button("view-fullscreen-symbolic", "Full screen") { [perform] in perform(.fullscreen) }
            live = gtk_button_new_with_label("LIVE")
            elapsed = Widgets.text("", "numeric")
            remaining = Widgets.text("", "numeric")
            wallClock = Widgets.text("", "numeric", "dim-label")
            let open: @MainActor @Sendable (Bool) -> Void = { [weak self] isOpen in self?.noteMenu(isOpen) }
            quality = ChoiceMenu(icon: "emblem-system-symbolic", title: "Quality", onOpen: open)
            quality?.addSection("quality", in: group) { [perform] in perform(.quality($0)) }
            audio = ChoiceMenu(icon: "audio-input-microphone-symbolic", title: "Audio track", onOpen: open)
            audio?.addSection("audio", in: group) { [perform] in perform(.audio($0)) }
            captions = ChoiceMenu(icon: "media-view-subtitles-symbolic", title: "Captions", onOpen: open)
            captions?.addSection("captions", in: group) { [perform] in perform(.captions($0)) }
            captions?.addSection("caption-size", title: "Size", staysOpen: true, in: group) { [perform] in perform(.captionSize($0)) }
            captions?.addSection("caption-look", title: "Colours", staysOpen: true, in: group) { [perform] in perform(.captionLook($0)) }
            speed = ChoiceMenu(icon: "power-profile-performance-symbolic", title: "Speed", onOpen: open)
            speed?.addSection("speed", in: group) { [perform] in perform(.speed($0)) }
            volume = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.05)
            guard let live, let volume else { return }
            gtk_widget_add_css_class(live, "playhead-live")
            gtk_widget_add_css_class(live, "flat")
            Signals.on(UnsafeMutableRawPointer(live), "clicked") { [perform] in perform(.live) }
            gtk_widget_set_size_request(volume, 90, -1)
            Widgets.label(volume, "Volume")
            Signals.onChangeValue(UnsafeMutableRawPointer(volume)) { [perform] in perform(.volume(min(max($0, 0), 1))) }
            timeline.onScrub = { [perform] in perform(.scrub($0)) }
            assemble()
        }

        private func assemble() {
            let gap = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
            if let gap { gtk_widget_set_hexpand(gap, 1) }
            let menus = [captions, audio, quality, speed].compactMap { $0?.widget }
            let row = [previous, play, next, elapsed, live, wallClock, gap, remaining, mute, volume].compactMap(\.self) + menus
            guard let buttons = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 4, row + [fullscreen].compactMap(\.self)),
                let bar = Widgets.box(GTK_ORIENTATION_VERTICAL, [timeline.widget, buttons].compactMap(\.self)),
                let motion = gtk_event_controller_motion_new()
            else { return }
            gtk_widget_add_css_class(bar, "playhead-bar")
            gtk_widget_set_valign(bar, GTK_ALIGN_END)
            Widgets.setAccessible(bar, GTK_ACCESSIBLE_PROPERTY_LABEL, to: "Player controls")
            Signals.onPoint(UnsafeMutableRawPointer(motion), "enter") { [weak self] _, _ in self?.notePointer(true) }
            Signals.on(UnsafeMutableRawPointer(motion), "leave") { [weak self] in self?.notePointer(false) }
            gtk_widget_add_controller(bar, motion)
            widget = bar
        }

        /// The height in units of the view, also before the bar is drawn; 0 while it is hidden.
        var height: Double {
            guard let widget else { return 0 }
            var height: Int32 = 0
            gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
            return Double(height)
        }

        /// The controls by name.
        var controls: [String: Widget] {
            let all = [
                "play": play, "previous": previous, "next": next, "mute": mute, "fullscreen": fullscreen, "live": live,
                "elapsed": elapsed, "remaining": remaining, "clock": wallClock, "volume": volume, "timeline": timeline.widget,
                "quality": quality?.widget, "audio": audio?.widget, "captions": captions?.widget, "speed": speed?.widget, "bar": widget,
                "qualityMenu": quality?.popover, "audioMenu": audio?.popover, "captionsMenu": captions?.popover,
                "speedMenu": speed?.popover,
            ]
            return all.compactMapValues { $0 }
        }

        /// Hides the controls for which the view is too narrow.
        func setWidth(_ width: Int) {
            let minimumWidth = 560
            guard (width < minimumWidth) != isNarrow else { return }
            isNarrow = width < minimumWidth
            show(model)
        }

        private func noteMenu(_ isOpen: Bool) {
            openMenus = max(0, openMenus + (isOpen ? 1 : -1))
            hold(openMenus > 0 || isUnderPointer)
        }

        private func notePointer(_ isThere: Bool) {
            isUnderPointer = isThere
            hold(openMenus > 0 || isUnderPointer)
        }

        // MARK: Showing

        func show(_ new: ControlBarModel) {
            model = new
            if let play {
                let icons: [ControlBarModel.PlayButton: String] = [
                    .play: "media-playback-start-symbolic", .pause: "media-playback-pause-symbolic", .replay: "view-refresh-symbolic",
                ]
                Widgets.setIcon(play, icons[new.playButton] ?? "")
                Widgets.label(play, new.playButton.label)
                Widgets.setSensitive(play, new.isPlayEnabled)
            }
            show(previous, isNarrow ? .hidden : new.previous)
            show(next, new.next)
            if let track = new.track { timeline.show(track) }
            if let widget = timeline.widget { Widgets.setVisible(widget, new.track != nil) }
            set(elapsed, new.elapsed)
            set(remaining, isNarrow ? "" : new.remaining)
            set(wallClock, isNarrow ? "" : new.wallClock.map(WallClockText.text) ?? "")
            showLive(new.liveButton)
            showVolume(new)
            quality?.show(isNarrow ? .init() : new.quality)
            audio?.show(new.audio)
            captions?.show(new.captions, new.captionSize, new.captionLook)
            speed?.show(isNarrow ? .init() : new.speed)
            if let fullscreen {
                Widgets.setIcon(fullscreen, new.isFullscreen ? "view-restore-symbolic" : "view-fullscreen-symbolic")
                Widgets.label(fullscreen, new.isFullscreen ? "Leave full screen" : "Full screen")
            }
        }

        private func show(_ button: Widget?, _ availability: ControlBarModel.Availability) {
            guard let button else { return }
            Widgets.setVisible(button, availability != .hidden)
            Widgets.setSensitive(button, availability == .enabled)
        }

        private func set(_ label: Widget?, _ text: String) {
            guard let label else { return }
            Widgets.setText(label, text)
            Widgets.setVisible(label, !text.isEmpty)
        }

        private func showLive(_ button: ControlBarModel.LiveButton) {
            guard let live else { return }
            Widgets.setVisible(live, button != .hidden)
            if button == .atEdge { gtk_widget_add_css_class(live, "lit") } else { gtk_widget_remove_css_class(live, "lit") }
            Widgets.label(live, button == .atEdge ? "Live" : "Go to live")
        }

        private func showVolume(_ model: ControlBarModel) {
            guard let mute, let volume else { return }
            let icons: [ControlBarModel.VolumeSymbol: String] = [
                .muted: "audio-volume-muted-symbolic", .low: "audio-volume-low-symbolic", .medium: "audio-volume-medium-symbolic",
                .high: "audio-volume-high-symbolic",
            ]
            Widgets.setIcon(mute, icons[model.volumeSymbol] ?? "")
            Widgets.label(mute, model.volumeSymbol == .muted ? "Unmute" : "Mute")
            Widgets.setVisible(volume, !isNarrow)
            let range = Widgets.cast(volume, to: GtkRange.self)
            if abs(gtk_range_get_value(range) - model.volume) > 0.001 { gtk_range_set_value(range, model.volume) }
        }
    }
#endif
