#if canImport(CGtk)
    import CGtk

    /// The style sheet of the view's widgets; the colours are the theme's.
    @MainActor
    enum Style {
        private static var isLoaded = false

        static func load() {
            guard !isLoaded, let display = gdk_display_get_default(), let provider = gtk_css_provider_new() else { return }
            isLoaded = true
            gtk_css_provider_load_from_data(provider, css, -1)
            gtk_style_context_add_provider_for_display(display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
            g_object_unref(UnsafeMutableRawPointer(provider))
        }

        private static let css = """
            .playhead-bar { background: alpha(@theme_bg_color, 0.9); color: @theme_fg_color; padding: 2px 8px 6px 8px; }
            .playhead-bar button { min-height: 28px; min-width: 28px; padding: 2px 4px; }
            .playhead-bar label.numeric { font-feature-settings: "tnum"; margin: 0 4px; }
            .playhead-timeline { padding: 6px 0; margin: 0; }
            .playhead-timeline trough, .playhead-timeline highlight { background: transparent; border-color: transparent; box-shadow: none; }
            .playhead-live { font-weight: bold; font-size: smaller; }
            .playhead-live.lit { color: white; background: #c01c28; }
            .playhead-card { background: alpha(@theme_bg_color, 0.9); color: @theme_fg_color; border-radius: 8px; padding: 18px 24px; }
            .playhead-card .title { font-weight: bold; font-size: larger; }
            .playhead-preview { background: alpha(@theme_bg_color, 0.95); color: @theme_fg_color; border-radius: 4px; padding: 4px; }
            .playhead-ad { background: alpha(black, 0.6); color: white; border-radius: 6px; padding: 6px 10px; font-feature-settings: "tnum"; }
            .playhead-skip { background: alpha(@theme_bg_color, 0.9); font-feature-settings: "tnum"; padding: 6px 14px; }
            .playhead-close { background: alpha(black, 0.6); color: white; border: none; border-radius: 0;
                min-width: 20px; min-height: 20px; padding: 2px; }
            .playhead-next { background: alpha(@theme_bg_color, 0.9); }
            .playhead-waiting { background: alpha(black, 0.6); color: white; border-radius: 12px; padding: 16px;
                animation: playhead-appear 200ms ease-out 300ms both; }
            @keyframes playhead-appear { from { opacity: 0; } to { opacity: 1; } }
            """
    }
#endif
