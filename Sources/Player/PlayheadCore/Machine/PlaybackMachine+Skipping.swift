// The replacement of an item that fails.
extension PlaybackMachine {
    /// The index of the item that replaces the failed one; `nil` if the failure ends the playback: skipping is off, no item follows, or all
    /// have failed.
    var replacementIndex: Int? {
        guard options.skipsFailedItems, let currentIndex, history.consecutiveFailures + 1 < items.count else { return nil }
        if history.searchesBackwards, currentIndex > 0 { return currentIndex - 1 }
        let following = currentIndex + 1
        return following < items.count ? following : repeatMode == .list ? 0 : nil
    }

    /// Closes the current item, emits the cause as a warning, and opens the next one.
    mutating func skip(_ cause: PlaybackError, to next: Int) {
        history.consecutiveFailures += 1
        if next == 0 || next > (currentIndex ?? 0) { history.searchesBackwards = false }
        pending.load = PendingLoad(items: items, index: next, isNewList: false, isMove: true)
        if intendsToPlay { reasons.play = .playlist }
        close(.failed, because: .failure)
        emit(WarningEvent(error: cause.with(severity: .warning)))
    }
}
