import CChafa

/// The entry of the terminal in libchafa's database.
///
/// `@unchecked Sendable`: the record is immutable after its creation, and libchafa's reference count is atomic.
final class ChafaTerminal: @unchecked Sendable {
    let info: OpaquePointer

    /// Looks up the terminal by its environment; `nil` if the database has no entry.
    /// - Parameters:
    ///   - environment: The variables.
    ///   - assumesAll: Whether unknown capabilities are taken from common terminals.
    init?(environment: [String: String], assumesAll: Bool = false) {
        guard let database = chafa_term_db_new() else { return nil }
        defer { chafa_term_db_unref(database) }
        var entries = environment.map { g_strdup("\($0.key)=\($0.value)") } + [nil]
        defer { entries.forEach { g_free($0) } }
        guard let info = chafa_term_db_detect(database, &entries) else { return nil }
        if assumesAll, let fallback = chafa_term_db_get_fallback_info(database) {
            chafa_term_info_supplement(info, fallback)
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
