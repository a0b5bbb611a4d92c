import PlayheadCore

extension Player {
    /// Sets the handler that decides about each item before the player moves to it.
    ///
    /// The handler is called after the end of an item, after the failure of one that the next one replaces, and for ``next()``,
    /// ``previous()`` and ``selectItem(_:)``; not before the first item of a load, nor when an item is played again from its start. Until it
    /// returns, the state is `ended` or `idle`, without an item that is open; `pause()` and `play(reason:)` only change the intent. Another
    /// command overtakes the decision: the task of the handler is cancelled, and its result ignored.
    /// - Parameters:
    ///   - timeLimit: The time in seconds after which the item is played as it is, with onWarning 20644; 10 by default. A value that is not
    ///     above 0 is refused with onWarning.
    ///   - handler: Returns the decision about an item and its index in ``items``, on the main actor.
    public func setItemDecisionHandler(
        timeLimit: Double = 10, _ handler: @escaping @MainActor (PlayerItem, Int) async -> ItemDecision<PlayerItem>
    ) {
        session.assumeIsolated {
            $0.setItemDecisions(timeLimit) { @MainActor item, index in
                guard let item = item.owner as? PlayerItem else { return .play }
                return await handler(item, index).map(\.sessionItem)
            }
        }
    }

    /// Removes the handler of decisions. A pending decision is to play the item.
    public func removeItemDecisionHandler() { session.assumeIsolated { $0.removeItemDecisionHandler() } }
}
