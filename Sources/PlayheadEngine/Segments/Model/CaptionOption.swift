import PlayheadCore

/// A caption rendition that can be selected.
struct CaptionOption: Sendable {
    /// The track for menus.
    var track: MediaTrack
    /// The absolute URL.
    var url: String
}
