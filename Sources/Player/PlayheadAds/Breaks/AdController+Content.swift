import PlayheadCore

extension AdController {
    mutating func handleContent(_ input: AdInput) {
        switch input {
        case .itemBegan(let number): begin(item: number)
        case .contentDuration(let duration):
            contentDuration = duration
            planner.update(duration: duration)
        case .contentDates(let dates): planner.update(dates: dates)
        case .interstitials(let breaks):
            let isNew = breaks.map(\.id) != playlistBreaks.map(\.id)
            playlistBreaks = breaks
            planner.update(breaks: plannedBreaks + playlistBreaks)
            if isNew { emit(.schedule((plannedBreaks + playlistBreaks).map { ScheduledAdBreak($0) })) }
        case .contentWillStart(let position, let isBeginning): contentWillStart(at: position, isBeginning)
        case .contentPosition(let position): contentMoved(to: position)
        case .contentSeek(let from, let to): seek(from: from, to: to)
        case .contentEnded: contentEnded()
        case .itemLeft: leave()
        default: break
        }
    }

    private mutating func begin(item number: Int) {
        leave()
        (contentPosition, contentDuration, playlistBreaks) = (0, nil, [])
        guard configuration.rules.allowsAds(onItem: number) else {
            plannedBreaks = []
            return planner.begin(item: number, breaks: [])
        }
        switch configuration.plan {
        case .none: plan([], item: number)
        case .breaks(let breaks): plan(breaks, item: number)
        case .vmap(let url):
            plannedBreaks = []
            planner.begin(item: number, breaks: [])
            let id = nextNumber()
            schedule = (id, nil, false)
            let address = AdAddress.fetchable(url) ?? url
            outputs.append(
                .load(
                    AdResolver.Request(id: id, url: macros.expand(address, date: date), timeout: configuration.requestTimeout, isTag: true))
            )
        }
    }

    private mutating func plan(_ breaks: [AdBreak], item number: Int) {
        plannedBreaks = breaks
        planner.begin(item: number, breaks: breaks)
        if !breaks.isEmpty { emit(.schedule(breaks.map { ScheduledAdBreak($0) })) }
    }

    private mutating func contentWillStart(at position: Double, _ isBeginning: Bool) {
        guard active == nil else { return }
        contentPosition = position
        guard schedule == nil else {
            outputs.append(.holdContent)
            schedule?.start = (position, isBeginning)
            return
        }
        start((position, isBeginning))
    }

    /// Starts the content, or the breaks before it. While it waited for the schedule at its start, a seek may have moved it.
    private mutating func start(_ start: (position: Double, isBeginning: Bool)) {
        var due = planner.dueBefore(contentAt: start.position, isBeginning: start.isBeginning, now: now)
        if contentPosition != start.position {
            // A break in the content at the start is one that the seek may pass.
            due.removeAll { $0.position != .pre }
            due += planner.due(seekingFrom: max(0, start.position.nextDown), to: contentPosition, now: now)
        } else if contentDuration == nil {
            // Only live content, which has no duration, can be joined in a break.
            due += planner.due(joiningAt: contentPosition, now: now)
        }
        beginBreak(due[...], .start(at: contentPosition))
    }

    private mutating func contentMoved(to position: Double) {
        guard place == .free else { return }
        let from = contentPosition
        contentPosition = position
        let due = planner.due(playingFrom: from, to: position, now: now)
        guard due.isEmpty else { return beginBreak(due[...], .middle(at: position)) }
        loadAhead()
    }

    private mutating func seek(from: Double, to: Double) {
        // In a break the content stands still; the target is applied after the break.
        guard active == nil else {
            active?.seekTarget = to
            return
        }
        // The breaks before the target are known only with the schedule.
        guard place == .free else {
            contentPosition = to
            if let contentDuration, to < contentDuration { schedule?.isAtEnd = false }
            return
        }
        let target = planner.barrier(from: from, to: to) ?? to
        let replacing = planner.due(replacing: target, now: now)
        if let place = replacing.first?.time {
            contentPosition = place
            return beginBreak(replacing[...], .start(at: place))
        }
        contentPosition = target
        beginBreak(planner.due(seekingFrom: from, to: target, now: now)[...], .start(at: target))
    }

    private mutating func contentEnded() {
        guard active == nil else { return }
        // A seek to the end during a pause was not reported.
        if let contentDuration { contentPosition = contentDuration }
        guard schedule == nil else {
            schedule?.isAtEnd = true
            return
        }
        end()
    }

    private mutating func end() { beginBreak(planner.dueAfterContent(now: now)[...], .end) }

    private mutating func leave() {
        if let number = active?.current?.number { outputs.append(.stopAd(number)) }
        if let current = active?.current, current.isShown { call(endCalls(.closed)) }
        if let number = ahead?.preparedAd { outputs.append(.stopAd(number)) }
        (active, ahead, schedule, overlays) = (nil, nil, nil, [:])
        (endedInteractive, pendingOverlays) = ([], [])
    }

    // MARK: the schedule

    mutating func scheduleAnswered(_ result: Result<[UInt8], LoadFailure>, _ url: String?) {
        let (start, isAtEnd) = (schedule?.start, schedule?.isAtEnd ?? false)
        schedule = nil
        do {
            let document = try scheduleDocument(result, url)
            for warning in document.warnings {
                emit(.warning(AdError(.vmapUndefined, warning.message, url: url, line: warning.line).playbackError))
            }
            plannedBreaks = document.schedule(base: url ?? configuration.vmapURL)
            // A break without a place is never due, which is when other unusable breaks are reported.
            for case .unusable(let error) in plannedBreaks.filter(\.isWithoutPlace).map(\.source) {
                emit(.warning(error.playbackError))
            }
            planner.update(breaks: plannedBreaks + playlistBreaks)
            emit(.schedule((plannedBreaks + playlistBreaks).map { ScheduledAdBreak($0) }))
        } catch {
            fail(error, tag: configuration.vmapURL)
        }
        if isAtEnd { end() } else if let start { self.start(start) }
    }

    private func scheduleDocument(_ result: Result<[UInt8], LoadFailure>, _ url: String?) throws(AdError) -> VMAPDocument {
        switch result {
        case .success(let bytes):
            do {
                return try VMAPParser.parse(bytes)
            } catch {
                var error = error
                error.url = url
                throw error
            }
        case .failure(.refused(let reason)):
            throw AdError(.breakDocumentRetrieval, "the schedule failed to load: \(reason)", url: configuration.vmapURL)
        case .failure(.late):
            throw AdError(.breakDocumentTimeout, "the schedule was not loaded within the timeout", url: configuration.vmapURL)
        }
    }

    mutating func fail(_ error: AdError, tag: String?) { emit(.failure(error.playbackError, tag: tag)) }
}
