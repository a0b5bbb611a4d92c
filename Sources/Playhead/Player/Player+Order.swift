import Foundation
import PlayheadCore

extension Player {
    /// What the player does between the machine's outputs.
    enum Note {
        /// A list takes the place of the one before.
        case adopt([PlayerItem], index: Int)
        /// The track model is known.
        case opened(MediaDescription)
        /// A release is told: nothing is left of the list.
        case forget
        /// An overlay ad is over, by its number.
        case withdrawOverlay(Int)
    }

    /// Puts an input into the machine and carries out what comes out of it; inside a callback, later.
    ///
    /// Commands that are for an ad, or wait for it, don't get there.
    func submit(_ input: MachineInput) {
        interruption.take(input)
        guard !ads.takes(input) else { return }
        process(input)
    }

    /// Puts an input into the machine, whether or not an ad is shown.
    func process(_ input: MachineInput) {
        hasTakenInput = true
        let time = InputTime(
            monotonic: configuration.clock.now, wall: Int(saturating: Date().timeIntervalSince1970 * 1000),
            playhead: playback.playhead(of: machine.playback))
        recorder?.record(input, at: time, told: queue.told)
        let outputs = machine.handle(input, at: time.monotonic, playhead: time.playhead)
        queue.take(outputs, of: input, at: time) { note(for: $0) }
        if input == .release { queue.append(.forget) }
        // Pending events may still have to be emitted, but their ads can no longer be commanded.
        if outputs.contains(where: \.closesEngine) { ads.leave() }
        drain()
        ads.follow(input)
    }

    /// A seek that was kept is over without having been made.
    func endSeek(_ id: Int) { seekCallers.removeValue(forKey: id)?.resume(returning: false) }

    /// Performs several inputs whose events are emitted after the last one, in order.
    func queueEvents(while body: () -> Void) {
        guard !isDraining else { return body() }
        isDraining = true
        body()
        isDraining = false
        drain()
    }

    /// Carries out what is queued, and what is added to it meanwhile.
    func drain() {
        guard !isDraining else { return }
        isDraining = true
        defer { isDraining = false }
        // Catching up calls observers, who may have commands.
        repeat {
            while let step = queue.next() { carryOut(step) }
            catchUp()
        } while !queue.isEmpty
        standing.follow(self)
    }

    private func note(for output: MachineOutput) -> Note? {
        guard case .event(let event, _, let item, _) = output else { return nil }
        switch event {
        case is PlaylistEvent: return .adopt(loadedItems, index: item ?? 0)
        case is PlaylistItemEvent where !hasHadList:
            // A player's first list is not told as a list.
            hasHadList = true
            return .adopt(loadedItems, index: item ?? 0)
        case let meta as MetaEvent where meta.metaData["metadataType"] == "media": return machine.media.map { .opened($0) }
        default: return nil
        }
    }

    private func carryOut(_ step: OutputQueue<Note>.Step) {
        switch step {
        case .event(let event, let timeline):
            toldMetrics.take(event)
            update(for: event, timeline)
            dispatcher.dispatch(event, from: self)
            ads.follow(event)
            timeObservers.heard(event, self)
        case .output(let output): carryOut(output)
        case .note(.adopt(let list, let index)): adopt(list, at: index)
        case .note(.opened(let media)): learn(media)
        case .note(.forget): forget()
        case .note(.withdrawOverlay(let number)): if overlayAd?.number == number { overlayAd = nil }
        }
    }

    private func carryOut(_ output: MachineOutput) {
        switch output {
        case .event: break  // The queue gives events as steps of their own.
        case .engine(.open(let number, let index)): open(number, index)
        case .engine(let command):
            if case .close = command { ads.leave() }
            playback.send(command)
        case .startTimer(let timer, let seconds): timers.start(timer, seconds: seconds)
        case .cancelTimer(let timer): timers.cancel(timer)
        case .seekDone(let id, let finished): seekCallers.removeValue(forKey: id)?.resume(returning: finished)
        case .checkpoint(let checkpoint): if !ads.holds(checkpoint) { process(.proceed(checkpoint)) }
        }
    }

    private func open(_ number: Int, _ index: Int) {
        guard items.indices.contains(index) else {
            // Only a machine and a list that disagree get here.
            return submit(.engine(playback: number, .failed(PlaybackError(.invalidIndex))))
        }
        ads.begin(items[index], number: index + 1)
        for report in playback.open(number, items[index], at: index) { submit(.engine(playback: number, report)) }
    }
}

extension MachineOutput {
    /// Whether it closes a playback.
    fileprivate var closesEngine: Bool {
        if case .engine(.close) = self { true } else { false }
    }
}
