#if canImport(CGtk)
    import CGtk
    import PlayheadView

    /// The positions of controls, for tools that drive or explain the view.
    extension PlayerView {
        /// The rectangles of visible and enabled controls by name, in units of the window from its upper left corner: `bar` and its controls (`play`,
        /// `previous`, `next`, `elapsed`, `total`, `live`, `clock`, `mute`, `volume`, `captions`, `audio`, `quality`, `speed`, `settings`,
        /// `playlist`, `miniWindow`, `fullscreen`, `timeline`), the open page of the settings (`rootMenu`, `qualityMenu` and so on), the
        /// widgets over the picture (`title`, `feedback`, `waiting`, `card`, `replay`, `retry`, `errorNext`, `cardNext`, `nextUp`,
        /// `nextPlay`, `nextCancel`, `preview`; for ads `ad`, `skip`, `companion`, `overlayAd`, `closeAd`), `picture`, the area for
        /// pictures, `video`, the area of the current picture, `overlay`, a widget over the picture (``addLayer(_:)``), `creative`, an
        /// interactive ad's page, `cover`, the cover of media without pictures or its icon, and `cues`, the captions. `pointer` is the position of the pointer over the view; its size is zero. `focus`
        /// is the focused widget of an active window.
        package var places: [String: ViewRect] {
            guard let widget, let root = gtk_widget_get_root(widget) else { return [:] }
            let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self)
            var widgets = (bar?.controls ?? [:]).merging(screens?.controls ?? [:]) { first, _ in first }
            widgets.merge(ads?.controls ?? [:]) { first, _ in first }
            widgets.merge(additionalPlaces?() ?? [:]) { first, _ in first }
            widgets["title"] = head.widget
            widgets["feedback"] = feedback.widget
            widgets["preview"] = preview?.widget
            widgets["picture"] = picture.widget
            widgets["cover"] = sound.cover
            widgets["overlay"] = layer
            widgets["creative"] = adLayers.last { gtk_widget_get_can_target($0) != 0 }
            if gtk_window_is_active(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWindow.self)) != 0 {
                widgets["focus"] = gtk_root_get_focus(root)
            }
            var places: [String: ViewRect] = [:]
            for (name, widget) in widgets where gtk_widget_get_mapped(widget) != 0 && gtk_widget_is_sensitive(widget) != 0 {
                var box = graphene_rect_t()
                guard gtk_widget_compute_bounds(widget, window, &box) != 0 else { continue }
                places[name] = ViewRect(
                    x: Double(box.origin.x), y: Double(box.origin.y), width: Double(box.size.width), height: Double(box.size.height))
            }
            if lastPoint.0 >= 0 {
                var box = graphene_rect_t()
                if gtk_widget_compute_bounds(widget, window, &box) != 0 {
                    places["pointer"] = ViewRect(
                        x: Double(box.origin.x) + lastPoint.0, y: Double(box.origin.y) + lastPoint.1, width: 0, height: 0)
                }
            }
            guard let whole = places["picture"] else { return places }
            for (name, frame) in [("cues", picture.captionFrame), ("video", picture.pictureFrame)] {
                guard let frame else { continue }
                places[name] = ViewRect(x: whole.x + frame.x, y: whole.y + frame.y, width: frame.width, height: frame.height)
            }
            return places
        }

        func painted() {
            reportBarHeight()
            guard let onPlaces else { return }
            let new = places
            guard new != reportedPlaces else { return }
            reportedPlaces = new
            onPlaces(new)
        }

        /// Reports the places after the next drawing, before which a window may not be laid out.
        package func reportPlaces() {
            if onPlaces != nil, let widget { gtk_widget_queue_draw(widget) }
        }

        private func reportBarHeight() {
            guard let onBarHeight, let bar = bar?.widget, gtk_widget_get_mapped(bar) != 0 else { return }
            // With the padding, which the height of a widget does not contain.
            var box = graphene_rect_t()
            if gtk_widget_compute_bounds(bar, bar, &box) != 0 { onBarHeight(Int32(clamping: Int(saturating: Double(box.size.height)))) }
        }
    }
#endif
