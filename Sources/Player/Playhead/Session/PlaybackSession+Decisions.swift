import PlayheadCore

/// The app's handler of decisions about items, and the running decision.
struct ItemDecisions {
    /// Decides about an item at an index of the list; `nil` if the app does not decide.
    var handler: (@Sendable (SessionItem, Int) async -> ItemDecision<SessionItem>)?
    private var task: (number: Int, task: Task<Void, Never>)?

    /// Starts a decision, and cancels the one before.
    mutating func start(_ number: Int, _ decide: @escaping @Sendable () async -> Void) {
        cancel()
        task = (number, Task(operation: decide))
    }

    /// Cancels the decision unless it is `number`.
    mutating func cancel(unless number: Int? = nil) {
        guard let running = task, running.number != number else { return }
        running.task.cancel()
        task = nil
    }
}

extension PlaybackSession {
    /// Sets the handler that decides about each item before the session moves to it: after the end of an item, the failure of one that the
    /// next one replaces, and by ``next()``, ``previous()`` and ``selectItem(_:)``; not before the first item of a load.
    /// - Parameters:
    ///   - timeLimit: The time in seconds after which the item is played as it is, with a warning; above 0, otherwise refused with onWarning.
    ///   - handler: Returns the decision about an item and its index. Its task is cancelled when a command overtakes the decision.
    public func setItemDecisionHandler(
        timeLimit: Double = 10, _ handler: @escaping @Sendable (PlaylistEntry, Int) async -> ItemDecision<PlaylistEntry>
    ) {
        setItemDecisions(timeLimit) { await handler($0.entry, $1).map { SessionItem($0) } }
    }

    /// Removes the handler of decisions. A pending decision is to play the item.
    public func removeItemDecisionHandler() {
        decisions.handler = nil
        submit(.setDecisionTimeout(nil))
    }

    func setItemDecisions(_ timeLimit: Double, _ handler: @escaping @Sendable (SessionItem, Int) async -> ItemDecision<SessionItem>) {
        if timeLimit > 0 { decisions.handler = handler }
        submit(.setDecisionTimeout(timeLimit))
    }

    /// Requests the decision about an item of the list, or of the loaded list that is about to open.
    func decide(_ number: Int, about index: Int, isNewList: Bool) {
        guard core.machine.decisionNumber == number else { return }
        let list = isNewList ? core.loadedItems : facts.items
        guard let handler = decisions.handler, list.indices.contains(index) else { return submit(.decide(number: number, .play)) }
        let item = list[index]
        decisions.start(number) { [weak self] in
            let decision = await handler(item, index)
            await self?.finish(number, decision, about: index, of: list)
        }
    }

    /// Passes a decision on, unless a command has overtaken it.
    private func finish(_ number: Int, _ decision: ItemDecision<SessionItem>, about index: Int, of list: [SessionItem]) {
        guard core.machine.decisionNumber == number else { return }
        if case .replace(let item) = decision {
            var list = list
            list[index] = item
            core.loadedItems = list
        }
        submit(.decide(number: number, decision.map(\.description)))
    }
}
