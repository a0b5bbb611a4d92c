@testable import Playhead

/// The checks of a ``SessionExplorer`` of the order of events, in addition to those of the machine.
struct ExploredEvents {
    private(set) var problems: [String] = []
    private var sequence = 0
    private var isInBreak = false
    private var isAdShown = false
    /// Whether onSeek was emitted, and onSeeked was not. A seek that was requested before an item opens is kept for it.
    var isSeeking = false

    /// Checks an event; `facts` are those that the app reads in its callback.
    mutating func check(_ event: any PlayerEvent, in facts: SessionFacts) {
        sequence += 1
        expect(event.context.sequence == sequence, "\(event.name.rawValue) is out of sequence")
        checkItem(event, facts)
        checkAd(event)
        switch event {
        case is SeekEvent: isSeeking = true
        case is SeekedEvent:
            expect(isSeeking, "onSeeked without onSeek")
            isSeeking = false
        case let change as StateChangeEvent where [.stopping, .idle, .error].contains(change.newState):
            (isInBreak, isAdShown) = (false, false)
        default: break
        }
    }

    /// Checks that an event belongs to the current item, and that one of an ad has content.
    private mutating func checkItem(_ event: any PlayerEvent, _ facts: SessionFacts) {
        let name = event.name.rawValue
        if let event = event as? PlaylistItemEvent {
            expect(facts.currentItem?.description.url == event.item.url, "another item becomes current than the list says")
        }
        // A seek before an item opens belongs to that item.
        let isEarly = event is SeekEvent && !facts.state.isItemOpen
        expect(isEarly || event.context.item == facts.currentIndex, "\(name) belongs to another item")
        expect(event.context.state == facts.state, "\(name) has another state")
        guard name.hasPrefix("onAd") else { return }
        let isOfSchedule = event is AdScheduleEvent || event is AdErrorEvent || event is AdWarningEvent
        expect(facts.state.isItemOpen || isOfSchedule && facts.state == .opening, "\(name) without content")
    }

    private mutating func checkAd(_ event: any PlayerEvent) {
        switch event {
        case is AdBreakStartEvent:
            expect(!isInBreak, "a break begins in a break")
            isInBreak = true
        case is AdBreakEndEvent:
            expect(isInBreak && !isAdShown, "a break ends outside of one, or in an ad")
            isInBreak = false
        case let event as AdImpressionEvent where event.impression.isLinear:
            expect(isInBreak && !isAdShown, "an ad begins in an ad or outside of a break")
            isAdShown = true
        case is AdPlayEvent, is AdPauseEvent, is AdTimeEvent, is AdClickEvent: expect(isAdShown, "\(event.name.rawValue) without an ad")
        case is AdSkippedEvent, is AdCompleteEvent:
            expect(isAdShown, "an ad ends that is not shown")
            isAdShown = false
        case is AdErrorEvent: isAdShown = false
        // A seek in progress at the start of the break still ends with onSeeked and onTime.
        case is PlayEvent: expect(!isInBreak, "the content starts in a break")
        case is TimeEvent where event.context.state == .playing: expect(!isInBreak, "the content plays in a break")
        default: break
        }
    }

    private mutating func expect(_ isRight: Bool, _ problem: @autoclosure () -> String) { if !isRight { problems.append(problem()) } }
}
