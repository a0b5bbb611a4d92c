import Foundation
import PlayheadAds
import PlayheadCore

extension Player {
    /// The machine of the playback, which may be ahead of the events.
    var machine: PlaybackMachine { core.machine }

    /// Passes an input of the machine to the core and performs its outputs; inside a callback they are performed after it.
    func submit(_ input: MachineInput) {
        interruption.take(input)
        submit(.playback(input))
    }

    /// Passes an input to the core and performs its outputs; inside a callback they are performed after it.
    func submit(_ input: SessionInput) {
        let number = core.machine.playback
        let millisecondsPerSecond = 1000.0
        let time = InputTime(
            monotonic: configuration.clock.now, wall: Int(saturating: Date().timeIntervalSince1970 * millisecondsPerSecond),
            playhead: playback.playhead(of: number))
        core.handle(input, at: time, playback: number)
        performOutputs()
    }

    /// Performs the pending outputs, and those that are added meanwhile.
    private func performOutputs() {
        guard !isPerforming else { return }
        isPerforming = true
        defer { isPerforming = false }
        // Observers of what is updated at the end may have commands.
        repeat {
            while let step = core.next() { perform(step) }
            catchUp()
        } while !core.queue.isEmpty
        standing.follow(self)
    }

    private func perform(_ step: OutputQueue<SessionTask>.Step) {
        switch step {
        case .event(let event, let timeline):
            toldMetrics.take(event)
            update(for: event, timeline)
            dispatcher.dispatch(event, from: self)
            timeObservers.heard(event, self)
        case .output(let output): perform(output)
        case .note(.adopt(let list, let index)): adopt(list, at: index)
        case .note(.opened(let media)): learn(media)
        case .note(.forget): forget()
        case .note(.skipTime(let time)): toldSkipTime = time
        case .note(.ad(.offerOverlay(let number, let ad))): offerOverlay(OverlayAd(number, ad))
        case .note(.ad(.withdrawOverlay(let number))): if overlayAd?.number == number { overlayAd = nil }
        case .note(.seekEnded(let id)): endSeek(id, isFinished: false)
        case .note(let task): ads.perform(task, volume: core.machine.volume, isMuted: core.machine.isMuted)
        }
    }

    private func perform(_ output: MachineOutput) {
        switch output {
        case .event: break  // The queue returns events as steps of their own.
        case .engine(.open(let number, let index)): open(number, index)
        case .engine(let command): playback.send(command)
        case .startTimer(let timer, let seconds): timers.start(timer, seconds: seconds)
        case .cancelTimer(let timer): timers.cancel(timer)
        case .seekDone(let id, let isFinished): endSeek(id, isFinished: isFinished)
        case .checkpoint(let checkpoint): submit(.proceed(checkpoint))
        }
    }

    private func endSeek(_ id: Int, isFinished: Bool) { seekCallers.removeValue(forKey: id)?.resume(returning: isFinished) }

    private func open(_ number: Int, _ index: Int) {
        guard items.indices.contains(index) else {
            // Only if the machine and the list disagree.
            return submit(.engine(playback: number, .failed(PlaybackError(.invalidIndex))))
        }
        let item = items[index]
        submit(
            .itemOpens(
                AdItem(
                    number: index + 1, advertising: item.entry.advertising ?? configuration.advertising, description: item.itemDescription,
                    playbackName: UUID().uuidString, seed: .random(in: 0 ... .max))))
        for report in playback.open(number, item, at: index) { submit(.engine(playback: number, report)) }
    }
}
