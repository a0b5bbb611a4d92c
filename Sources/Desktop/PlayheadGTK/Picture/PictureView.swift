#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// The picture with its captions.
    @MainActor
    final class PictureView {
        /// The widget, or `nil` if GTK failed to create it.
        private(set) var widget: Widget?
        private(set) var output: PictureOutput?
        private var texture: PictureOutput.Texture?
        private let captions = CaptionPainter()
        /// The way in which the picture fills the widget.
        var stretching = Stretching.uniform { didSet { if stretching != oldValue { redraw() } } }
        /// The viewer's changes to the picture.
        var adjustment = PictureAdjustment() { didSet { if adjustment != oldValue { redraw() } } }
        /// The height at the widget's lower edge that a control bar covers.
        var covered = 0.0 { didSet { if covered != oldValue { redraw() } } }
        /// The width at the end of the widget that a pane covers; captions stay beside it.
        var coveredWidth = 0.0 { didSet { if coveredWidth != oldValue { redraw() } } }
        /// The place of the preview while it is shown.
        var preview: ViewRect? { didSet { if preview != oldValue { redraw() } } }
        /// Called with the size in pixels when it changes.
        var onResize: ((Int, Int) -> Void)?
        /// Called with the size of the picture in square pixels when it changes.
        var onPictureSize: ((Double, Double) -> Void)?
        private var size = (0.0, 0.0)
        private var scaling = VideoScaling()
        private let clock = SystemClock()
        /// The rectangle of the picture when it was last drawn, in units of the widget; `nil` if there is none.
        private(set) var pictureFrame: ViewRect?

        init() {
            output = PictureOutput { [weak self] texture in self?.show(texture) }
            widget = Canvas.make { [weak self] snapshot, width, height in self?.draw(snapshot, width: width, height: height) }
            guard let widget else { return }
            gtk_widget_set_hexpand(widget, 1)
            gtk_widget_set_vexpand(widget, 1)
            gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        }

        /// The current cues.
        var cues: [CaptionCue] {
            get { captions.cues }
            set {
                guard newValue != captions.cues else { return }
                captions.cues = newValue
                redraw()
            }
        }

        /// The caption style.
        var captionStyle: CaptionStyle {
            get { captions.style }
            set {
                captions.style = newValue
                redraw()
            }
        }

        /// The area of the captions, in units of the widget; `nil` if there are none.
        var captionFrame: ViewRect? { captions.frame }

        /// Returns the playhead in the time base of the cues.
        var captionTime: () -> Double {
            get { captions.time }
            set { captions.time = newValue }
        }
        private var captionTask: Task<Void, Never>?

        /// Redraws captions that change while they are shown, also if no new picture arrives.
        private func followCaptions() {
            if captions.isMoving, let widget, !isFollowingScroll {
                isFollowingScroll = true
                Signals.onTick(of: widget) { [weak self] in
                    guard let self else { return false }
                    redraw()
                    isFollowingScroll = captions.isMoving
                    return isFollowingScroll
                }
            }
            guard captions.isTimed, captionTask == nil else { return }
            captionTask = Task { [weak self] in
                while let self, captions.isTimed, !Task.isCancelled {
                    if captions.isStale { redraw() }
                    try? await Task.sleep(for: .milliseconds(40))
                }
                self?.captionTask = nil
            }
        }
        private var isFollowingScroll = false

        /// Writes the picture as a PNG file.
        func save(to path: String) -> Bool { texture.map { gdk_texture_save_to_png($0.texture, path) != 0 } ?? false }

        /// Whether the media has no pictures: another ground than that of pictures is drawn.
        var isSound = false { didSet { if isSound != oldValue { redraw() } } }

        /// The current picture; `nil` without one.
        var currentTexture: PictureOutput.Texture? { texture }

        /// Whether there is a picture.
        var hasPicture: Bool { texture != nil }

        /// Scales the picture and its captions over `duration` seconds.
        func scale(to scale: VideoScale, over duration: Double) {
            guard let widget else { return }
            let wasAtRest = scaling.isAtRest(at: clock.now)
            scaling.change(to: scale, over: duration, at: clock.now)
            guard !scaling.isAtRest(at: clock.now) else { return redraw() }
            guard wasAtRest else { return }
            Signals.onTick(of: widget) { [weak self] in
                guard let self else { return false }
                redraw()
                return !scaling.isAtRest(at: clock.now)
            }
        }

        private func show(_ new: PictureOutput.Texture?) {
            let isOther = new.map { $0.width != texture?.width || $0.height != texture?.height } ?? false
            texture = new
            redraw()
            if isOther, let new { onPictureSize?(new.width, new.height) }
        }

        private func redraw() { if let widget { gtk_widget_queue_draw(widget) } }

        private func draw(_ snapshot: OpaquePointer, width: Double, height: Double) {
            guard let widget else { return }
            let scale = Double(gtk_widget_get_scale_factor(widget))
            note(width: width, height: height, scale: scale)
            drawGround(snapshot, width: width, height: height)
            let part = scaling.frame(at: clock.now)
            let view = part.placing(ViewRect(x: 0, y: 0, width: width, height: height), viewWidth: width, viewHeight: height)
            var area = view
            if let texture {
                let full = adjustment.rect(
                    width: texture.width, height: texture.height, stretching: stretching, viewWidth: width, viewHeight: height, scale: scale
                )
                let rect = part.placing(full, viewWidth: width, viewHeight: height)
                var clip = bounds(view)
                gtk_snapshot_push_clip(snapshot, &clip)
                draw(texture, snapshot, in: rect)
                gtk_snapshot_pop(snapshot)
                area = rect.clipped(to: view)
            }
            pictureFrame = texture == nil ? nil : area
            // The additional unit makes the distance to the bar a whole number of units.
            let bar = ViewRect(x: 0, y: height - covered - 1, width: width, height: covered + 1)
            captions.paint(
                snapshot, widget, in: area.clipped(to: free(width: width, height: height)),
                covered: (covered > 0 ? [bar] : []) + [preview].compactMap(\.self))
            followCaptions()
        }

        private func drawGround(_ snapshot: OpaquePointer, width: Double, height: Double) {
            var whole = bounds(ViewRect(x: 0, y: 0, width: width, height: height))
            guard isSound, texture == nil else {
                var black = rgba(0)
                return gtk_snapshot_append_color(snapshot, &black, &whole)
            }
            // The colours of the application's icon, darker.
            let colors = [GskColorStop(offset: 0, color: rgba(0x29325F)), GskColorStop(offset: 1, color: rgba(0x10142E))]
            var (top, bottom) = (graphene_point_t(x: 0, y: 0), graphene_point_t(x: 0, y: Float(height)))
            gtk_snapshot_append_linear_gradient(snapshot, &whole, &top, &bottom, colors, gsize(colors.count))
        }

        /// Returns the part of the widget that no pane covers.
        private func free(width: Double, height: Double) -> ViewRect {
            let isMirrored = widget.map { gtk_widget_get_direction($0) == GTK_TEXT_DIR_RTL } ?? false
            return ViewRect(x: isMirrored ? coveredWidth : 0, y: 0, width: max(0, width - coveredWidth), height: height)
        }

        /// Draws the picture, turned, into a rectangle.
        private func draw(_ texture: PictureOutput.Texture, _ snapshot: OpaquePointer, in rect: ViewRect) {
            guard adjustment.turns != 0 else {
                var place = bounds(rect)
                return gtk_snapshot_append_texture(snapshot, texture.texture, &place)
            }
            let size = adjustment.isSideways ? (rect.height, rect.width) : (rect.width, rect.height)
            var middle = graphene_point_t(x: Float(rect.x + rect.width / 2), y: Float(rect.y + rect.height / 2))
            var place = bounds(ViewRect(x: -size.0 / 2, y: -size.1 / 2, width: size.0, height: size.1))
            gtk_snapshot_save(snapshot)
            gtk_snapshot_translate(snapshot, &middle)
            gtk_snapshot_rotate(snapshot, Float(adjustment.turns * 90))
            gtk_snapshot_append_texture(snapshot, texture.texture, &place)
            gtk_snapshot_restore(snapshot)
        }

        private func note(width: Double, height: Double, scale: Double) {
            let sides = adjustment.isSideways ? (height, width) : (width, height)
            let zoom = adjustment.zoom
            output?.setPlace(
                PictureOutput.Place(width: sides.0 * zoom, height: sides.1 * zoom, scale: scale, stretching: stretching))
            guard (width, height) != size, width > 0, height > 0 else { return }
            size = (width, height)
            let pixels = (Int(saturating: width * scale, rounding: .towardZero), Int(saturating: height * scale, rounding: .towardZero))
            // The call is deferred because listeners may change the view, which must not happen during drawing.
            Task { [weak self] in self?.onResize?(pixels.0, pixels.1) }
        }
    }

    extension ViewRect {
        /// Returns the part inside of a view.
        func clipped(to view: ViewRect) -> ViewRect {
            let left = max(view.x, x)
            let top = max(view.y, y)
            return ViewRect(
                x: left, y: top, width: min(view.x + view.width, x + width) - left, height: min(view.y + view.height, y + height) - top)
        }
    }
#endif
