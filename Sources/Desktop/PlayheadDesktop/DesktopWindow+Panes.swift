#if canImport(CGtk)
    import CGtk
    import Foundation
    import Playhead
    import PlayheadGTK
    import PlayheadTransport
    import PlayheadView

    /// The panes over the view, and the keys and pointer actions of the program.
    extension DesktopWindow {
        func addPanes() {
            start = StartScreen { [weak self] command in self?.perform(command) }
            pane = PlaylistPane { [weak self] command in self?.perform(command) }
            statistics = StatisticsPane { [weak self] in
                self?.player
            } level: { [weak self] in
                self?.shownLevel
            }
            preferences = PreferencesPane { [weak self] command in self?.perform(command) }
            menu = view.widget.map { ContextMenu(parent: $0) { [weak self] command in self?.perform(command) } }
            if let popover = menu?.widget {
                // The window below a menu is not drawn when the menu opens or closes.
                for signal in ["map", "closed"] {
                    Signals.on(UnsafeMutableRawPointer(popover), signal) { [weak self] in self?.view.reportPlaces() }
                }
            }
            for widget in [statistics?.widget, start?.widget, pane?.widget, preferences?.widget, toast.widget].compactMap(\.self) {
                gtk_overlay_add_overlay(Widgets.opaque(root), widget)
            }
            if let widget = start?.widget { Widgets.setVisible(widget, false) }
            view.onPlaylist = { [weak self] in self?.togglePlaylist() }
            // Panes end above the control bar, whose height depends on the size of the window.
            view.onBarHeight = { [weak self] in self?.leavePanesFree(bottom: $0) }
            layOutPanes(view.paneLayout)
            view.onPaneLayout = { [weak self] in self?.layOutPanes($0) }
            view.onMiniWindow = { [weak self] in self?.toggleMiniWindow() }
            view.onOpenCaptions = { [weak self] in self?.chooseCaptions() }
            view.additionalPlaces = { [weak self] in self?.paneControls ?? [:] }
        }

        private var paneControls: [String: Widget] {
            var all = (pane?.controls ?? [:]).merging(preferences?.controls ?? [:]) { first, _ in first }
            all["start"] = start?.widget
            all["openFiles"] = start?.openButton
            all["openAddress"] = start?.addressButton
            all["recent0"] = start?.firstCard
            all["statistics"] = statistics?.widget
            all["toast"] = toast.widget
            all["contextMenu"] = menu?.widget
            return all
        }

        func showStart(_ isShown: Bool) {
            guard let start, let widget = start.widget else { return }
            if isShown { showRecents() }
            Widgets.setVisible(widget, isShown)
            if isShown, let button = start.openButton { gtk_widget_grab_focus(button) } else { view.takeKeys() }
        }

        var isStartShown: Bool { start?.widget.map { gtk_widget_get_visible($0) != 0 } ?? false }

        func showRecents() {
            let state = memory.state
            start?.show(
                recents: state.recents.map {
                    StartScreen.Recent(title: $0.title, picture: thumbnails.picture(of: $0.url), progress: state.progress(of: $0.url))
                })
        }

        private func perform(_ command: StartScreen.Command) {
            switch command {
            case .openFiles: chooseFiles()
            case .openAddress: chooseAddress()
            case .recent(let index):
                let recents = memory.state.recents
                if recents.indices.contains(index) { open([recents[index].url]) }
            }
        }

        // MARK: The playlist

        func togglePlaylist() {
            showPlaylist()
            show(pane: shownPane == .playlist ? nil : .playlist)
        }

        func showPlaylist() {
            let lines = player.items.map { item in
                let duration = item.duration > 0 && item.duration.isFinite ? item.duration : item.entry.duration
                return PlaylistPane.Line(title: item.displayTitle, length: duration.map(BarText.clock) ?? "")
            }
            pane?.show(lines, current: player.currentIndex)
        }

        private func perform(_ command: PlaylistPane.Command) {
            let (items, current) = (player.items, player.currentIndex ?? 0)
            switch command {
            case .close:
                show(pane: nil)
            case .toggle: _ = view.press("space")
            case .select(let index):
                player.selectItem(index)
                player.play(reason: .interaction)
            case .remove(let index):
                askToRemove(index)
            case .move(let from, let to):
                guard let change = ListChange(moving: from, to: to, of: items.count, current: current) else { return }
                self.change(list: change.order.map { items[$0] }, current: change.current)
            }
        }

        private func askToRemove(_ index: Int) {
            let items = player.items
            guard items.indices.contains(index), items.count > 1 else { return }
            let item = items[index]
            let question = "Remove \(item.displayTitle) from the playlist?"
            Dialogs.ask(window, question, detail: "The file itself is kept.", button: "Remove") { [weak self] in
                // The list may have changed meanwhile.
                guard let self, let index = player.items.firstIndex(where: { $0 === item }) else { return }
                let items = player.items
                guard let change = ListChange(removing: index, of: items.count, current: player.currentIndex ?? 0) else { return }
                self.change(list: change.order.map { items[$0] }, current: change.current)
            }
        }

        // MARK: Keys and pointer

        func listenToDesktop() {
            view.onKey = { [weak self] name in self?.press(name) ?? false }
            let widget = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
            if let keys = gtk_event_controller_key_new() {
                gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
                Signals.onShortcut(UnsafeMutableRawPointer(keys)) { [weak self] name, hasControl in
                    guard let self, hasControl else { return false }
                    return pressControl(name)
                }
                gtk_widget_add_controller(widget, keys)
            }
            if let keys = gtk_event_controller_key_new() {
                // Keys that no pane has consumed; the view has none if a pane has the focus.
                Signals.onKey(UnsafeMutableRawPointer(keys)) { [weak self] name in
                    guard let self else { return false }
                    return view.press(name) || press(name)
                }
                gtk_widget_add_controller(widget, keys)
            }
            if let click = gtk_gesture_click_new(), let target = view.widget {
                let secondary: guint = 3
                gtk_gesture_single_set_button(click, secondary)
                Signals.onPress(UnsafeMutableRawPointer(click), "pressed") { [weak self] _, x, y in self?.openMenu(x, y) }
                gtk_widget_add_controller(target, click)
            }
            listenToDrops()
        }

        private func press(_ name: String) -> Bool {
            switch name {
            case "q": end()
            case "F5": return reloadOverlay()
            case "t": togglePlaylist()
            case "i": statistics?.toggle()
            case "w": toggleMiniWindow()
            case "s": saveScreenshot()
            case "question", "F1": Dialogs.showKeys(window)
            case "Menu": openMenu(40, 40)
            case "Escape" where isStartShown && player.currentItem != nil: showStart(false)
            default: return false
            }
            return true
        }

        private func pressControl(_ name: String) -> Bool {
            switch name {
            case "o": chooseFiles()
            case "l": chooseAddress()
            case "v": pasteAddress()
            case "comma": togglePreferences()
            case "q", "w": end()
            default: return false
            }
            return true
        }

        private func pasteAddress() {
            let widget = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
            guard let clipboard = gtk_widget_get_clipboard(widget) else { return }
            Signals.readLocations(clipboard) { [weak self] value in
                guard let self, let value else { return }
                let all = Self.contents(of: value)
                let locations = all.filter { Self.problem(ofAddress: $0) == nil }
                if !locations.isEmpty { return open(locations) }
                if let problem = all.first.flatMap({ Self.problem(ofAddress: $0) }) { warn(problem) }
            }
        }

        /// Files, folders and addresses that are dropped are opened; with the playlist open, they are added to it.
        private func listenToDrops() {
            guard let target = gtk_drop_target_new(GType(0), GDK_ACTION_COPY) else { return }
            var types = [gdk_file_list_get_type(), GType(16 << 2)]  // the second is G_TYPE_STRING, a macro
            gtk_drop_target_set_gtypes(target, &types, gsize(types.count))
            // A page over the picture would open what is dropped on it.
            gtk_event_controller_set_propagation_phase(target, GTK_PHASE_CAPTURE)
            Signals.onDrop(UnsafeMutableRawPointer(target)) { [weak self] value, _, _ in
                guard let self else { return false }
                let locations = Self.contents(of: value).filter { Self.problem(ofAddress: $0) == nil }
                guard !locations.isEmpty else { return false }
                if pane?.isShown == true, player.currentItem != nil { append(locations) } else { open(locations) }
                return true
            }
            gtk_widget_add_controller(root, target)
        }

        /// Returns the locations in a value that was dropped or copied: a list of files, or text.
        private static func contents(of value: UnsafePointer<GValue>) -> [String] {
            if value.pointee.g_type == gdk_file_list_get_type() {
                let files = gdk_file_list_get_files(g_value_get_boxed(value).map { OpaquePointer($0) })
                defer { g_slist_free(files) }
                var found: [String] = []
                var next = files
                while let node = next {
                    if let file = node.pointee.data, let address = Dialogs.address(of: OpaquePointer(file)) { found.append(address) }
                    next = node.pointee.next
                }
                return found
            }
            return ViewText.locations(in: g_value_get_string(value).map { String(cString: $0) } ?? "")
        }

        // MARK: The window

        /// Makes the window small and without a frame, and back. GTK 4 cannot keep a window above others; window managers can.
        func toggleMiniWindow() {
            if let size = fullSize {
                fullSize = nil
                gtk_window_set_decorated(window, 1)
                gtk_window_set_default_size(window, size.width, size.height)
                return
            }
            guard !fillsScreen else { return leaveScreen { $0.toggleMiniWindow() } }
            var (width, height): (Int32, Int32) = (0, 0)
            // The size without full screen and maximization.
            gtk_window_get_default_size(window, &width, &height)
            fullSize = (width, height)
            show(pane: nil)
            let miniWidth: Int32 = 400
            let aspect = Double(player.media?.height ?? 9) / Double(max(1, player.media?.width ?? 16))
            gtk_window_set_decorated(window, 0)
            gtk_window_set_default_size(window, miniWidth, Int32(saturating: min(max(Double(miniWidth) * aspect, 120), 600)))
        }

        /// Whether the window is in full screen or maximized, where a size has no effect.
        private var fillsScreen: Bool { gtk_window_is_fullscreen(window) != 0 || gtk_window_is_maximized(window) != 0 }

        /// Leaves full screen and unmaximizes the window, and calls back when the window manager has done so.
        private func leaveScreen(then action: @escaping @MainActor @Sendable (DesktopWindow) -> Void) {
            view.setFullscreen(false)
            gtk_window_unmaximize(window)
            resizing?.cancel()
            resizing = Task { [weak self, clock] in
                let (attempts, interval) = (30, 0.1)
                for _ in 0..<attempts {
                    try? await clock.sleep(for: interval)
                    guard let self, !isEnding, !Task.isCancelled else { return }
                    if !fillsScreen { return action(self) }
                }
            }
        }

        /// Saves the picture in the folder for pictures.
        func saveScreenshot() {
            guard let folder = Self.pictureFolder, let title = player.currentItem?.displayTitle else {
                return
            }
            let name = Screenshots.name(title: title, position: player.position)
            let url = Screenshots.freeName(name) { FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path) }
                .map { folder.appendingPathComponent($0) }
            guard let url, view.savePicture(to: url.path) else { return warn("The picture can't be saved in \(folder.path).") }
            toast.show("Saved \(url.path)")
        }

        private static var pictureFolder: URL? {
            let folder = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map { String(cString: $0) }
            let home = ProcessInfo.processInfo.environment["HOME"]
            return (folder ?? home).map { URL(fileURLWithPath: $0, isDirectory: true) }
        }
    }
#endif
