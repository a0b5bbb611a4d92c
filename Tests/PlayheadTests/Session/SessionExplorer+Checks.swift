import PlayheadCore
import TestSupport

@testable import Playhead

// The checks between two steps.
extension SessionExplorer {
    mutating func check() {
        for (input, time) in record.inputs {
            let before = replayed
            checker.check(input, replayed.handle(input, at: time), replayed)
            checkPolicy(input, before)
        }
        record.inputs = []
        for problem in checker.breaches + events.problems { note(false, problem) }
        let place = core.ads.place
        note(core.machine.state == replayed.state, "a replay is in another state")
        note(!core.machine.isHeld || !core.machine.isOpen || place != .free, "the machine is held and nothing continues it")
        note(place == .free || core.machine.isHeld || core.machine.isAtEnd, "the content is not held in \(place)")
        note(place == .inBreak || stage.isEmpty, "an ad plays beside the content")
        note(core.ads.content.keptSeek == nil || place == .inBreak, "a seek is kept without a break")
        note(core.machine.seekTarget != nil || core.ads.content.keptSeek != nil || openSeeks.isEmpty, "a seek has no answer")
        // A break drops the seek that another one has replaced, which follows.
        let isSeeking = core.machine.seekTarget != nil || core.ads.content.keptSeek != nil
        note(isSeeking || !core.machine.isOpen || !events.isSeeking, "onSeek without onSeeked")
        note(core.queue.isEmpty, "outputs are left")
        checkList()
        checkPlace()
    }

    /// Checks what follows the end of an item, a failure, and a change of the list.
    private mutating func checkPolicy(_ input: MachineInput, _ before: PlaybackMachine) {
        switch input {
        case .proceed where before.isAtEnd && !replayed.isAtEnd:
            let expected = before.followingIndex ?? before.currentIndex
            note((replayed.upcomingIndex ?? replayed.currentIndex) == expected, "another item follows than the list says")
        case .engine(before.playback, .failed) where before.state != .ended && (before.isOpen || before.state == .opening):
            let isReplaced = before.options.skipsFailedItems && replayed.upcomingIndex != nil
            let state = replayed.state
            note(state == (isReplaced ? .stopping : .error), "a failure leads to \(state)")
        case .arrange:
            let isContinued = (replayed.playback, replayed.state) == (before.playback, before.state)
            note(isContinued, "a change of the list changes the playback")
        case .next, .previous, .selectItem, .release: break
        default: note(before.state != .error || replayed.state == .error, "\(input) leaves the error")
        }
    }

    /// Checks that the list and the state that the app reads are those of the machine, and that the current item is the one that plays.
    private mutating func checkList() {
        note(facts.state == core.machine.state, "the app reads another state")
        note(facts.items.map(\.description.url) == core.machine.items.map(\.url), "the app reads another list")
        note(facts.currentIndex == core.machine.currentIndex, "the app reads another current item")
        let isLoaded = core.machine.isOpen || core.machine.state == .opening
        note(!isLoaded || played?.description.url == core.machine.currentItem?.url, "another item plays than the current one")
        let isFollowed = !core.machine.isOpen || !content.hasHandledAll || content.rate == core.machine.rate
        note(isFollowed, "the content plays at another rate")
    }

    /// Checks that the content plays where it played before, or where the last command left it.
    private mutating func checkPlace() {
        guard content.isPlaying, core.machine.seekTarget == nil, core.ads.place == .free else { return }
        // A place that has left the window is not available.
        let isInWindow = content.kind == .onDemand || (goal?.upperBound ?? 0) > now + 1
        let position = content.position
        if let goal, isInWindow {
            // The content has moved on while its last report was not delivered.
            let isThere = content.continuedFrom.map(goal.contains) ?? (goal.lowerBound...goal.upperBound + 5).contains(position)
            note(isThere, "the content is at \(position) instead of \(goal)")
        }
        content.continuedFrom = nil
        goal = content.kind == .live ? nil : at(position)
    }
}
