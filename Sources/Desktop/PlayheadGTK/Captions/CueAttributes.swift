#if canImport(CGtk)
    import CGtk
    import PlayheadCaptions

    /// Creates the Pango attributes of text.
    @MainActor
    enum CueAttributes {
        /// A layer of a text's drawing.
        enum Layer {
            /// The text and its background.
            case text
            /// A shadow of the text, in the shadow's colour.
            case shadow(CueStyle.Shadow)
        }

        /// Creates the attributes of consecutive runs; the caller unreferences them. `spacing` is the letter spacing in pixels of runs with
        /// a reading, by the reading's index.
        static func list(_ runs: [StyledCue.Run], _ layer: Layer, spacing: [Int: Double] = [:]) -> OpaquePointer? {
            let list = pango_attr_list_new()
            var start = 0
            for run in runs {
                let end = start + run.text.utf8.count
                func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
                    guard let attribute else { return }
                    attribute.pointee.start_index = guint(start)
                    attribute.pointee.end_index = guint(end)
                    pango_attr_list_insert(list, attribute)
                }
                font(run.style, add)
                if let space = run.reading.flatMap({ spacing[$0] }) { add(pango_attr_letter_spacing_new(units(space))) }
                switch layer {
                case .text: colors(run.style, add)
                case .shadow(let shadow):
                    color(run.style.shadows.contains(shadow) && run.style.isVisible ? shadow.color : .transparent, add)
                }
                start = end
            }
            return list
        }

        private static func font(_ style: CueStyle, _ add: (UnsafeMutablePointer<PangoAttribute>?) -> Void) {
            add(pango_attr_family_new(style.fontFamilies.map { $0.replacing(",", with: " ") }.joined(separator: ",")))
            add(pango_attr_size_new_absolute(units(style.fontSize)))
            if style.isItalic { add(pango_attr_style_new(PANGO_STYLE_ITALIC)) }
            add(pango_attr_weight_new(PangoWeight(UInt32(min(max(style.fontWeight, 100), 1000)))))
            if let stretch = CueStyle.Stretch.allCases.firstIndex(of: style.fontStretch), style.fontStretch != .normal {
                add(pango_attr_stretch_new(PangoStretch(UInt32(stretch))))
            }
            if style.isSmallCaps { add(pango_attr_variant_new(PANGO_VARIANT_SMALL_CAPS)) }
            if let height = style.lineHeight { add(pango_attr_line_height_new_absolute(units(min(height, 10) * style.fontSize))) }
            if !style.whiteSpace.wraps { add(pango_attr_allow_breaks_new(0)) }
        }

        private static func colors(_ style: CueStyle, _ add: (UnsafeMutablePointer<PangoAttribute>?) -> Void) {
            guard style.isVisible else { return color(.transparent, add) }
            color(style.color, add)
            if let background = style.background, background.opacity > 0 {
                let (red, green, blue) = parts(background)
                add(pango_attr_background_new(red, green, blue))
                add(pango_attr_background_alpha_new(alpha(background)))
            }
            for decoration in style.decorations {
                let (red, green, blue) = parts(decoration.color)
                if decoration.lines.contains(.underline) {
                    add(pango_attr_underline_new(underline(decoration.style)))
                    add(pango_attr_underline_color_new(red, green, blue))
                }
                if decoration.lines.contains(.overline) {
                    add(pango_attr_overline_new(PANGO_OVERLINE_SINGLE))
                    add(pango_attr_overline_color_new(red, green, blue))
                }
                if decoration.lines.contains(.lineThrough) {
                    add(pango_attr_strikethrough_new(1))
                    add(pango_attr_strikethrough_color_new(red, green, blue))
                }
            }
        }

        private static func underline(_ style: CueStyle.Decoration.Style) -> PangoUnderline {
            switch style {
            case .solid, .dotted, .dashed: PANGO_UNDERLINE_SINGLE
            case .double: PANGO_UNDERLINE_DOUBLE
            case .wavy: PANGO_UNDERLINE_ERROR
            }
        }

        private static func color(_ color: CSSColor, _ add: (UnsafeMutablePointer<PangoAttribute>?) -> Void) {
            let (red, green, blue) = parts(color)
            add(pango_attr_foreground_new(red, green, blue))
            add(pango_attr_foreground_alpha_new(alpha(color)))
        }

        private static func parts(_ color: CSSColor) -> (UInt16, UInt16, UInt16) {
            func part(_ shift: UInt32) -> UInt16 { UInt16(color.rgb >> shift & 0xFF) * 0x101 }
            return (part(16), part(8), part(0))
        }

        /// Returns Pango's alpha of a colour. Pango treats 0 as "not set"; 1 is invisible as well.
        private static func alpha(_ color: CSSColor) -> UInt16 {
            UInt16(saturating: max(1, min(max(color.opacity, 0), 1) * 65_535), rounding: .towardZero)
        }

        static func units(_ pixels: Double) -> Int32 {
            Int32(saturating: min(max(pixels * Double(PANGO_SCALE), -1e9), 1e9), rounding: .towardZero)
        }
    }
#endif
