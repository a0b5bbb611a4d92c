/// An alternate audio rendition that can be selected.
struct AudioOption: Sendable, Hashable {
    /// The name for menus.
    var name: String
    /// The BCP 47 language tag, or `nil`.
    var language: String?
    /// Whether the rendition is played if the viewer has not selected one.
    var isDefault = false
    /// Whether the rendition may be selected automatically.
    var isAutoselect = false
    /// The absolute URL; `nil` for the sound inside the main rendition.
    var url: String?
    /// The place among the sounds inside the main rendition, if it has several.
    var soundIndex: Int?
}
