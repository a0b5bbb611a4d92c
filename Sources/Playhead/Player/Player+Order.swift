import Foundation
import PlayheadCore

extension Player {
    /// Something to be done in the order of things.
    enum Step {
        /// What the machine wants.
        case output(MachineOutput)
        /// An event of a release, which takes up where the telling was cut off.
        case releaseEvent(any PlayerEvent, state: PlaybackState, item: Int?, timeline: Timeline)
        /// A list takes the place of the one before.
        case adopt([PlayerItem], index: Int)
        /// The track model is known.
        case opened(MediaDescription)
        /// A release is told: nothing is left of the list.
        case forget
    }

    /// Puts an input into the machine and carries out what comes out of it; inside a callback, later.
    func submit(_ input: MachineInput) {
        if input == .release { forgetUntold() }
        enqueue(machine.handle(input, at: configuration.clock.now), isRelease: input == .release)
        drain()
    }

    /// Carries out what is queued, and what is added to it meanwhile.
    func drain() {
        guard !isDraining else { return }
        isDraining = true
        defer { isDraining = false }
        var next = 0
        // Catching up calls observers, who may have commands.
        repeat {
            while next < steps.count {
                let step = steps[next]
                next += 1
                carryOut(step)
            }
            catchUp()
        } while next < steps.count
        steps.removeAll(keepingCapacity: true)
    }

    private func enqueue(_ outputs: [MachineOutput], isRelease: Bool) {
        for output in outputs {
            guard case .event(let event, let state, let item, let timeline) = output else {
                steps.append(.output(output))
                continue
            }
            switch event {
            case is PlaylistEvent:
                steps.append(.adopt(loadedItems, index: item ?? 0))
            case is PlaylistItemEvent where !hasHadList:
                // A player's first list is not told as a list.
                hasHadList = true
                steps.append(.adopt(loadedItems, index: item ?? 0))
            case let meta as MetaEvent where meta.metaData["metadataType"] == "media":
                if let media = machine.media { steps.append(.opened(media)) }
            default: break
            }
            steps.append(isRelease ? .releaseEvent(event, state: state, item: item, timeline: timeline) : .output(output))
        }
        if isRelease { steps.append(.forget) }
    }

    /// A release inside a callback: what was about to be told and done for the playback is not any more, but for its ending.
    private func forgetUntold() {
        guard isDraining else { return }
        for index in steps.indices {
            guard case .output(let output) = steps[index] else {
                if case .forget = steps[index] { continue }
                steps[index] = .output(.cancelTimer(.opening))
                continue
            }
            switch output {
            case .seekDone, .engine(.close), .cancelTimer: continue
            // In its place something that does no harm, so that the places of the others stay.
            case .event, .engine, .startTimer, .checkpoint: steps[index] = .output(.cancelTimer(.opening))
            }
        }
    }

    private func carryOut(_ step: Step) {
        switch step {
        case .output(let output): carryOut(output)
        case .releaseEvent(let event, let state, let item, let timeline): tellRelease(event, state, item, timeline)
        case .adopt(let list, let index): adopt(list, at: index)
        case .opened(let media): learn(media)
        case .forget: forget()
        }
    }

    private func carryOut(_ output: MachineOutput) {
        switch output {
        case .event(let event, let state, let item, let timeline): tell(event, state, item, timeline)
        case .engine(.open(let number, let index)): open(number, index)
        case .engine(let command): playback.send(command)
        case .startTimer(let timer, let seconds): timers.start(timer, seconds: seconds)
        case .cancelTimer(let timer): timers.cancel(timer)
        case .seekDone(let id, let finished): seekCallers.removeValue(forKey: id)?.resume(returning: finished)
        case .checkpoint(let checkpoint): submit(.proceed(checkpoint))
        }
    }

    private func open(_ number: Int, _ index: Int) {
        guard items.indices.contains(index) else {
            // Only a machine and a list that disagree get here.
            return submit(.engine(playback: number, .failed(PlaybackError(.invalidIndex))))
        }
        for report in playback.open(number, items[index], at: index) { submit(.engine(playback: number, report)) }
    }

    private func tell(_ event: any PlayerEvent, _ state: PlaybackState, _ item: Int?, _ timeline: Timeline) {
        sequence += 1
        var event = event
        event.context = EventContext(
            sequence: sequence, item: item, wallTime: Int((Date().timeIntervalSince1970 * 1000).rounded()),
            monotonicTime: configuration.clock.now - birth, position: timeline.position, state: state)
        update(for: event, timeline)
        dispatcher.dispatch(event, from: self)
        timeObservers.heard(event, self)
    }

    /// Tells an event of a release. Where a callback's release cut the telling off, its changes start from the state that was told last.
    private func tellRelease(_ event: any PlayerEvent, _ state: PlaybackState, _ item: Int?, _ timeline: Timeline) {
        switch event {
        case var change as StateChangeEvent:
            let isPossible = change.newState == .idle ? self.state != .idle : StateGraph.isLegal(from: self.state, to: change.newState)
            guard isPossible else { return }
            change.oldState = self.state
            tell(change, state, item, timeline)
        case var idle as IdleEvent:
            // Nothing was told of a playback: nothing is told of its end.
            guard self.state == .idle, lastStateChange == sequence else { return }
            idle.oldState = previousPlayerState
            tell(idle, state, item, timeline)
        default: tell(event, state, item, timeline)
        }
    }
}
