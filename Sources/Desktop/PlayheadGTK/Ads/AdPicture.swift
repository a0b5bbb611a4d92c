#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// An image of an ad over the video: a companion, or an overlay ad.
    @MainActor
    final class AdPicture {
        /// The reason for which no image is shown.
        enum Failure: Error {
            /// The image failed to load.
            case unreachable
            /// The format is not supported.
            case unsupported
        }

        private(set) var widget: Widget?
        private var texture: PictureOutput.Texture?
        private var viewSize = (width: 0.0, height: 0.0)
        private var declaredSize: (width: Double, height: Double)?
        private var loading: Task<Void, Never>?

        init(name: String, onClick: @escaping @MainActor @Sendable () -> Void) {
            widget = Canvas.make { [weak self] snapshot, width, height in self?.draw(snapshot, width: width, height: height) }
            guard let widget else { return }
            Widgets.setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, to: name)
            gtk_widget_set_visible(widget, 0)
            guard let click = gtk_gesture_click_new() else { return }
            Signals.onPress(UnsafeMutableRawPointer(click), "released") { _, _, _ in onClick() }
            gtk_widget_add_controller(widget, click)
        }

        var isShown: Bool { texture != nil }

        /// Loads an image and shows it. `done` is called with the failure, or with `nil` if the image is shown.
        func load(_ resource: AdCompanion, of player: Player, done: @escaping @MainActor (Failure?) -> Void) {
            hide()
            declaredSize = resource.width.flatMap { width in resource.height.map { (Double(width), Double($0)) } }
            loading = Task { [weak self] in
                let bytes = try? await player.adPicture(at: resource.resource)
                guard !Task.isCancelled, let self else { return }
                guard let bytes else { return done(.unreachable) }
                done(show(bytes) ? nil : .unsupported)
            }
        }

        func hide() {
            loading?.cancel()
            texture = nil
            if let widget { Widgets.setVisible(widget, false) }
        }

        /// Fits the image into a view's size, in units of the view.
        func fit(width: Double, height: Double) {
            viewSize = (width, height)
            place()
        }

        func setPointer(_ name: String?) { if let widget { gtk_widget_set_cursor_from_name(widget, name) } }

        private func show(_ bytes: [UInt8]) -> Bool {
            guard let made = Widgets.texture(of: bytes) else { return false }
            texture = PictureOutput.Texture(made, width: Double(gdk_texture_get_width(made)), height: Double(gdk_texture_get_height(made)))
            place()
            if let widget { Widgets.setVisible(widget, true) }
            return true
        }

        private func place() {
            guard let widget, let texture else { return }
            let wanted = declaredSize ?? (texture.width, texture.height)
            let size = AdPlace.size(width: wanted.width, height: wanted.height, viewWidth: viewSize.width, viewHeight: viewSize.height)
            Widgets.setSize(widget, width: size.width, height: size.height)
            gtk_widget_queue_draw(widget)
        }

        private func draw(_ snapshot: OpaquePointer, width: Double, height: Double) {
            guard let texture else { return }
            let rect = Stretching.uniform.rect(width: texture.width, height: texture.height, viewWidth: width, viewHeight: height)
            var place = bounds(rect)
            gtk_snapshot_append_texture(snapshot, texture.texture, &place)
        }
    }
#endif
