#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadGTK
    import PlayheadView

    /// The context menu and the preferences.
    extension DesktopWindow {
        func openMenu(_ x: Double, _ y: Double) {
            var facts = WindowMenu.Facts()
            facts.hasItem = player.currentItem != nil
            facts.hasPicture = view.hasPicture
            facts.offersRecents = player.state == .error && !memory.state.recents.isEmpty
            facts.isMini = fullSize != nil
            facts.showsPlaylist = pane?.isShown ?? false
            facts.showsStatistics = statistics?.isShown ?? false
            menu?.open(WindowMenu.groups(view.model, facts), x: x, y: y)
        }

        func perform(_ command: WindowMenu.Command) {
            switch command {
            case .toggle: _ = view.press("space")
            case .next: _ = view.press("n")
            case .previous: _ = view.press("p")
            case .settings(let page): view.openSettings(page)
            case .fullscreen: _ = view.press("f")
            case .miniWindow: toggleMiniWindow()
            case .playlist: togglePlaylist()
            case .statistics: statistics?.toggle()
            case .screenshot: saveScreenshot()
            case .openFiles: chooseFiles()
            case .openAddress: chooseAddress()
            case .recents: showStart(true)
            case .openCaptions: chooseCaptions()
            case .preferences: togglePreferences()
            case .keys: Dialogs.showKeys(window)
            case .about: Dialogs.showAbout(window)
            case .quit: end()
            }
        }

        // MARK: Preferences

        func togglePreferences() {
            let isShown = shownPane != .preferences
            if isShown { showPreferences() }
            show(pane: isShown ? .preferences : nil)
            if isShown { preferences?.takeFocus() }
        }

        private func showPreferences() {
            let state = memory.state
            preferences?.show(
                state.preferences, showsRemaining: view.showsRemainingTime, hasMemory: !state.positions.isEmpty || !state.recents.isEmpty)
        }

        func perform(_ command: PreferencesPane.Command) {
            switch command {
            case .close: show(pane: nil)
            case .showsRemaining(let isShown): view.showsRemainingTime = isShown
            case .theme(let name):
                memory.change { $0.preferences.theme = name }
                useTheme()
            case .forget: askToForget { $0.forget() }
            case .remembers(true): memory.change { $0.preferences.remembers = true }
            case .remembers(false):
                askToForget { state in
                    state.preferences.remembers = false
                    state.forget()
                }
            }
            showPreferences()
        }

        /// Uses the theme of the command line, or else that of the preferences, or that of the desktop.
        func useTheme() {
            PlayerView.prefersDark(command.theme.map { $0 == .dark } ?? memory.state.preferences.theme.map { $0 == "dark" })
        }

        /// Asks before positions and recent items are deleted, if there are any.
        private func askToForget(_ change: @escaping @MainActor @Sendable (inout ViewerState) -> Void) {
            guard let question = memory.state.forgetQuestion else { return memory.change(change) }
            Dialogs.ask(window, question, detail: "They can't be restored.", button: "Forget") { [weak self] in
                guard let self else { return }
                memory.change(change)
                thumbnails.keep(only: [])
                showPreferences()
                // The button had the focus, and has nothing to forget any more.
                if shownPane == .preferences { preferences?.takeFocus() }
                if isStartShown { showRecents() }
                toast.show("Positions and recent items are forgotten.")
            }
        }

        // MARK: Panes

        /// A pane at the end of the window, of which one is shown at a time.
        enum SidePane: Sendable {
            case playlist, preferences
        }

        var shownPane: SidePane? {
            pane?.isShown == true ? .playlist : preferences?.widget.map { gtk_widget_get_visible($0) != 0 } == true ? .preferences : nil
        }

        /// Shows a pane instead of the other one; `nil` hides both, and returns the focus to the view.
        func show(pane new: SidePane?) {
            view.hasPane = new != nil
            pane?.setShown(new == .playlist)
            if let widget = preferences?.widget { Widgets.setVisible(widget, new == .preferences) }
            if new == nil { view.takeKeys() }
        }

        /// Adapts the panes to the width of the window.
        func layOutPanes(_ layout: PaneLayout) {
            for widget in [pane?.widget, preferences?.widget].compactMap(\.self) {
                gtk_widget_set_size_request(widget, Int32(saturating: layout.width), -1)
            }
        }

        /// Leaves a strip of a height free below the panes, for the control bar.
        func leavePanesFree(bottom height: Int32) {
            for widget in [pane?.widget, preferences?.widget].compactMap(\.self) where gtk_widget_get_margin_bottom(widget) != height {
                gtk_widget_set_margin_bottom(widget, height)
            }
        }
    }
#endif
