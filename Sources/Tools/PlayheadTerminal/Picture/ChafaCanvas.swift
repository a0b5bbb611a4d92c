import CChafa

/// A reusable libchafa canvas for one size and mode.
///
/// `@unchecked Sendable`: its owner, ``TerminalPicture``, uses it under its lock only.
final class ChafaCanvas: @unchecked Sendable {
    /// The number of cells (about 100×40) from which speed is preferred to the best match, which is hard to see in small cells.
    private static let manyCells = 4000
    private static let lowWorkFactor: Float = 0.1

    let size: TerminalSize
    private let canvas: OpaquePointer
    private let terminal: ChafaTerminal

    /// Creates a canvas of `size` cells; `nil` if libchafa fails.
    init?(size: TerminalSize, cell: TerminalSize, mode: PictureMode, depth: ColorDepth, terminal: ChafaTerminal) {
        guard let config = chafa_canvas_config_new() else { return nil }
        defer { chafa_canvas_config_unref(config) }
        chafa_canvas_config_set_geometry(config, gint(clamping: size.columns), gint(clamping: size.rows))
        chafa_canvas_config_set_cell_geometry(config, gint(clamping: cell.columns), gint(clamping: cell.rows))
        chafa_canvas_config_set_pixel_mode(
            config, mode == .kitty ? CHAFA_PIXEL_MODE_KITTY : mode == .sixel ? CHAFA_PIXEL_MODE_SIXELS : CHAFA_PIXEL_MODE_SYMBOLS)
        switch depth {
        case .none: chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_FGBG)
        // The lowest 16 entries are the user's own colours, whose values are unknown.
        case .indexed: chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_INDEXED_240)
        case .trueColor: chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_TRUECOLOR)
        }
        // Dithering flickers in moving pictures, and preprocessing changes the colours.
        chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_NONE)
        if size.columns * size.rows > Self.manyCells { chafa_canvas_config_set_work_factor(config, Self.lowWorkFactor) }
        chafa_canvas_config_set_preprocessing_enabled(config, 0)
        chafa_canvas_config_set_optimizations(config, CHAFA_OPTIMIZATION_REUSE_ATTRIBUTES)
        guard let symbols = chafa_symbol_map_new() else { return nil }
        defer { chafa_symbol_map_unref(symbols) }
        chafa_symbol_map_add_by_tags(symbols, ChafaSymbolTags(CHAFA_SYMBOL_TAG_BLOCK.rawValue | CHAFA_SYMBOL_TAG_SPACE.rawValue))
        chafa_canvas_config_set_symbol_map(config, symbols)
        guard let canvas = chafa_canvas_new(config) else { return nil }
        self.canvas = canvas
        self.size = size
        self.terminal = terminal
    }

    deinit {
        chafa_canvas_unref(canvas)
    }

    /// Returns the sequence that shows `picture` on the whole canvas.
    func print(_ picture: PixelBuffer) -> String? {
        guard let base = picture.bytes.baseAddress else { return nil }
        chafa_canvas_draw_all_pixels(
            canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, base.assumingMemoryBound(to: guint8.self), gint(clamping: picture.width),
            gint(clamping: picture.height), gint(clamping: picture.bytesPerRow))
        guard let text = chafa_canvas_print(canvas, terminal.info) else { return nil }
        defer { g_string_free(text, 1) }
        let bytes = UnsafeRawBufferPointer(start: text.pointee.str, count: Int(text.pointee.len))
        return String(decoding: bytes, as: UTF8.self)
    }
}
