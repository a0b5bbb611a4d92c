#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// The widgets of a control bar: they show a ``ControlBarModel`` and report the viewer's commands.
    @MainActor
    final class ControlBar {
        /// A command of the viewer.
        enum Command: Sendable {
            case toggle, previous, next, mute, fullscreen, live, times, playlist, miniWindow
            case scrub(Double)
            case volume(Double)
            case set(SettingsMenu.Action)
        }

        private(set) var widget: Widget?
        let timeline = TimelineWidget()
        private let play, previous, next, mute, fullscreen, playlist, miniWindow: GlyphButton
        private let captions, audio, quality, speed: GlyphButton
        private let settings: SettingsPopover
        private var live, times, elapsed, total, wallClock, volume, row: Widget?
        /// The boxes with related controls, which are further apart than the controls inside.
        private var groups: [Widget] = []
        private var model = ControlBarModel()
        private let perform: @MainActor @Sendable (Command) -> Void
        private let hold: @MainActor @Sendable (Bool) -> Void
        private var isUnderPointer = false
        private var width = 0.0
        private var size = ControlSize.regular
        private var omitted: Set<OptionalControl> = []
        /// Whether the app has a playlist and a mini window.
        var hasPlaylist = false { didSet { show(model) } }
        var hasMiniWindow = false { didSet { show(model) } }

        /// - Parameters:
        ///   - hold: Called when use of the bar begins or ends.
        ///   - perform: Called with each command of the viewer.
        init(hold: @escaping @MainActor @Sendable (Bool) -> Void, perform: @escaping @MainActor @Sendable (Command) -> Void) {
            self.perform = perform
            self.hold = hold
            let relay = Relay()
            play = GlyphButton(.play, "Play") { perform(.toggle) }
            previous = GlyphButton(.previous, "Previous") { perform(.previous) }
            next = GlyphButton(.next, "Next") { perform(.next) }
            mute = GlyphButton(.volumeHigh, "Mute") { perform(.mute) }
            fullscreen = GlyphButton(.fullscreen, "Full screen") { perform(.fullscreen) }
            playlist = GlyphButton(.playlist, "Playlist") { perform(.playlist) }
            miniWindow = GlyphButton(.miniWindow, "Mini window") { perform(.miniWindow) }
            captions = GlyphButton(.captions, "Captions") { relay.open(.captions) }
            audio = GlyphButton(nil, "Audio track") { relay.open(.audio) }
            quality = GlyphButton(nil, "Quality") { relay.open(.quality) }
            speed = GlyphButton(nil, "Speed") { relay.open(.speed) }
            settings = SettingsPopover { isOpen in
                relay.noteMenu(isOpen)
            } perform: {
                perform(.set($0))
            }
            relay.bar = self
            make()
            applySize()
            show(model)
        }

        /// Passes signals of the widgets on to the bar, which does not exist before them.
        @MainActor
        private final class Relay {
            weak var bar: ControlBar?
            func open(_ page: SettingsMenu.Page) { bar?.settings.open(page) }
            func noteMenu(_ isOpen: Bool) { bar?.noteUse() }
        }

        private func make() {
            live = gtk_button_new_with_label("LIVE")
            times = gtk_button_new()
            elapsed = Widgets.text("", "numeric")
            total = Widgets.text("", "numeric", "dim")
            wallClock = Widgets.text("", "numeric", "dim")
            volume = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.05)
            guard let live, let volume, let times, let elapsed, let total,
                let pair = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 5, [elapsed, total])
            else { return }
            gtk_widget_add_css_class(live, "playhead-live")
            gtk_widget_add_css_class(live, "flat")
            gtk_widget_set_valign(live, GTK_ALIGN_CENTER)
            Signals.on(UnsafeMutableRawPointer(live), "clicked") { [perform] in perform(.live) }
            gtk_button_set_child(Widgets.cast(times, to: GtkButton.self), pair)
            gtk_widget_add_css_class(times, "flat")
            gtk_widget_add_css_class(times, "playhead-times")
            gtk_widget_set_focusable(times, 0)
            Widgets.label(times, "Remaining time")
            Signals.on(UnsafeMutableRawPointer(times), "clicked") { [perform] in perform(.times) }
            gtk_widget_set_valign(volume, GTK_ALIGN_CENTER)
            gtk_widget_add_css_class(volume, "playhead-volume")
            Widgets.label(volume, "Volume")
            Signals.onChangeValue(UnsafeMutableRawPointer(volume)) { [perform] in perform(.volume(min(max($0, 0), 1))) }
            timeline.onScrub = { [perform] in perform(.scrub($0)) }
            for button in [captions, audio, quality, speed] { if let widget = button.widget { gtk_widget_add_css_class(widget, "choice") } }
            assemble()
        }

        private func assemble() {
            let members = [
                [previous, play, next].map(\.widget), [mute.widget, volume], [times, live, wallClock],
                [captions, audio, quality, speed].map(\.widget) + [settings.widget], [playlist, miniWindow, fullscreen].map(\.widget),
            ]
            groups = members.compactMap { Widgets.box(GTK_ORIENTATION_HORIZONTAL, $0.compactMap(\.self)) }
            // The choices and the window's controls are at the end.
            let row = groups.prefix(3) + [Widgets.space()].compactMap(\.self) + groups.dropFirst(3)
            guard let row = Widgets.box(GTK_ORIENTATION_HORIZONTAL, Array(row)),
                let bar = Widgets.box(GTK_ORIENTATION_VERTICAL, [timeline.widget, row].compactMap(\.self)),
                let motion = gtk_event_controller_motion_new()
            else { return }
            self.row = row
            gtk_widget_add_css_class(bar, "playhead-bar")
            gtk_widget_set_valign(bar, GTK_ALIGN_END)
            playhead_make_accessible_group(bar)
            Widgets.setAccessible(bar, GTK_ACCESSIBLE_PROPERTY_LABEL, to: "Player controls")
            Widgets.setLeftToRight(bar)
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
            var all: [String: Widget?] = [
                "play": play.widget, "previous": previous.widget, "next": next.widget, "mute": mute.widget,
                "fullscreen": fullscreen.widget, "live": live, "elapsed": elapsed, "total": total, "clock": wallClock, "volume": volume,
                "timeline": timeline.widget, "quality": quality.widget, "audio": audio.widget, "captions": captions.widget,
                "speed": speed.widget, "settings": settings.widget, "playlist": playlist.widget, "miniWindow": miniWindow.widget,
                "bar": widget,
            ]
            if let page = settings.openPage { all[page.rawValue + "Menu"] = settings.popover }
            return all.compactMapValues { $0 }
        }

        /// Opens a page of the settings.
        func openSettings(_ page: SettingsMenu.Page) { settings.open(page) }

        /// Whether a menu is open.
        var isMenuOpen: Bool { settings.isOpen }

        /// Adapts the controls to the size of the view.
        func setSize(width: Double, height: Double) {
            let new = ControlSize(viewWidth: width, viewHeight: height)
            settings.setViewHeight(height)
            guard width != self.width || new != size else { return }
            self.width = width
            size = new
            applySize()
            show(model)
        }

        private func applySize() {
            for button in [play, previous, next, mute, fullscreen, playlist, miniWindow, captions, audio, quality, speed] {
                button.setSize(size.icon)
            }
            settings.setSize(size.icon)
            timeline.setSize(size)
            if let volume { gtk_widget_set_size_request(volume, Int32(saturating: size.icon * 4), -1) }
            if let row { gtk_box_set_spacing(Widgets.cast(row, to: GtkBox.self), gint(saturating: size.groupGap)) }
        }

        private func noteUse() { hold(settings.isOpen || isUnderPointer) }

        private func notePointer(_ isThere: Bool) {
            isUnderPointer = isThere
            noteUse()
        }

        // MARK: Showing

        func show(_ new: ControlBarModel) {
            model = new
            play.setGlyph(new.playButton.glyph)
            play.setName(new.playButton.label)
            if let play = play.widget { Widgets.setSensitive(play, new.isPlayEnabled) }
            if let track = new.track { timeline.show(track) }
            if let widget = timeline.widget { Widgets.setVisible(widget, new.track != nil) }
            if let elapsed { Widgets.setText(elapsed, new.elapsed) }
            if let total { Widgets.setText(total, new.elapsed.isEmpty || new.total.isEmpty ? new.total : "/ " + new.total) }
            if let wallClock { Widgets.setText(wallClock, new.wallClock.map(WallClockText.text) ?? "") }
            showLive(new)
            showVolume(new)
            captions.setText(new.current.captions)
            audio.setText(new.current.audio)
            quality.setText(new.current.quality)
            speed.setText(new.current.speed)
            settings.show(new.settings)
            fullscreen.setGlyph(new.isFullscreen ? .restore : .fullscreen)
            fullscreen.setName(new.isFullscreen ? "Leave full screen" : "Full screen")
            fitWidth()
        }

        /// Leaves out as many controls as necessary, because fonts and texts have any width.
        private func fitWidth() {
            for level in 0...OptionalControl.allCases.count {
                omitted = OptionalControl.omitted(at: level)
                showOptionalControls()
                guard let widget, width > 0 else { return }
                var minimum: Int32 = 0
                gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
                if Double(minimum) <= width { return }
            }
        }

        private func showOptionalControls() {
            show(previous, has(.previous) ? model.previous : .hidden)
            show(next, model.next)
            set(elapsed, !model.elapsed.isEmpty)
            set(total, !model.total.isEmpty && has(.total))
            set(times, !model.elapsed.isEmpty || !model.total.isEmpty && has(.total))
            set(wallClock, model.wallClock != nil && has(.wallClock))
            set(volume, has(.volume))
            captions.setVisible(model.captions.isShown && has(.captions))
            audio.setVisible(model.audio.isShown && has(.audio))
            quality.setVisible(model.quality.isShown && has(.quality))
            speed.setVisible(model.speed.isShown && has(.speed))
            playlist.setVisible(hasPlaylist && has(.playlist))
            miniWindow.setVisible(hasMiniWindow && has(.miniWindow))
            // An empty group would leave a gap on both sides.
            for group in groups { Widgets.setVisible(group, Widgets.children(of: group).contains { gtk_widget_get_visible($0) != 0 }) }
        }

        private func has(_ control: OptionalControl) -> Bool { !omitted.contains(control) }

        private func set(_ widget: Widget?, _ isVisible: Bool) { if let widget { Widgets.setVisible(widget, isVisible) } }

        private func show(_ button: GlyphButton, _ availability: ControlBarModel.Availability) {
            guard let button = button.widget else { return }
            Widgets.setVisible(button, availability != .hidden)
            Widgets.setSensitive(button, availability == .enabled)
        }

        private func showLive(_ model: ControlBarModel) {
            guard let live else { return }
            let button = Widgets.cast(live, to: GtkButton.self)
            if gtk_button_get_label(button).map({ String(cString: $0) }) != model.liveText { gtk_button_set_label(button, model.liveText) }
            Widgets.setVisible(live, model.liveButton != .hidden)
            Widgets.setClass(live, "lit", model.liveButton == .atEdge)
            Widgets.label(live, model.liveButton == .atEdge ? "Live" : "Go to live")
        }

        private func showVolume(_ model: ControlBarModel) {
            guard let volume else { return }
            mute.setGlyph(model.hasLostSound ? .warning : model.volumeSymbol.glyph)
            mute.setName(model.hasLostSound ? "No sound device" : model.volumeSymbol == .muted ? "Unmute" : "Mute")
            Widgets.setAccessible(volume, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, to: BarText.percent(model.volume))
            let range = Widgets.cast(volume, to: GtkRange.self)
            if abs(gtk_range_get_value(range) - model.volume) > 0.001 { gtk_range_set_value(range, model.volume) }
        }
    }
#endif
