// The decision of the app about an item before the player moves to the item.
extension PlaybackMachine {
    /// Whether the player waits for a decision of the app.
    package var isDeciding: Bool { pending.decision != nil }

    /// The number of the decision that the player waits for; `nil` if it waits for none.
    package var decisionNumber: Int? { pending.decision?.number }

    /// The item that opens next: after the current playback has closed, or after a decision.
    var upcoming: PendingLoad? { pending.load ?? pending.decision?.load }

    /// Sets the time limit of decisions; `nil` ends them, and a pending one with them.
    mutating func setDecisionTimeout(_ seconds: Double?) {
        if let seconds, !(seconds > 0) { return refuse(.invalidValue, "a decision needs a time limit above 0") }
        decisionTimeout = seconds
        if seconds == nil, let number = decisionNumber { handleDecision(number, .play) }
    }

    /// Requests a decision in `idle` or `ended`. The state stays until the decision arrives, its time limit expires, or a command follows.
    mutating func decide(_ load: PendingLoad, because reason: StateChangeReason, refused: Set<Int> = []) {
        history.lastDecision += 1
        pending.decision = PendingDecision(number: history.lastDecision, load: load, reason: reason, refused: refused)
        restartsWatchdog = true
        outputs.append(.decide(number: history.lastDecision, item: load.index, isNewList: load.isNewList))
    }

    /// Performs a decision. A decision that a command has overtaken has no effect.
    mutating func handleDecision(_ number: Int, _ decision: ItemDecision<ItemDescription>) {
        guard var asked = pending.decision, asked.number == number else { return }
        pending.decision = nil
        switch decision {
        case .play: open(asked.load, because: asked.reason)
        case .replace(let item):
            asked.load.items[asked.load.index] = item
            asked.load.isNewList = true
            open(asked.load, because: asked.reason)
        case .refuse: refuse(asked)
        }
    }

    /// Plays the item as it is, because its time limit has expired.
    mutating func handleDecisionTimeout() {
        guard let asked = pending.decision else { return }
        emit(WarningEvent(error: PlaybackError(.decisionTimeout, severity: .warning, url: asked.load.items[asked.load.index].url)))
        handleDecision(asked.number, .play)
    }

    /// Continues with the next item that was not refused, or the one before after `previous()`. Without one, the list is complete.
    private mutating func refuse(_ asked: PendingDecision) {
        endSeek(finished: false)
        let refused = asked.refused.union([asked.load.index])
        var load = asked.load
        if let index = candidate(after: load.index, of: load.items.count, refused) {
            load.index = index
            decide(load, because: asked.reason, refused: refused)
        } else {
            if state == .idle { intendsToPlay = false }
            emit(PlaylistCompleteEvent())
        }
    }

    private func candidate(after index: Int, of count: Int, _ refused: Set<Int>) -> Int? {
        if history.searchesBackwards, let before = (0..<index).last(where: { !refused.contains($0) }) { return before }
        if let following = (index + 1..<count).first(where: { !refused.contains($0) }) { return following }
        return repeatMode == .list ? (0..<index).first { !refused.contains($0) } : nil
    }
}
