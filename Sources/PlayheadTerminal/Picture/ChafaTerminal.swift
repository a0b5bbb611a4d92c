import CChafa

/// What libchafa's database knows of the terminal.
///
/// `@unchecked Sendable`: the record isn't changed after it was made, and libchafa counts references atomically.
final class ChafaTerminal: @unchecked Sendable {
    let info: OpaquePointer

    /// Looks the terminal up by its environment; `nil` where the database has nothing.
    init?(environment: [String: String]) {
        guard let database = chafa_term_db_new() else { return nil }
        defer { chafa_term_db_unref(database) }
        var entries = environment.map { g_strdup("\($0.key)=\($0.value)") } + [nil]
        defer { entries.forEach { g_free($0) } }
        guard let info = chafa_term_db_detect(database, &entries) else { return nil }
        // What the database doesn't know of a terminal is taken from the most usual one.
        if let fallback = chafa_term_db_get_fallback_info(database) {
            for sequence in [
                CHAFA_TERM_SEQ_RESET_ATTRIBUTES, CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT, CHAFA_TERM_SEQ_SET_COLOR_FG_DIRECT,
                CHAFA_TERM_SEQ_SET_COLOR_BG_DIRECT, CHAFA_TERM_SEQ_SET_COLOR_FGBG_256, CHAFA_TERM_SEQ_SET_COLOR_FG_256,
                CHAFA_TERM_SEQ_SET_COLOR_BG_256, CHAFA_TERM_SEQ_INVERT_COLORS,
            ] where chafa_term_info_have_seq(info, sequence) == 0 {
                guard let text = chafa_term_info_get_seq(fallback, sequence) else { continue }
                chafa_term_info_set_seq(info, sequence, text, nil)
            }
            chafa_term_info_unref(fallback)
        }
        self.info = info
    }

    deinit {
        chafa_term_info_unref(info)
    }

    var hasSixels: Bool { chafa_term_info_have_seq(info, CHAFA_TERM_SEQ_BEGIN_SIXELS) != 0 }

    var hasKittyGraphics: Bool { chafa_term_info_have_seq(info, CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1) != 0 }
}
