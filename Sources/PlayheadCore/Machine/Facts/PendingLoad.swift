/// What opens once the playback that is closing down is closed.
struct PendingLoad: Sendable, Hashable {
    /// The list to open from.
    var items: [ItemDescription]
    /// The entry to open.
    var index: Int
    /// Whether the list was given by a load, so that it is told.
    var isNewList: Bool
}
