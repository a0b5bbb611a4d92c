#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadCaptions
    import PlayheadView

    /// Measures and draws a cue with Pango. Vertical lines are horizontal lines that are rotated to the right, with letters that are
    /// rotated back if their script stands upright (Pango's gravity).
    ///
    /// "Along" is the direction of lines, and "down" is the direction from each line to the next: on the screen down, or to the left.
    @MainActor
    final class CueDrawing {
        /// A line of the broken text.
        struct Line {
            var index: Int32
            /// The range of the text, in bytes.
            var bytes: Range<Int>
            /// The offset down, including readings.
            var top: Double
            /// The extent down, including readings.
            var height: Double
            /// The start of the text without readings, relative to ``top``.
            var textTop: Double
            /// The extent down of the text without readings.
            var textHeight: Double
            /// The baseline, relative to ``top``.
            var baseline: Double
            /// The offset along.
            var start: Double
            /// The length.
            var length: Double
        }

        let cue: CaptionCue
        let styled: StyledCue
        let layout: OpaquePointer
        private(set) var lines: [Line] = []
        private(set) var extent = 0.0
        let readings: [CueReading]
        var isVertical: Bool { cue.layout.vertical != .horizontal }
        private let text: String
        /// The letter spacing of runs with a reading, by the reading's index.
        let spacing: [Int: Double]

        init?(_ cue: CaptionCue, _ styled: StyledCue, widget: Widget) {
            let context = gtk_widget_create_pango_context(widget)
            defer { if let context { g_object_unref(UnsafeMutableRawPointer(context)) } }
            let isVertical = cue.layout.vertical != .horizontal
            if let context, isVertical {
                pango_context_set_base_gravity(context, PANGO_GRAVITY_EAST)
                pango_context_set_gravity_hint(context, PANGO_GRAVITY_HINT_NATURAL)
            }
            guard let context, let layout = pango_layout_new(context) else { return nil }
            self.cue = cue
            self.styled = styled
            self.layout = layout
            text = styled.text
            pango_layout_set_text(layout, text, Int32(text.utf8.count))
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
            readings = CueReading.all(of: styled, context: context)
            spacing = CueReading.spacing(of: readings, styled, context: context)
            let attributes = CueAttributes.list(styled.runs, .text, spacing: spacing)
            pango_layout_set_attributes(layout, attributes)
            pango_attr_list_unref(attributes)
        }

        isolated deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

        /// The distance by which boxes of lines extend beyond their text.
        var pad: Double { styled.style.fontSize * 0.2 }

        /// Breaks the text into lines of at most a length.
        func measure(length: Double) -> CaptionLayouter.Measure {
            guard text.contains(where: { !$0.isWhitespace }) else { return .init(extent: 0, step: 0) }
            breakLines(length)
            lines = []
            extent = 0
            let iterator = pango_layout_get_iter(layout)
            defer { pango_layout_iter_free(iterator) }
            var index: Int32 = 0
            repeat {
                var logical = PangoRectangle()
                pango_layout_iter_get_line_extents(iterator, nil, &logical)
                guard let line = pango_layout_iter_get_line_readonly(iterator) else { break }
                let bytes = Int(line.pointee.start_index)..<Int(line.pointee.start_index + line.pointee.length)
                let unit = Double(PANGO_SCALE)
                let long = Double(logical.width) / unit
                let isRightToLeft = pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
                let above = readings.filter { $0.isAbove && $0.starts(in: bytes) }.map(\.height).max() ?? 0
                let below = readings.filter { !$0.isAbove && $0.starts(in: bytes) }.map(\.height).max() ?? 0
                let height = Double(logical.height) / unit
                lines.append(
                    Line(
                        index: index, bytes: bytes, top: extent, height: height + above + below, textTop: above, textHeight: height,
                        baseline: above + Double(pango_layout_iter_get_baseline(iterator) - logical.y) / unit,
                        start: max(0, (length - long) * Self.share(cue.layout.align, isRightToLeft)), length: long))
                extent += height + above + below
                index += 1
            } while pango_layout_iter_next_line(iterator) != 0
            if cue.layout.vertical == .verticalGrowingRight {
                // The first line is the leftmost, because "down" means to the left.
                for index in lines.indices { lines[index].top = extent - lines[index].top - lines[index].height }
            }
            let first = lines.first?.height ?? 0
            let start = max(0, (lines.map(\.start).min() ?? 0) - pad)
            let end = min(length, (lines.map { $0.start + $0.length }.max() ?? length) + pad)
            return .init(extent: extent, step: first, text: start...max(start, end))
        }

        /// Breaks the text into the necessary number of lines, with lengths as similar as possible (`text-wrap: balance`).
        private func breakLines(_ length: Double) {
            func count(_ length: Double) -> Int32 {
                pango_layout_set_width(layout, CueAttributes.units(max(0, length)))
                return pango_layout_get_line_count(layout)
            }
            pango_layout_set_width(layout, -1)
            let paragraphs = pango_layout_get_line_count(layout)
            let needed = count(length)
            let maximumLines = 10
            guard needed > paragraphs, needed <= maximumLines else { return }
            var (short, enough) = (0.0, length)
            let precision = max(1, length / 100)
            while enough - short > precision {
                let middle = (short + enough) / 2
                if count(middle) > needed { short = middle } else { enough = middle }
            }
            _ = count(enough)
        }

        /// Returns the share of the free space beside a line that precedes it.
        private static func share(_ align: CaptionLayout.TextAlignment, _ isRightToLeft: Bool) -> Double {
            switch align {
            case .left: 0
            case .right: 1
            case .center: 0.5
            case .start: isRightToLeft ? 1 : 0
            case .end: isRightToLeft ? 0 : 1
            }
        }

        /// Returns the extent of a part of a line's text, relative to the line's start.
        func span(_ bytes: Range<Int>, in line: Line) -> (start: Double, end: Double)? {
            let part = bytes.clamped(to: line.bytes)
            guard !part.isEmpty, let pango = pango_layout_get_line_readonly(layout, line.index) else { return nil }
            var (one, other): (Int32, Int32) = (0, 0)
            pango_layout_line_index_to_x(pango, Int32(part.lowerBound), 0, &one)
            pango_layout_line_index_to_x(pango, Int32(part.upperBound), 0, &other)
            let unit = Double(PANGO_SCALE)
            return (Double(min(one, other)) / unit, Double(max(one, other)) / unit)
        }
    }
#endif
