// The texts and the picture of an item, which the app may change at any time.
extension PlaybackMachine {
    /// Changes title, description and picture of an item to those of `description`, which has the URL of the item.
    mutating func describe(_ index: Int, _ description: ItemDescription) {
        guard items.indices.contains(index) else { return refuse(.invalidIndex, "no item \(index) in a list of \(items.count)") }
        guard items[index].url == description.url else { return refuse(.commandRefused, "another list is about to open") }
        items[index].describe(as: description)
        pending.load?.describe(index, as: description)
        pending.decision?.load.describe(index, as: description)
        emit(ItemMetadataEvent(item: items[index], index: index))
    }
}

extension PendingLoad {
    /// Changes the texts and the picture of an item, unless the list is another one.
    fileprivate mutating func describe(_ index: Int, as description: ItemDescription) {
        if !isNewList { items[index].describe(as: description) }
    }
}

extension ItemDescription {
    fileprivate mutating func describe(as other: ItemDescription) {
        (title, description, image) = (other.title, other.description, other.image)
    }
}
