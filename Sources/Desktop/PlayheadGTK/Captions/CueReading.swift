#if canImport(CGtk)
    import CGtk
    import PlayheadCaptions

    /// A ruby text beside its base text.
    @MainActor
    final class CueReading {
        let layout: OpaquePointer
        /// The range of the base text in the cue's text, in bytes.
        let base: Range<Int>
        let length: Double
        let height: Double
        let isAbove: Bool
        let runs: [StyledCue.Run]
        private let index: Int

        private init?(_ runs: [StyledCue.Run], index: Int, base: Range<Int>, isAbove: Bool, context: OpaquePointer) {
            guard let layout = pango_layout_new(context) else { return nil }
            self.layout = layout
            self.index = index
            self.base = base
            self.isAbove = isAbove
            self.runs = runs
            let text = runs.map(\.text).joined().replacing("\n", with: " ")
            pango_layout_set_text(layout, text, Int32(text.utf8.count))
            pango_layout_set_single_paragraph_mode(layout, 1)
            let attributes = CueAttributes.list(runs, .text)
            pango_layout_set_attributes(layout, attributes)
            pango_attr_list_unref(attributes)
            (length, height) = Self.size(layout)
        }

        isolated deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

        /// Whether the base text starts in a line.
        func starts(in bytes: Range<Int>) -> Bool { bytes.contains(base.lowerBound) }

        static func all(of cue: StyledCue, context: OpaquePointer) -> [CueReading] {
            var bases: [Int: Range<Int>] = [:]
            var positions: [Int: CueStyle.RubyPosition] = [:]
            var start = 0
            for run in cue.runs {
                let end = start + run.text.utf8.count
                if let reading = run.reading {
                    bases[reading] = (bases[reading]?.lowerBound ?? start)..<end
                    positions[reading] = run.style.rubyPosition
                }
                start = end
            }
            return cue.readings.enumerated().compactMap { index, runs in
                guard let base = bases[index], !runs.isEmpty else { return nil }
                return CueReading(runs, index: index, base: base, isAbove: positions[index] != .under, context: context)
            }
        }

        /// Returns the letter spacing that extends base texts to the length of their ruby texts, by the readings' indices.
        static func spacing(of readings: [CueReading], _ cue: StyledCue, context: OpaquePointer) -> [Int: Double] {
            var spacing: [Int: Double] = [:]
            for reading in readings {
                guard let layout = pango_layout_new(context) else { continue }
                defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
                let own = cue.runs.filter { $0.reading == reading.index }
                let text = own.map(\.text).joined()
                pango_layout_set_text(layout, text, Int32(text.utf8.count))
                let attributes = CueAttributes.list(own, .text)
                pango_layout_set_attributes(layout, attributes)
                pango_attr_list_unref(attributes)
                let missing = reading.length - size(layout).length
                if missing > 0 { spacing[reading.index] = missing / Double(max(1, text.count)) }
            }
            return spacing
        }

        private static func size(_ layout: OpaquePointer) -> (length: Double, height: Double) {
            var (width, height): (Int32, Int32) = (0, 0)
            pango_layout_get_size(layout, &width, &height)
            return (Double(width) / Double(PANGO_SCALE), Double(height) / Double(PANGO_SCALE))
        }
    }
#endif
