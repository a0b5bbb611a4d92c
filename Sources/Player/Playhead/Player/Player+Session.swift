import PlayheadCore

// The player as the owner of its session: both run on the main actor, from which the session is entered synchronously.
extension Player {
    /// The machine of the playback, which may be ahead of the events.
    var machine: PlaybackMachine { session.assumeIsolated { $0.core.machine } }

    /// The number of reports of engines that were handled, for tests that wait for them.
    var reportsTaken: Int { session.assumeIsolated { $0.handledReports } }

    /// The number of events of the audio session and of servers that were handled, for tests that wait for them.
    var eventsTaken: Int { session.assumeIsolated { $0.handledEvents } }

    /// Passes an input of the machine to the session, which performs its outputs; inside a callback they are performed after it.
    func submit(_ input: MachineInput) { session.assumeIsolated { $0.submit(input) } }

    /// Passes an input to the session, which performs its outputs; inside a callback they are performed after it.
    func submit(_ input: SessionInput) { session.assumeIsolated { $0.submit(input) } }

    /// Delivers an event on every channel, for measurements.
    package func deliver(_ event: any PlayerEvent) {
        dispatch(event)
        session.streams.emit(event)
    }

    private func dispatch(_ event: any PlayerEvent) {
        dispatcher.dispatch(event, to: delegate, from: self, item: currentItem, postsNotifications: configuration.postsNotifications)
    }

    /// Performs an output of the session.
    func perform(_ output: SessionOutput) {
        let facts = session.assumeIsolated { $0.facts }
        switch output {
        case .event(let event):
            update(for: event, facts)
            dispatch(event)
            timeObservers.handle(event, self)
        case .adopted(let list, let index): adopt(list.compactMap { $0.owner as? PlayerItem }, at: index, facts)
        case .arranged(let list, _):
            set(\.items, to: list.compactMap { $0.owner as? PlayerItem })
            follow(facts)
        case .described(let item): (item.owner as? PlayerItem)?.set(\.entry, to: item.entry)
        case .opened(let media): open(media, facts)
        case .released: forget(facts)
        case .factsChanged: follow(facts)
        case .settled:
            catchUp(facts)
            standing.follow(self)
        case .accessLog(let entry): currentItem?.log(entry)
        case .sourceChanged(let item): (item.owner as? PlayerItem)?.asset = Asset(item.asset)
        case .listFound(let entries, let index): replaceItem(at: index, by: entries)
        case .interactive(let task): interactiveAds.perform(task)
        case .open(let url): configuration.ads.openURL(url)
        }
    }
}
