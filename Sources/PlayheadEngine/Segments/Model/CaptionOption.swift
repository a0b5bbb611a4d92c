import PlayheadCore

/// A captions rendition that can be chosen.
struct CaptionOption: Sendable {
    /// The track for menus.
    var track: MediaTrack
    /// The absolute URL.
    var url: String
}
