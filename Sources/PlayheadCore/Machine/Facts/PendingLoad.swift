/// The item that opens after the current playback has closed.
struct PendingLoad: Sendable, Hashable {
    /// The list that contains the item.
    var items: [ItemDescription]
    /// The index of the item.
    var index: Int
    /// Whether the list comes from a load, so that an event is emitted for it.
    var isNewList: Bool
}
