#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// The style sheet of the view's widgets. The controls are white on dark in both themes, because they are over the picture.
    @MainActor
    enum Style {
        private static var isLoaded = false

        static func load() {
            guard !isLoaded, let display = gdk_display_get_default(), let provider = gtk_css_provider_new() else { return }
            isLoaded = true
            gtk_css_provider_load_from_data(provider, bar + sizes + menu + cards + ads + app + contrast, -1)
            gtk_style_context_add_provider_for_display(display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
            g_object_unref(UnsafeMutableRawPointer(provider))
        }

        /// Whether the theme is one of high contrast, which GTK reports by its name.
        static var hasHighContrast: Bool {
            guard let settings = gtk_settings_get_default() else { return false }
            var value = GValue()
            g_value_init(&value, GType(16 << 2))  // G_TYPE_STRING, a macro
            defer { g_value_unset(&value) }
            g_object_get_property(UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), "gtk-theme-name", &value)
            let name = g_value_get_string(&value).map { String(cString: $0).lowercased() } ?? ""
            return name.contains("highcontrast") || name.contains("-hc")
        }

        /// The accent, the orange of the application's icon; text on it is its dark blue.
        private static let accent = "#ff9f43"

        private static let bar = """
            .playhead-bar { color: white;
                background-image: linear-gradient(to top, rgba(0,0,0,0.92), rgba(0,0,0,0.75) 65%, rgba(0,0,0,0)); }
            .playhead-head { color: white;
                background-image: linear-gradient(to bottom, rgba(0,0,0,0.8), rgba(0,0,0,0.62) 65%, rgba(0,0,0,0)); }
            .playhead-head .title { font-weight: bold; font-size: 115%; }
            .playhead-view .dim { color: rgba(255,255,255,0.85); }
            .playhead-view .small { font-size: 85%; }
            .playhead-bar button { padding: 0; margin: 0; color: white; background: none; border: none; 
                box-shadow: none; border-radius: 8px; text-shadow: none; outline-color: white; }
            .playhead-bar button:hover, .playhead-bar button:checked { background: rgba(255,255,255,0.18); }
            .playhead-bar button:active { background: rgba(255,255,255,0.3); }
            .playhead-bar button:disabled { color: rgba(255,255,255,0.4); }
            .playhead-bar button:focus-visible { outline: 2px solid white; outline-offset: -2px; }
            .playhead-bar button.choice { font-weight: 600; font-size: 92%; font-feature-settings: "tnum"; padding: 0 8px; }
            .playhead-view .numeric { font-feature-settings: "tnum"; }
            .playhead-bar button.playhead-times { padding: 0 8px; font-weight: normal; }
            .playhead-bar scale { padding: 8px 0; margin: 0; }
            .playhead-bar scale.playhead-volume { padding: 8px 6px; }
            .playhead-bar scale trough { background: rgba(255,255,255,0.3); border: none; box-shadow: none; min-height: 4px;
                border-radius: 4px; outline-color: white; }
            .playhead-bar scale highlight { background: white; border: none; box-shadow: none; border-radius: 4px; margin: 0;
                min-height: 4px; }
            .playhead-bar scale slider { background: white; border: none; box-shadow: 0 0 3px rgba(0,0,0,0.6); min-width: 14px;
                min-height: 14px; border-radius: 50%; margin: -5px; }
            .playhead-bar scale.playhead-timeline trough, .playhead-bar scale.playhead-timeline highlight { background: transparent; }
            .playhead-bar scale.playhead-timeline slider { background: none; box-shadow: none; margin-left: 0; margin-right: 0; }
            .playhead-bar button.playhead-live { font-weight: bold; font-size: 85%; padding: 0 10px; margin: 0 8px; border-radius: 14px;
                font-feature-settings: "tnum"; background: rgba(255,255,255,0.2); }
            .playhead-bar button.playhead-live:hover { background: rgba(255,255,255,0.32); }
            .playhead-bar button.playhead-live.lit { background: #c01c28; color: white; }
            .playhead-view.large .playhead-bar scale slider { min-width: 18px; min-height: 18px; margin: -7px; }
            .playhead-view.large .playhead-bar scale.playhead-timeline slider { margin-left: 0; margin-right: 0; }

            """

        /// The lengths that follow the size of the view. The regular ones also apply before the size is known.
        private static let sizes = ([.regular] + ControlSize.allCases.filter { $0 != .regular }).map(lengths).joined()

        private nonisolated static func lengths(_ size: ControlSize) -> String {
            let view = size == .regular ? ".playhead-view" : ".playhead-view.\(size.rawValue)"
            let (above, below, head, foot, font): (Int, Int, Int, Int, Int) =
                switch size {
                case .compact: (20, 3, 10, 20, 92)
                case .regular: (30, 6, 14, 34, 100)
                case .large: (44, 14, 24, 50, 130)
                }
            return """
                \(view) .playhead-bar { padding: \(above)px \(size.barEnd)px \(below)px \(size.barStart)px; font-size: \(font)%; }
                \(view) .playhead-head { padding: \(head)px \(size.edge)px \(foot)px \(size.edge)px; font-size: \(font)%; }
                \(view) .playhead-bar button { min-height: \(size.target)px; min-width: \(size.target)px; }
                \(view) .playhead-bar button.choice { min-width: \(size.target - 16)px; }
                \(view) .playhead-bar button.playhead-live { min-height: \(size.pill)px; min-width: 0; }

                """
        }

        private static let menu = """
            .playhead-menu > contents { background: rgba(28,28,30,0.97); color: white; border: 1px solid rgba(255,255,255,0.12);
                border-radius: 12px; padding: 6px; font-size: 100%; }
            .playhead-menu > arrow { background: rgba(28,28,30,0.97); border: none; }
            .playhead-menu .head { padding: 4px 10px; font-weight: bold; }
            .playhead-menu .head button { color: white; background: none; border: none; box-shadow: none; padding: 2px;
                min-width: 26px; min-height: 26px; }
            .playhead-menu list { background: transparent; color: white; }
            .playhead-menu row { padding: 7px 10px; border-radius: 8px; min-width: 180px; color: white; background: transparent; }
            .playhead-menu row:hover { background: rgba(255,255,255,0.1); }
            .playhead-menu row:focus { background: rgba(255,255,255,0.16); outline: 2px solid rgba(255,255,255,0.7); outline-offset: -2px; }
            .playhead-menu .dim { color: rgba(255,255,255,0.7); }
            .playhead-menu separator { background: rgba(255,255,255,0.16); min-height: 1px; margin: 4px 10px; }
            .playhead-menu .heading { font-size: 85%; padding: 4px 0; }

            """

        private static let cards = """
            .playhead-card, .playhead-next, .playhead-waiting, .playhead-preview, .playhead-feedback { color: white;
                background: rgba(20,20,22,0.86); border-radius: 14px; }
            .playhead-card { padding: 22px 30px; }
            .playhead-card .title, .playhead-next .title, .playhead-end .title { font-weight: bold; font-size: 112%; }
            .playhead-end { color: white; padding: 18px 26px; border-radius: 18px; background: rgba(0,0,0,0.55); }
            .playhead-view button.playhead-replay { min-width: 72px; min-height: 72px; padding: 0; border-radius: 50%; color: white; border: none;
                box-shadow: none; background: rgba(255,255,255,0.16); }
            .playhead-view button.playhead-replay:hover { background: rgba(255,255,255,0.3); }
            .playhead-card button, .playhead-next button, .playhead-end button { color: white; background: rgba(255,255,255,0.16);
                border: none; box-shadow: none; text-shadow: none; border-radius: 8px; padding: 6px 14px; }
            .playhead-card button:hover, .playhead-next button:hover, .playhead-end button:hover { background: rgba(255,255,255,0.28); }
            .playhead-card button.primary, .playhead-next button.primary { background: white; color: #1c1c1e; }
            .playhead-card button.primary:hover, .playhead-next button.primary:hover { background: #deddda; }
            .playhead-view button:focus-visible { outline: 2px solid white; outline-offset: 1px; }
            .playhead-next { padding: 10px 14px 10px 10px; }
            .playhead-next .poster { border-radius: 8px; background: rgba(255,255,255,0.1); }
            .playhead-sound { color: white; padding: 20px 24px 76px 24px; }
            .playhead-sound .title { font-weight: bold; font-size: 150%; }
            .playhead-sound .dim { font-size: 110%; }
            .playhead-sound .cover { border-radius: 12px; background: rgba(255,255,255,0.08); color: rgba(255,255,255,0.85); }
            .playhead-preview { padding: 5px; border-radius: 8px; }
            .playhead-waiting { padding: 18px; }
            .playhead-feedback { padding: 14px 20px; min-width: 60px; border-radius: 18px; font-weight: bold; font-size: 115%;
                background: rgba(20,20,22,0.7); animation: playhead-appear 120ms ease-out; }
            .playhead-feedback progress { background: white; border: none; margin: 0; min-height: 4px; }
            .playhead-feedback trough { background: rgba(255,255,255,0.3); border: none; min-height: 4px; min-width: 110px; }
            .playhead-bar, .playhead-head { animation: playhead-appear 150ms ease-out; }
            @keyframes playhead-appear { from { opacity: 0; } to { opacity: 1; } }

            """

        private static let ads = """
            .playhead-ad { background: rgba(0,0,0,0.7); color: white; border-radius: 8px; padding: 7px 12px;
                font-feature-settings: "tnum"; }
            .playhead-view button.playhead-skip { background: white; color: #1c1c1e; font-weight: bold; font-size: 112%; border: none;
                border-radius: 8px; font-feature-settings: "tnum"; padding: 10px 20px; min-height: 28px;
                box-shadow: 0 1px 8px rgba(0,0,0,0.5); text-shadow: none; }
            .playhead-view button.playhead-skip:hover { background: #deddda; }
            .playhead-view button.playhead-skip:disabled { background: rgba(0,0,0,0.7); color: white; font-weight: normal; opacity: 1; }
            .playhead-close { background: rgba(0,0,0,0.7); color: white; border: none; border-radius: 0;
                min-width: 20px; min-height: 20px; padding: 2px; }

            """

        /// The widgets of the program.
        private static let app = """
            .playhead-start { color: @theme_fg_color; background: @theme_bg_color; }
            .playhead-start .title { font-weight: bold; font-size: 150%; }
            .playhead-start .dim, .playhead-pane .dim { color: alpha(@theme_fg_color, 0.75); }
            .playhead-start button, .playhead-pane button { color: @theme_fg_color; background: alpha(@theme_fg_color, 0.1); border: none;
                box-shadow: none; text-shadow: none; border-radius: 8px; padding: 8px 16px; }
            .playhead-start button:hover, .playhead-pane button:hover { background: alpha(@theme_fg_color, 0.2); }
            .playhead-start button:disabled, .playhead-pane button:disabled { color: alpha(@theme_fg_color, 0.35); }
            .playhead-start button.primary { background: \(accent); color: #10142e; font-weight: bold; }
            .playhead-pane listview { background: transparent; color: @theme_fg_color; }
            .playhead-pane row { color: @theme_fg_color; background: transparent; border-radius: 8px; padding: 7px 10px; }
            .playhead-pane row:hover { background: alpha(@theme_fg_color, 0.1); }
            .playhead-pane row:focus { outline: 2px solid alpha(@theme_fg_color, 0.7); outline-offset: -2px; }
            .playhead-start flowboxchild { padding: 6px; border-radius: 12px; }
            .playhead-start flowboxchild:hover { background: alpha(@theme_fg_color, 0.1); }
            .playhead-start flowboxchild:focus { outline: 2px solid alpha(@theme_fg_color, 0.7); outline-offset: -2px; }
            .playhead-start .poster { border-radius: 8px; background: #1b2147; color: rgba(255,255,255,0.8); }
            .playhead-start.drop { box-shadow: inset 0 0 0 4px \(accent); }
            .playhead-pane { color: @theme_fg_color; background: @theme_bg_color; padding: 12px; }
            .playhead-pane .title { font-weight: bold; font-size: 112%; }
            .playhead-pane row.current { background: alpha(\(accent), 0.28); }
            .playhead-pane row { padding: 0; }
            .playhead-row { padding: 7px 10px; }
            .playhead-dragged { background: @theme_bg_color; }
            .playhead-pane button.flat { padding: 0; min-width: 36px; min-height: 36px; background: none; }
            .playhead-pane row button.flat { padding: 3px; min-width: 22px; min-height: 22px; }
            .playhead-statistics { color: white; background: rgba(0,0,0,0.78); border-radius: 10px; padding: 10px 14px; margin: 14px;
                font-size: 88%; font-feature-settings: "tnum"; }
            .playhead-toast { color: white; background: rgba(20,20,22,0.92); border-radius: 10px; padding: 9px 16px; margin: 56px 16px; }

            """

        /// Solid grounds and outlines for themes of high contrast.
        private static let contrast = """
            .playhead-view.contrast .playhead-bar, .playhead-view.contrast .playhead-head { background: black; }
            .playhead-view.contrast .playhead-card, .playhead-view.contrast .playhead-next, .playhead-view.contrast .playhead-end,
            .playhead-view.contrast .playhead-waiting, .playhead-view.contrast .playhead-preview,
            .playhead-view.contrast .playhead-feedback { background: black; border: 2px solid white; }
            .playhead-view.contrast .dim { color: white; }
            .playhead-view.contrast .playhead-bar button { border: 1px solid rgba(255,255,255,0.6); }
            .playhead-view.contrast .playhead-menu > contents { background: black; border: 2px solid white; }
            """
    }
#endif
