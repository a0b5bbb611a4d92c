#if canImport(CGtk)
    import CGtk
    import PlayheadCaptions
    import PlayheadView

    /// Draws the measured cue.
    extension CueDrawing {
        /// Draws the cue into its box.
        func draw(_ cairo: OpaquePointer, in rect: ViewRect, viewer: CaptionStyle) {
            cairo_save(cairo)
            if isVertical {
                cairo_translate(cairo, rect.x + rect.width, rect.y)
                cairo_rotate(cairo, .pi / 2)
            } else {
                cairo_translate(cairo, rect.x, rect.y)
            }
            if styled.style.isVisible || styled.runs.contains(where: \.style.isVisible) { drawBoxes(cairo) }
            let shadows = styled.runs.flatMap(\.style.shadows).reduce(into: [CueStyle.Shadow]()) { if !$0.contains($1) { $0.append($1) } }
            // The first shadow is the foremost.
            for shadow in shadows.reversed() { drawShadow(cairo, shadow) }
            drawEdge(cairo, viewer)
            for line in lines { show(cairo, layout, line: line, along: 0, down: 0) }
            forEachReading { reading, along, down in
                cairo_move_to(cairo, along, down)
                pango_cairo_show_layout(cairo, reading.layout)
            }
            cairo_restore(cairo)
        }

        // MARK: Boxes

        private func drawBoxes(_ cairo: OpaquePointer) {
            // Without antialiasing there is no seam between the boxes of lines.
            cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE)
            set(cairo, styled.background)
            for line in lines where line.length > 0 {
                cairo_rectangle(cairo, line.start - pad, line.top + line.textTop, line.length + 2 * pad, line.textHeight)
            }
            forEachReading { reading, along, down in cairo_rectangle(cairo, along, down, reading.length, reading.height) }
            cairo_fill(cairo)
            cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT)
            drawOutlines(cairo)
        }

        private func drawOutlines(_ cairo: OpaquePointer) {
            if let outline = styled.style.outline {
                for line in lines where line.length > 0 {
                    let box = ViewRect(
                        x: line.start - pad, y: line.top + line.textTop, width: line.length + 2 * pad, height: line.textHeight)
                    stroke(cairo, outline, around: box)
                }
            }
            var start = 0
            for run in styled.runs {
                let bytes = start..<(start + run.text.utf8.count)
                start = bytes.upperBound
                guard let outline = run.style.outline, run.style.outline != styled.style.outline else { continue }
                for line in lines {
                    guard let span = span(bytes, in: line) else { continue }
                    let box = ViewRect(
                        x: line.start + span.start, y: line.top + line.textTop, width: span.end - span.start, height: line.textHeight)
                    stroke(cairo, outline, around: box)
                }
            }
        }

        private func stroke(_ cairo: OpaquePointer, _ outline: CueStyle.Outline, around box: ViewRect) {
            set(cairo, outline.color)
            cairo_set_line_width(cairo, outline.width)
            let half = outline.width / 2
            cairo_rectangle(cairo, box.x - half, box.y - half, box.width + outline.width, box.height + outline.width)
            cairo_stroke(cairo)
        }

        // MARK: Text

        private func show(_ cairo: OpaquePointer, _ layout: OpaquePointer, line: Line, along: Double, down: Double) {
            guard let pango = pango_layout_get_line_readonly(layout, line.index) else { return }
            cairo_move_to(cairo, line.start + along, line.top + line.baseline + down)
            pango_cairo_show_layout_line(cairo, pango)
        }

        private func drawShadow(_ cairo: OpaquePointer, _ shadow: CueStyle.Shadow) {
            // A blurred edge is approximated by nine lighter copies, as by a coarse filter.
            let weights: [(Double, Double, Double)] =
                shadow.blur < 0.5
                ? [(0, 0, 1)] : [-1.0, 0, 1].flatMap { x in [-1.0, 0, 1].map { y in (x, y, (2 - abs(x)) * (2 - abs(y)) / 16) } }
            for (x, y, weight) in weights {
                var part = shadow
                part.color.opacity = min(1, shadow.color.opacity * weight * (weights.count > 1 ? 1.6 : 1))
                guard let copy = pango_layout_copy(layout) else { return }
                defer { g_object_unref(UnsafeMutableRawPointer(copy)) }
                let runs = styled.runs.map { run in
                    var run = run
                    run.style.shadows = run.style.shadows.map { $0 == shadow ? part : $0 }
                    return run
                }
                let attributes = CueAttributes.list(runs, .shadow(part), spacing: spacing)
                pango_layout_set_attributes(copy, attributes)
                pango_attr_list_unref(attributes)
                // The offset of a shadow is relative to the screen, also for rotated lines.
                let (right, below) = (shadow.x + x * shadow.blur / 2, shadow.y + y * shadow.blur / 2)
                let (along, down) = isVertical ? (below, -right) : (right, below)
                for line in lines { show(cairo, copy, line: line, along: along, down: down) }
            }
        }

        /// Draws the edge of the viewer's style around or beside the letters, in black.
        private func drawEdge(_ cairo: OpaquePointer, _ viewer: CaptionStyle) {
            guard viewer.edge != .none, styled.style.isVisible else { return }
            let width = max(1, styled.style.fontSize * 0.06)
            cairo_set_source_rgba(cairo, 0, 0, 0, styled.style.color.opacity)
            for line in lines {
                guard let pango = pango_layout_get_line_readonly(layout, line.index) else { continue }
                let offset = viewer.edge == .shadow ? width : 0
                cairo_move_to(cairo, line.start + offset, line.top + line.baseline + (isVertical ? -offset : offset))
                pango_cairo_layout_line_path(cairo, pango)
                if viewer.edge == .shadow {
                    cairo_fill(cairo)
                } else {
                    cairo_set_line_width(cairo, 2 * width)
                    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
                    cairo_stroke(cairo)
                }
            }
        }

        // MARK: Readings

        private func forEachReading(_ body: (CueReading, _ along: Double, _ down: Double) -> Void) {
            for reading in readings {
                guard let line = lines.first(where: { reading.starts(in: $0.bytes) }), let base = span(reading.base, in: line) else {
                    continue
                }
                let along = line.start + (base.start + base.end - reading.length) / 2
                body(reading, along, line.top + (reading.isAbove ? line.textTop - reading.height : line.textTop + line.textHeight))
            }
        }

        private func set(_ cairo: OpaquePointer, _ color: CSSColor) {
            func part(_ shift: UInt32) -> Double { Double(color.rgb >> shift & 0xFF) / 255 }
            cairo_set_source_rgba(cairo, part(16), part(8), part(0), color.opacity)
        }
    }
#endif
