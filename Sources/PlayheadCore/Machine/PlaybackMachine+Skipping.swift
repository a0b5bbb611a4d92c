// An item that fails, and the one that takes its place.
extension PlaybackMachine {
    /// The item to go on with where the current one fails; `nil` where that ends the playback: it is not wanted, there is none, or all failed.
    var itemInPlaceOfFailed: Int? {
        guard options.skipsFailedItems, let currentIndex, failuresInARow + 1 < items.count else { return nil }
        let following = currentIndex + 1
        return following < items.count ? following : options.repeats ? 0 : nil
    }

    /// Closes the current item down, tells why as a warning, and opens the next one.
    mutating func skip(_ cause: PlaybackError, to next: Int) {
        failuresInARow += 1
        pendingLoad = PendingLoad(items: items, index: next, isNewList: false)
        if intendsToPlay { playReason = .playlist }
        close(.failed, because: .failure)
        tell(WarningEvent(error: cause.with(severity: .warning)))
    }
}
