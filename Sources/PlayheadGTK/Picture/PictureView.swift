#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// The picture with its captions.
    @MainActor
    final class PictureView {
        /// The widget, or `nil` where GTK makes none.
        private(set) var widget: Widget?
        private(set) var output: PictureOutput?
        private var texture: PictureOutput.Texture?
        private let captions = CaptionPainter()
        /// How the picture fills the widget.
        var stretching = Stretching.uniform { didSet { if stretching != oldValue { redraw() } } }
        /// What of the widget's lower edge a control bar covers.
        var covered = 0.0 { didSet { if covered != oldValue { redraw() } } }
        /// Called with the size in pixels when it changes.
        var onResize: ((Int, Int) -> Void)?
        private var size = (0.0, 0.0)

        init() {
            output = PictureOutput { [weak self] texture in self?.show(texture) }
            widget = Canvas.make { [weak self] snapshot, width, height in self?.draw(snapshot, width, height) }
            guard let widget else { return }
            gtk_widget_set_hexpand(widget, 1)
            gtk_widget_set_vexpand(widget, 1)
            gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        }

        /// The cues that are shown.
        var cues: [CaptionCue] {
            get { captions.cues }
            set {
                guard newValue != captions.cues else { return }
                captions.cues = newValue
                redraw()
            }
        }

        /// How captions look.
        var captionStyle: CaptionStyle {
            get { captions.style }
            set {
                captions.style = newValue
                redraw()
            }
        }

        /// Where captions are, in units of the widget; `nil` where there are none.
        var captionFrame: ViewRect? { captions.frame }

        /// Whether there is a picture.
        var hasPicture: Bool { texture != nil }

        private func show(_ new: PictureOutput.Texture?) {
            texture = new
            redraw()
        }

        private func redraw() { if let widget { gtk_widget_queue_draw(widget) } }

        private func draw(_ snapshot: OpaquePointer, _ width: Double, _ height: Double) {
            guard let widget else { return }
            let scale = Double(gtk_widget_get_scale_factor(widget))
            note(width, height, scale)
            var black = rgba(0)
            var whole = bounds(0, 0, width, height)
            gtk_snapshot_append_color(snapshot, &black, &whole)
            var area = ViewRect(x: 0, y: 0, width: width, height: height)
            if let texture {
                let rect = stretching.rect(
                    width: texture.width, height: texture.height, viewWidth: width, viewHeight: height, scale: scale)
                var place = bounds(rect.x, rect.y, rect.width, rect.height)
                gtk_snapshot_append_texture(snapshot, texture.texture, &place)
                area = rect.clipped(width, height)
            }
            area.height = min(area.height, max(0, height - covered - area.y))
            captions.paint(snapshot, widget, in: area, pictureHeight: area.height + covered)
        }

        private func note(_ width: Double, _ height: Double, _ scale: Double) {
            output?.setPlace(PictureOutput.Place(width: width, height: height, scale: scale, stretching: stretching))
            guard (width, height) != size, width > 0, height > 0 else { return }
            size = (width, height)
            let pixels = (Int(width * scale), Int(height * scale))
            // Not while it is drawn: listeners may change the view.
            Task { [weak self] in self?.onResize?(pixels.0, pixels.1) }
        }
    }

    extension ViewRect {
        /// The part inside of a view.
        fileprivate func clipped(_ viewWidth: Double, _ viewHeight: Double) -> ViewRect {
            let left = max(0, x)
            let top = max(0, y)
            return ViewRect(x: left, y: top, width: min(viewWidth, x + width) - left, height: min(viewHeight, y + height) - top)
        }
    }
#endif
