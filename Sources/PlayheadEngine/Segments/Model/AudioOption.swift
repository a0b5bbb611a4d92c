/// An alternate audio rendition that can be chosen.
struct AudioOption: Sendable, Hashable {
    /// The name for menus.
    var name: String
    /// The BCP 47 language tag, or `nil`.
    var language: String?
    /// Whether it is played if the viewer has not chosen.
    var isDefault = false
    /// Whether it may be chosen without the viewer.
    var isAutoselect = false
    /// The absolute URL; `nil` for the sound inside the main rendition.
    var url: String?
}
