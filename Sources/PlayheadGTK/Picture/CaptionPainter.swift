#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadView

    /// Draws captions where WebVTT's rules put them.
    @MainActor
    final class CaptionPainter {
        var cues: [CaptionCue] = []
        var style = CaptionStyle()
        /// What they took when they were painted last; `nil` where there were none.
        private(set) var frame: ViewRect?

        func paint(_ snapshot: OpaquePointer, _ widget: Widget, in area: ViewRect, pictureHeight: Double) {
            frame = nil
            guard !cues.isEmpty, area.width > 0, area.height > 0 else { return }
            let scale = min(max(style.scale, 0.25), 4)
            let fontSize = max(8, pictureHeight * CaptionLayouter.fontShare * 0.75 * scale)
            let layouts = cues.map { cue in layout(of: cue, widget, fontSize) }
            defer { for layout in layouts { if let layout { g_object_unref(UnsafeMutableRawPointer(layout)) } } }
            let lineHeight = layouts.first.flatMap { $0.map { Self.lineHeight($0) } } ?? fontSize * 1.3
            let margin = 0.02
            let safe = ViewRect(
                x: area.x + area.width * margin, y: area.y + area.height * margin, width: area.width * (1 - 2 * margin),
                height: area.height * (1 - 2 * margin))
            let placed = CaptionLayouter(area: safe, lineHeight: lineHeight).place(cues) { index, width in
                guard let layout = layouts[index] else { return 0 }
                pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
                return Self.height(layout)
            }
            frame = placed.map(\.rect).reduce(nil) { $0?.union($1) ?? $1 }
            for box in placed { if let layout = layouts[box.index] { draw(layout, box, snapshot, lineHeight) } }
        }

        private func layout(of cue: CaptionCue, _ widget: Widget, _ fontSize: Double) -> OpaquePointer? {
            guard let layout = gtk_widget_create_pango_layout(widget, nil) else { return nil }
            pango_layout_set_markup(layout, PangoMarkup.markup(of: cue.markup), -1)
            // What Pango can't read as markup it shows as nothing.
            if pango_layout_get_character_count(layout) == 0 { pango_layout_set_text(layout, cue.text, -1) }
            let font = pango_font_description_new()
            pango_font_description_set_family(font, style.fontFamily)
            pango_font_description_set_absolute_size(font, fontSize * Double(PANGO_SCALE))
            pango_layout_set_font_description(layout, font)
            pango_font_description_free(font)
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
            pango_layout_set_alignment(layout, Self.alignment(cue.layout.align))
            return layout
        }

        private func draw(
            _ layout: OpaquePointer, _ box: CaptionLayouter.Placed, _ snapshot: OpaquePointer, _ lineHeight: Double
        ) {
            pango_layout_set_width(layout, Int32(box.rect.width * Double(PANGO_SCALE)))
            var background = rgba(style.background.rgb, style.background.opacity)
            var foreground = rgba(style.foreground.rgb, style.foreground.opacity)
            let pad = lineHeight * 0.2
            let unit = Double(PANGO_SCALE)
            let lines = pango_layout_get_iter(layout)
            repeat {
                var logical = PangoRectangle()
                pango_layout_iter_get_line_extents(lines, nil, &logical)
                guard logical.width > 0 else { continue }
                var place = bounds(
                    box.rect.x + Double(logical.x) / unit - pad, box.rect.y + Double(logical.y) / unit,
                    Double(logical.width) / unit + 2 * pad,
                    Double(logical.height) / unit)
                gtk_snapshot_append_color(snapshot, &background, &place)
            } while pango_layout_iter_next_line(lines) != 0
            pango_layout_iter_free(lines)
            gtk_snapshot_save(snapshot)
            var origin = graphene_point_t(x: Float(box.rect.x), y: Float(box.rect.y))
            gtk_snapshot_translate(snapshot, &origin)
            drawEdge(layout, snapshot, lineHeight)
            gtk_snapshot_append_layout(snapshot, layout, &foreground)
            gtk_snapshot_restore(snapshot)
        }

        /// The text in black around or beside where it will be.
        private func drawEdge(_ layout: OpaquePointer, _ snapshot: OpaquePointer, _ lineHeight: Double) {
            let width = max(1, lineHeight * 0.05)
            let places: [(Double, Double)]
            switch style.edge {
            case .none: return
            case .shadow: places = [(width, width)]
            case .outline: places = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)].map { ($0 * width, $1 * width) }
            }
            guard let dark = pango_layout_copy(layout) else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(dark)) }
            // Colours of the text's own are not those of its edge.
            if let attributes = pango_layout_get_attributes(dark).flatMap({ pango_attr_list_copy($0) }) {
                if let colors = pango_attr_list_filter(attributes, Self.isColor, nil) { pango_attr_list_unref(colors) }
                pango_layout_set_attributes(dark, attributes)
                pango_attr_list_unref(attributes)
            }
            var black = rgba(0x000000, style.foreground.opacity)
            for (x, y) in places {
                gtk_snapshot_save(snapshot)
                var origin = graphene_point_t(x: Float(x), y: Float(y))
                gtk_snapshot_translate(snapshot, &origin)
                gtk_snapshot_append_layout(snapshot, dark, &black)
                gtk_snapshot_restore(snapshot)
            }
        }

        private nonisolated static let isColor: PangoAttrFilterFunc = { attribute, _ in
            let type = attribute?.pointee.klass.pointee.type
            return type == PANGO_ATTR_FOREGROUND || type == PANGO_ATTR_BACKGROUND ? 1 : 0
        }

        private static func height(_ layout: OpaquePointer) -> Double {
            var (width, height): (Int32, Int32) = (0, 0)
            pango_layout_get_size(layout, &width, &height)
            return Double(height) / Double(PANGO_SCALE)
        }

        private static func lineHeight(_ layout: OpaquePointer) -> Double {
            max(1, height(layout) / Double(max(1, pango_layout_get_line_count(layout))))
        }

        private static func alignment(_ align: CaptionLayout.TextAlignment) -> PangoAlignment {
            switch align {
            case .start, .left: PANGO_ALIGN_LEFT
            case .center: PANGO_ALIGN_CENTER
            case .end, .right: PANGO_ALIGN_RIGHT
            }
        }
    }
#endif
